; What both promise of a parameter stays; noalias of one side goes, and `returned`, which speaks of the whole
; function, goes even if both have it. Thunks and callers keep what they say themselves.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s
; CHECK: define noundef nonnull ptr @left(ptr noalias noundef nonnull returned %p, ptr align 8 %q)
; CHECK-NEXT: {{.*}}tail call ptr @left.fmerge(ptr %p, ptr %q, i1 false)
; CHECK: define internal noundef ptr @left.fmerge(ptr noundef %p, ptr align 4 %q, i1 noundef %fmerge.id)

define noundef nonnull ptr @left(ptr noalias noundef nonnull returned %p, ptr align 8 %q) {
  %a = load i32, ptr %q
  %b = mul i32 %a, 3
  store i32 %b, ptr %p
  ret ptr %p
}

define noundef ptr @right(ptr noundef returned %p, ptr align 4 %q) {
  %a = load i32, ptr %q
  %b = mul i32 %a, 5
  store i32 %b, ptr %p
  ret ptr %p
}
