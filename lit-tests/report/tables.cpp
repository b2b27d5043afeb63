// What `fmerge report` and `fmerge diff` say of a program that was merged in a link: names, files, estimate beside what was
// measured.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang -Oz -g -flto -ffunction-sections -c %s -o a.o
// RUN: env FMERGE_PIPELINE='fmerge<report=report.json>' %clang -flto --ld-path=%lld -Wl,--load-pass-plugin=%plugin \
// RUN:   -shared a.o -o after.so
// RUN: %clang -flto --ld-path=%lld -shared a.o -o before.so
// RUN: %fmerge report report.json --binaries before.so after.so | %FileCheck %s
// CHECK: 1 run of passes on 1 module: [[SAVED:[1-9][0-9]*]] bytes saved by the estimate
// CHECK-NEXT: measured: {{[1-9][0-9]*}} bytes saved ({{[0-9.]+}}%): code {{[0-9]+}} -> {{[0-9]+}}, .eh_frame
// CHECK: what saved most
// CHECK: late {{ *}}shop::{{[a-z]+}}, shop::
// CHECK: refusals
// CHECK-NEXT: 6 functions
// CHECK: varargs {{.*}}A function with variable arguments cannot hand them on
//
// RUN: %fmerge report report.json --by file | %FileCheck %s --check-prefix=FILE
// FILE: {{[1-9][0-9]*}} {{ *[2-9]  .*}}tables.cpp
// RUN: %fmerge report report.json --by crate | %FileCheck %s --check-prefix=CRATE
// CRATE: {{[1-9][0-9]*}} {{ *[2-9]}}  shop
//
// RUN: %fmerge diff before.so after.so | %FileCheck %s --check-prefix=DIFF
// DIFF: sections
// DIFF: {{ -[0-9]+ .*}}.text
// DIFF: crates and namespaces
// DIFF: {{-[0-9]+ .*}}shop
// DIFF: files
// DIFF: {{-[0-9]+ .*}}tables.cpp
// DIFF: symbols
// DIFF: shop::
// RUN: %fmerge diff before.so before.so --by symbol | count 1
// RUN: %fmerge diff before.so after.so --json | %python -c 'import json, sys; print(json.load(sys.stdin)["version"])' | grep -x 1
// RUN: not %fmerge diff %s after.so 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: tables.cpp is no object, library or program

// What remarks say adds up to the same.
// RUN: %clang -Oz -emit-llvm -c %s -o a.bc
// RUN: %opt -passes='fmerge<report=by-hand.json>' -pass-remarks-output=remarks.yaml -disable-output a.bc
// RUN: %fmerge report by-hand.json > sums
// RUN: llvm-remarkutil count --parser=yaml --count-by=arg --args=BytesSaved --group-by=total remarks.yaml >> sums
// RUN: %FileCheck %s --check-prefix=SUMS < sums
// SUMS: 1 run of passes on 1 module: [[SUM:[1-9][0-9]*]] bytes saved
// SUMS: {{^}}Total,[[SUM]]{{$}}

namespace shop {
struct Item {
  int number, price, stock;
};
extern "C" void take(int, int, int);
extern "C" int count(const char *, ...);
extern "C" int last(const char *text, ...) { return count(text, 1, 2, 3) + count(text, 5) * 3; }

#define SELL(NAME, TAX, FACTOR)                                                                                        \
  int NAME(Item &item) {                                                                                               \
    take(item.number, item.price * FACTOR, item.stock - TAX);                                                          \
    item.stock -= item.price > 100 ? TAX : FACTOR;                                                                     \
    take(item.stock, item.number, item.price + TAX);                                                                   \
    item.price += item.number * FACTOR + TAX;                                                                          \
    for (int i = 0; i < item.stock; ++i)                                                                               \
      take(i, item.price / (i + FACTOR), item.stock ^ TAX);                                                            \
    take(item.price - TAX, item.number | 1, item.stock & 15);                                                          \
    item.number = item.price % 100 + item.stock * FACTOR;                                                              \
    take(item.number, item.number, item.price / 7);                                                                    \
    take(item.number, item.price ^ FACTOR, item.stock - TAX);                                                          \
    return item.price * item.stock + TAX;                                                                              \
  }
SELL(cheap, 17, 3)
SELL(dear, 19, 5)
SELL(odd, 23, 7)
} // namespace shop
// Equal to one another.
int twin(shop::Item &item) { return shop::cheap(item) * 3 + item.price; }
int other(shop::Item &item) { return shop::cheap(item) * 3 + item.price; }
