; @quiet has the same null in all calls, so that constant propagation folds most of it. If it were merged with @loud before
; that, its parameter would be a constant no more, and nothing would be folded. Merged later, nothing is lost.
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify;report=%t.json>' -S %s | %FileCheck %s
; RUN: %FileCheck --check-prefix=REPORT %s < %t.json
; RUN: %opt -passes='f3m<speed=ignore;verify>' -S %s | %FileCheck --check-prefix=LATE %s
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>,lto<Oz>' -S %s | %FileCheck --check-prefix=FOLDED %s
; RUN: %opt -passes='identical<before-inlining;speed=ignore;verify>' -S %s | %FileCheck --check-prefix=EQUAL %s
; RUN: %opt -passes='identical<speed=ignore;verify>' -S %s | %FileCheck --check-prefix=SHARED %s
; RUN: %opt -passes='gfm<before-inlining;speed=ignore;verify>' -S %s | %FileCheck --check-prefix=EQUAL %s

target triple = "x86_64-unknown-linux-gnu"

declare void @note(i64)
declare i64 @get(ptr, i64)

; CHECK: define internal void @quiet(
; CHECK: define internal void @equal(
; CHECK: define internal void @loud.fmerge(
; CHECK: define internal void @left.fmerge(
; REPORT: "merges":2,
; LATE-NOT: define internal void @{{quiet|loud}}(
; What is left of @quiet gets nothing.
; FOLDED-LABEL: define internal {{.*}}@quiet(
; FOLDED-NOT: @get(
; FOLDED: ret void
; Nor do equal functions share a body if their constants differ.
; EQUAL: define internal void @equal(
; EQUAL: define internal void @alike(
; SHARED-NOT: define {{.*}}@alike(
define void @main_one(ptr %p, i64 %n) minsize {
  call void @loud(ptr %p, i64 %n)
  call void @quiet(ptr null, i64 %n)
  call void @quiet(ptr null, i64 7)
  call void @loud(ptr null, i64 1)
  call void @left(i1 true, ptr null, i64 %n)
  call void @left(i1 true, ptr null, i64 2)
  call void @right(i1 true, ptr null, i64 %n)
  call void @right(i1 true, ptr null, i64 3)
  call void @equal(ptr null, i64 3)
  call void @alike(ptr %p, i64 3)
  ret void
}

define internal void @loud(ptr %p, i64 %n) minsize noinline {
entry:
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 1)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  call void @note(i64 %e)
  %f = call i64 @get(ptr %p, i64 %e)
  %g = call i64 @get(ptr %p, i64 %f)
  call void @note(i64 %g)
  br label %end

end:
  call void @note(i64 %n)
  ret void
}

define internal void @quiet(ptr %p, i64 %n) minsize noinline {
entry:
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 1)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  call void @note(i64 %e)
  %f = call i64 @get(ptr %p, i64 %e)
  %g = call i64 @get(ptr %p, i64 %f)
  call void @note(i64 %f)
  br label %end

end:
  call void @note(i64 %n)
  ret void
}

; What is folded by the same constants is folded as much when it is merged.
define internal void @left(i1 %none, ptr %p, i64 %n) minsize noinline {
entry:
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 %n)
  call void @note(i64 %a)
  %b = call i64 @get(ptr %p, i64 %a)
  call void @note(i64 %b)
  br label %end

end:
  %x = mul i64 %n, 17
  call void @note(i64 %x)
  %y = mul i64 %x, %n
  call void @note(i64 %y)
  %z = udiv i64 %y, 3
  call void @note(i64 %z)
  %w = udiv i64 %z, 3
  call void @note(i64 %w)
  ret void
}

define internal void @right(i1 %none, ptr %p, i64 %n) minsize noinline {
entry:
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 %n)
  call void @note(i64 %a)
  %b = call i64 @get(ptr %p, i64 %a)
  call void @note(i64 %b)
  br label %end

end:
  %x = mul i64 %n, 19
  call void @note(i64 %x)
  %y = mul i64 %x, %n
  call void @note(i64 %y)
  %z = udiv i64 %y, 3
  call void @note(i64 %z)
  %w = udiv i64 %z, 5
  call void @note(i64 %w)
  ret void
}

define internal void @equal(ptr %p, i64 %n) minsize noinline {
entry:
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 2)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  call void @note(i64 %e)
  %f = call i64 @get(ptr %p, i64 %e)
  %g = call i64 @get(ptr %p, i64 %f)
  call void @note(i64 %f)
  br label %end

end:
  call void @note(i64 %n)
  ret void
}

define internal void @alike(ptr %p, i64 %n) minsize noinline {
entry:
  %none = icmp eq ptr %p, null
  br i1 %none, label %end, label %work

work:
  %a = call i64 @get(ptr %p, i64 2)
  %b = call i64 @get(ptr %p, i64 %a)
  %c = call i64 @get(ptr %p, i64 %b)
  %d = call i64 @get(ptr %p, i64 %c)
  %e = call i64 @get(ptr %p, i64 %d)
  call void @note(i64 %e)
  %f = call i64 @get(ptr %p, i64 %e)
  %g = call i64 @get(ptr %p, i64 %f)
  call void @note(i64 %f)
  br label %end

end:
  call void @note(i64 %n)
  ret void
}
