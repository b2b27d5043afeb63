// Instantiations of one template agree on the lines, so the merged function has these.
// RUN: %clang++ -O1 -g -emit-llvm -c %s -o %t.bc
// RUN: %opt -passes='f3m<force;verify>,verify' %t.bc -S -o %t.ll
// RUN: %FileCheck %s < %t.ll
// RUN: llc -filetype=obj %t.ll -o %t.o
// RUN: llvm-dwarfdump --verify %t.o
extern int sink(int);
extern void in_both(int);

namespace outer {
template <typename T> struct Sum {
  T total;
  __attribute__((noinline)) int add(const T *values, int count) {
    for (int i = 0; i < count; ++i)
      total += values[i] * sink(i);
    in_both(count);
    return sink(count) + static_cast<int>(total);
  }
};
} // namespace outer

int use(outer::Sum<float> &one, outer::Sum<double> &two, const float *f, const double *d) {
  return one.add(f, 3) + two.add(d, 4);
}
// CHECK: define internal {{.*}}.fmerge({{.*}} !dbg ![[MERGED:[0-9]+]] {
// CHECK: call void @_Z7in_bothi({{.*}}), !dbg ![[LINE:[0-9]+]]
// CHECK-DAG: ![[MERGED]] = distinct !DISubprogram(name: "outer::Sum<float>::add / outer::Sum<double>::add",
// CHECK-DAG: ![[LINE]] = !DILocation(line: [[@LINE-12]], column: 5, scope: ![[MERGED]])
