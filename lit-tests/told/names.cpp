// The log names functions as people read them; remarks and reports have their symbols.
// RUN: env FMERGE_LOG=info FMERGE_PIPELINE='f3m<force;others=skip>' %clang -Oz -S -o %t.s %s -fpass-plugin=%plugin -Rpass=fmerge 2>&1 | %FileCheck %s
// CHECK-DAG: info: merged shop::price(int, shop::Item const&) and shop::weight(int, shop::Item const&), saving {{[-0-9]+}} bytes by the estimate
// CHECK-DAG: remark: merged _ZN4shop5priceEiRKNS_4ItemE and _ZN4shop6weightEiRKNS_4ItemE, saving

namespace shop {
struct Item {
  int price, weight, count;
};
void bill(const Item &, int);

void price(int n, const Item &item) {
  bill(item, n * item.price);
  bill(item, item.count + 7);
}

void weight(int n, const Item &item) {
  bill(item, n - item.weight);
  bill(item, item.count + 7);
}
} // namespace shop
