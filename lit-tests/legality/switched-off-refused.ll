; An attribute and an annotation can ask that a function is left alone, by all passes. Another value of the attribute
; is one of which nothing is known.
; RUN: sed 's/ATTRIBUTE/"fmerge"="off"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=OFF --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE//; s/;ANNOTATED //' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=OFF --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE/"fmerge"="off"/' %s | %opt -passes='gfm<force>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=OFF --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE/"fmerge"="off"/; s/i32 %a, 5/i32 %a, 3/' %s | %opt -passes='identical<force>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=OFF --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE/"fmerge"="no"/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=OTHER --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; OFF: Name: {{ *}}switched-off{{$}}
; OFF-NEXT: Function: {{ *}}right
; OTHER: Name: {{ *}}attribute-forbids{{$}}
; CHECK: merged left and right

@text = private unnamed_addr constant [11 x i8] c"fmerge=off\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
;ANNOTATED @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @right, ptr @text, ptr @file, i32 7, ptr null }], section "llvm.metadata"

define i32 @left(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) ATTRIBUTE {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  ret i32 %c
}
