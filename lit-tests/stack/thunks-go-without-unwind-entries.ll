; With `thunk-entries=drop`, a thunk of what throws nothing has no unwind entry of its own, and nothing may be inlined into
; it. What may throw keeps its entry, and so does what may be left by more than a jump, and what has debug information.
; RUN: %opt -S -passes='f3m<force;families=2;depth=1;thunks=keep;thunk-entries=drop;only=one|two>' %s | %FileCheck %s --check-prefix=DROP
; RUN: %opt -S -passes='f3m<force;families=2;depth=1;thunks=keep;only=one|two>' %s | %FileCheck %s --check-prefix=KEEP
; RUN: %opt -passes='f3m<force;families=2;depth=1;thunks=keep;thunk-entries=drop;only=one|two>' %s | llc -o - | %FileCheck %s --check-prefix=CODE
; RUN: sed 's/^;DBG //' %s > %t.debug.ll
; RUN: %opt -S -passes='f3m<force;families=2;depth=1;thunks=keep;thunk-entries=drop;only=one|two>' %t.debug.ll | %FileCheck %s --check-prefix=KEEP
; RUN: %opt -S -passes='identical<force;thunks=keep;thunk-entries=drop;only=same>' %s | %FileCheck %s --check-prefix=SAME
; RUN: %opt -S -passes='identical<force;thunks=keep;thunk-entries=drop;only=gives>' %s | %FileCheck %s --check-prefix=GIVES
; RUN: %opt -S -passes='gfm<force;thunks=keep;thunk-entries=drop;only=times>' %s | %FileCheck %s --check-prefix=TIMES
; RUN: not %opt -passes='f3m<before-inlining;thunk-entries=drop>' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=EARLY

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; EARLY: before-inlining{{.*}}thunk-entries=drop

declare void @print(i32) nounwind
declare void @throw(i32)

; DROP: define void @calm_one(i32 %x) #[[BARE:[0-9]+]] {
; DROP-NEXT: tail call void @{{.*}}(i32 %x, i1 false) #[[SITE:[0-9]+]]
; DROP-NEXT: ret void
; KEEP: define void @calm_one(i32 %x) #[[CALM:[0-9]+]]{{ }}
; KEEP-NEXT: tail call void @{{.*}}(i32 %x, i1 false){{$|, !dbg}}
; CODE-LABEL: calm_one:
; CODE-NOT: .cfi
; CODE: jmp
; CODE-LABEL: calm_two:
; CODE-NOT: .cfi
; CODE: jmp
define void @calm_one(i32 %x) nounwind uwtable {
  %a = mul i32 %x, 7
  %b = add i32 %a, 3
  call void @print(i32 %b)
  call void @print(i32 %x)
  ret void
}

define void @calm_two(i32 %x) nounwind uwtable {
  %a = mul i32 %x, 7
  %b = xor i32 %a, 3
  call void @print(i32 %b)
  call void @print(i32 %x)
  ret void
}

; DROP: define void @thrown_one(i32 %x) #[[THROWS:[0-9]+]]
; CODE-LABEL: thrown_one:
; CODE: .cfi_startproc
define void @thrown_one(i32 %x) uwtable {
  %a = mul i32 %x, 9
  %b = add i32 %a, 5
  call void @throw(i32 %b)
  call void @print(i32 %x)
  ret void
}

define void @thrown_two(i32 %x) uwtable {
  %a = mul i32 %x, 9
  %b = xor i32 %a, 5
  call void @throw(i32 %b)
  call void @print(i32 %x)
  ret void
}

; DROP: define void @called_one(i32 %x) #[[CALLED:[0-9]+]]
; CODE-LABEL: called_one:
; CODE: .cfi_startproc
define void @called_one(i32 %x) nounwind uwtable "disable-tail-calls"="true" {
  %a = mul i32 %x, 11
  %b = add i32 %a, 13
  call void @print(i32 %b)
  call void @print(i32 %x)
  ret void
}

define void @called_two(i32 %x) nounwind uwtable "disable-tail-calls"="true" {
  %a = mul i32 %x, 11
  %b = xor i32 %a, 13
  call void @print(i32 %b)
  call void @print(i32 %x)
  ret void
}

; SAME: define void @same_again(i32 %x) #[[BARE:[0-9]+]] {
; SAME-NEXT: tail call void @{{.*}}(i32 %x) #[[SITE:[0-9]+]]
define void @same(i32 %x) nounwind uwtable {
  call void @print(i32 %x)
  call void @print(i32 1)
  call void @print(i32 2)
  ret void
}

define void @same_again(i32 %x) nounwind uwtable {
  call void @print(i32 %x)
  call void @print(i32 1)
  call void @print(i32 2)
  ret void
}

; What has to convert the result of its call keeps its entry.
; GIVES: define i64 @gives_number(i64 %x) #[[LISTED:[0-9]+]] {{[{]}}
; GIVES-NEXT: inttoptr
; GIVES-NEXT: tail call ptr @gives_pointer
; GIVES-NEXT: ptrtoint
; GIVES: attributes #[[LISTED]] = { nounwind uwtable }
define ptr @gives_pointer(ptr %x) nounwind uwtable {
  call void @print(i32 31)
  call void @print(i32 32)
  call void @print(i32 33)
  ret ptr %x
}

define i64 @gives_number(i64 %x) nounwind uwtable {
  call void @print(i32 31)
  call void @print(i32 32)
  call void @print(i32 33)
  ret i64 %x
}

; TIMES: define void @times4(i32 %x) #[[BARE:[0-9]+]] {
; TIMES-NEXT: tail call void @{{.*}}(i32 %x, i32 4) #[[SITE:[0-9]+]]
define void @times4(i32 %x) nounwind uwtable {
  %a = mul i32 %x, 4
  call void @print(i32 %a)
  call void @print(i32 %x)
  ret void
}

define void @times5(i32 %x) nounwind uwtable {
  %a = mul i32 %x, 5
  call void @print(i32 %a)
  call void @print(i32 %x)
  ret void
}

; KEEP-DAG: attributes #[[CALM]] = { nounwind uwtable }
; DROP-DAG: attributes #[[BARE]] = { nounwind }
; DROP-DAG: attributes #[[THROWS]] = { uwtable }
; DROP-DAG: attributes #[[CALLED]] = { nounwind uwtable "disable-tail-calls"="true" }
; DROP-DAG: attributes #[[SITE]] = { noinline }
; SAME-DAG: attributes #[[BARE]] = { nounwind }
; SAME-DAG: attributes #[[SITE]] = { noinline }
; TIMES-DAG: attributes #[[BARE]] = { nounwind }
; TIMES-DAG: attributes #[[SITE]] = { noinline }

;DBG !llvm.dbg.cu = !{!0}
;DBG !llvm.module.flags = !{!2}
;DBG !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "p", emissionKind: FullDebug)
;DBG !1 = !DIFile(filename: "f.c", directory: "/")
;DBG !2 = !{i32 2, !"Debug Info Version", i32 3}
