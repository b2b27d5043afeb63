; What functions promise of a parameter that another member of the family does not have was compared as it was, not as it is
; weakened: a memory that only some of them initialise made the merge fail.
; RUN: split-file %s %t
; RUN: %opt -passes='f3m<by-hand=%t/families.json;min-size=1;verify>,verify' -S %t/module.ll | %FileCheck %s
; CHECK: define internal void @a.fmerge(ptr{{.*}} %p, i32 {{.*}}noundef %fmerge.id)
; CHECK-NOT: define internal

;--- families.json
[{"members": ["a", "b", "c"], "rows": [{"blocks": [0, 0, 0], "matches": [[1, 1, 0], [2, 2, 1]]}]}]

;--- module.ll
target triple = "x86_64-unknown-linux-gnu"
@state = global i32 0

define internal void @a(ptr nonnull writeonly align 4 captures(none) initializes((0, 4)) %p) {
  store i32 1, ptr %p
  store i32 2, ptr @state
  ret void
}

define internal void @b(ptr nonnull writeonly align 4 captures(none) %p) {
  store i32 3, ptr %p
  store i32 4, ptr @state
  ret void
}

define internal void @c() {
  store i32 5, ptr @state
  ret void
}

define void @main(ptr %p) {
  call void @a(ptr %p)
  call void @b(ptr %p)
  call void @c()
  ret void
}
