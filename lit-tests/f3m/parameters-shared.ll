; Parameters of equal type are shared; of the rest, each side passes poison for the other's. The identifier
; comes last. Nothing that one side promises of a parameter is promised for the other.
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' -S %s | %FileCheck %s
; RUN: lli %s > %t.plain
; RUN: %opt -passes='f3m<force;verify;only=^left$|^right$>,verify' %s -o %t.bc
; RUN: lli %t.bc | diff %t.plain -
; CHECK: define i32 @main()
; CHECK: call i32 @left.fmerge(i32 7, i64 9, i8 signext poison, i1 false)
; CHECK: call i32 @left.fmerge(i32 7, i64 poison, i8 signext 4, i1 true)
; CHECK: define internal i32 @left.fmerge(i32 %x, i64 %y, i8 signext %z, i1 noundef %fmerge.id)

@format = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)

define internal i32 @left(i32 noundef %x, i64 noundef %y) {
  %n = trunc i64 %y to i32
  %a = mul i32 %x, %n
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  ret i32 %d
}

define internal i32 @right(i32 %x, i8 noundef signext %z) {
  %n = sext i8 %z to i32
  %a = mul i32 %x, %n
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = add i32 %c, %x
  ret i32 %d
}

define i32 @main() {
  %a = call i32 @left(i32 7, i64 9)
  call i32 (ptr, ...) @printf(ptr @format, i32 %a)
  %b = call i32 @right(i32 7, i8 signext 4)
  call i32 (ptr, ...) @printf(ptr @format, i32 %b)
  ret i32 0
}
