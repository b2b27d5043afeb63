; The dynamic loader runs a resolver before the program is relocated.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=REFUSED --implicit-check-not=Passed
; RUN: sed '/= ifunc/d' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; REFUSED-COUNT-2: Name: {{ *}}ifunc-resolver{{$}}
; CHECK: merged left and right

@one = ifunc i32 (), ptr @left
@two = ifunc i32 (), ptr @right
@features = external global i32
@table = external global [8 x ptr]

define ptr @left() {
  %a = load i32, ptr @features
  %b = and i32 %a, 3
  %c = zext i32 %b to i64
  %d = getelementptr ptr, ptr @table, i64 %c
  %e = load ptr, ptr %d
  ret ptr %e
}

define ptr @right() {
  %a = load i32, ptr @features
  %b = and i32 %a, 5
  %c = zext i32 %b to i64
  %d = getelementptr ptr, ptr @table, i64 %c
  %e = load ptr, ptr %d
  ret ptr %e
}
