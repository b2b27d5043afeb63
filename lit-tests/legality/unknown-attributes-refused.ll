; Nobody knows what an attribute of tomorrow asks for; of some of today it is known that no other body will do.
; RUN: sed 's/ATTRIBUTE/"an-attribute-of-tomorrow"/' %s > %t.unknown.ll
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %t.unknown.ll | %FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.unknown.ll | %FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=Passed
; RUN: sed 's/, 5/, 3/' %t.unknown.ll | %opt -passes='identical<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE/hybrid_patchable/' %s > %t.forbids.ll
; RUN: %opt -passes='gfm<force;verify>,verify' -pass-remarks-output=- -disable-output %t.forbids.ll | %FileCheck %s --check-prefix=FORBIDS --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %t.forbids.ll | %FileCheck %s --check-prefix=FORBIDS --implicit-check-not=Passed
; RUN: sed 's/, 5/, 3/' %t.forbids.ll | %opt -passes='identical<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=FORBIDS --implicit-check-not=Passed
; RUN: sed 's/ATTRIBUTE//' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s
; UNKNOWN-COUNT-2: Name: {{ *}}unknown-attribute{{$}}
; FORBIDS-COUNT-2: Name: {{ *}}attribute-forbids{{$}}
; CHECK: merged left and right

define i32 @left(ptr %p) ATTRIBUTE {
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
