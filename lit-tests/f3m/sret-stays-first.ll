; The pointer to the result stays the first parameter, though the other side has more; a copy on the stack is
; paired with an equal one at the same place. New parameters and the identifier come after.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; RUN: %opt -passes='f3m<force;verify;thunks=keep;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: call void @left.fmerge(ptr sret(%big) %o, ptr byval(%big) align 8 %i, i64 7, i32 poison, i1 false)
; CHECK: call void @left.fmerge(ptr sret(%big) %o, ptr byval(%big) align 8 %i, i64 9, i32 4, i1 true)
; CHECK: define internal void @left.fmerge(ptr {{.*}}sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x, i32 %y, i1 noundef %fmerge.id)

%big = type { [4 x i64] }
@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal void @left(ptr noalias sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x) {
  %a = load i64, ptr %in
  %b = add i64 %a, %x
  store i64 0, ptr %in
  %c = mul i64 %b, 3
  store i64 %c, ptr %out
  ret void
}

define internal void @right(ptr noalias sret(%big) %out, ptr byval(%big) align 8 %in, i64 %x, i32 %y) {
  %a = load i64, ptr %in
  %b = add i64 %a, %x
  store i64 0, ptr %in
  %z = zext i32 %y to i64
  %c = mul i64 %b, %z
  store i64 %c, ptr %out
  ret void
}

define i32 @main() {
  %i = alloca %big
  %o = alloca %big
  store i64 5, ptr %i
  call void @left(ptr sret(%big) %o, ptr byval(%big) align 8 %i, i64 7)
  %a = load i32, ptr %o
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  call void @right(ptr sret(%big) %o, ptr byval(%big) align 8 %i, i64 9, i32 4)
  %b = load i32, ptr %o
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
