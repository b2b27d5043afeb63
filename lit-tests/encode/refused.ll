; Each function is refused for one reason, and the reason is told by its name.
; RUN: %opt -passes='f3m<others=same;min-size=1>' -pass-remarks-output=%t.yaml -disable-output %s
; RUN: %FileCheck %s < %t.yaml

; CHECK: Name: {{ *}}ifunc-resolver
; CHECK-NEXT: Function: {{ *}}resolver{{$}}
; CHECK: Name: {{ *}}address-taken-block
; CHECK-NEXT: Function: {{ *}}addr_taken{{$}}
; CHECK: Name: {{ *}}varargs
; CHECK-NEXT: Function: {{ *}}d1{{$}}
; CHECK: Name: {{ *}}optnone
; CHECK-NEXT: Function: {{ *}}opt{{$}}
; CHECK: Name: {{ *}}naked
; CHECK-NEXT: Function: {{ *}}nak{{$}}
; CHECK: Name: {{ *}}alwaysinline
; CHECK-NEXT: Function: {{ *}}ai{{$}}
; CHECK: Name: {{ *}}available-externally
; CHECK-NEXT: Function: {{ *}}ae{{$}}
; CHECK: Name: {{ *}}returns-twice
; CHECK-NEXT: Function: {{ *}}sj{{$}}
; CHECK: Name: {{ *}}convergent
; CHECK-NEXT: Function: {{ *}}cv{{$}}
; CHECK: Name: {{ *}}convergent
; CHECK-NEXT: Function: {{ *}}cvc{{$}}
; CHECK: Name: {{ *}}noduplicate
; CHECK-NEXT: Function: {{ *}}nd{{$}}
; CHECK: Name: {{ *}}frame-dependent
; CHECK-NEXT: Function: {{ *}}fa{{$}}
; CHECK: Name: {{ *}}dynamic-alloca
; CHECK-NEXT: Function: {{ *}}dyn{{$}}
; CHECK: Name: {{ *}}swifterror
; CHECK-NEXT: Function: {{ *}}se{{$}}
; CHECK: Name: {{ *}}unusual-parameter
; CHECK-NEXT: Function: {{ *}}ina{{$}}
; CHECK: Name: {{ *}}prefix-data
; CHECK-NEXT: Function: {{ *}}pfx{{$}}
; CHECK: Name: {{ *}}gc
; CHECK-NEXT: Function: {{ *}}gcf{{$}}
; CHECK: Name: {{ *}}thunk-attribute
; CHECK-NEXT: Function: {{ *}}thk{{$}}
; CHECK: Name: {{ *}}strictfp
; CHECK-NEXT: Function: {{ *}}sp{{$}}
; CHECK: Name: {{ *}}hot
; CHECK-NEXT: Function: {{ *}}ht{{$}}
; CHECK: Name: {{ *}}hot
; CHECK-NEXT: Function: {{ *}}ht2{{$}}
; CHECK: Name: {{ *}}function-metadata
; CHECK-NEXT: Function: {{ *}}md{{$}}
; CHECK: Name: {{ *}}calling-convention
; CHECK-NEXT: Function: {{ *}}intr{{$}}
; CHECK: Name: {{ *}}comdat-local-reference
; CHECK-NEXT: Function: {{ *}}cd{{$}}
; CHECK: Name: {{ *}}musttail
; CHECK-NEXT: Function: {{ *}}mt{{$}}
; CHECK: Name: {{ *}}unsupported-type
; CHECK-NEXT: Function: {{ *}}niptr{{$}}
; CHECK: Name: {{ *}}indirect-branch
; CHECK-NEXT: Function: {{ *}}ib{{$}}
; CHECK: Name: {{ *}}exception-handling
; CHECK-NEXT: Function: {{ *}}funclet{{$}}
; CHECK: Name: {{ *}}callbr
; CHECK-NEXT: Function: {{ *}}asmgoto{{$}}
; CHECK: Name: {{ *}}coroutine
; CHECK-NEXT: Function: {{ *}}coro{{$}}
; CHECK: Name: {{ *}}coroutine
; CHECK-NEXT: Function: {{ *}}coro2{{$}}
; CHECK: Name: {{ *}}nomerge
; CHECK-NEXT: Function: {{ *}}nomerge{{$}}
; CHECK: Name: {{ *}}jumptable
; CHECK-NEXT: Function: {{ *}}jumptable{{$}}
; CHECK: Name: {{ *}}strictfp
; CHECK-NEXT: Function: {{ *}}rounding{{$}}
; CHECK: Name: {{ *}}unsupported-instruction
; CHECK-NEXT: Function: {{ *}}probe{{$}}
; CHECK: Name: {{ *}}dynamic-alloca
; CHECK-NEXT: Function: {{ *}}stacksave{{$}}
; CHECK-NOT: Missed

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:7"
target triple = "x86_64-unknown-linux-gnu"
$grp = comdat any
@incomdat = internal global i32 0, section "x", comdat($grp)
@member = global i32 0, section "x", comdat($grp)
@ba = global ptr blockaddress(@addr_taken, %l)
@ifn = ifunc void (), ptr @resolver
declare i32 @setjmp(ptr) returns_twice
declare i32 @pers(...)
declare void @ext(i32)
declare void @conv() convergent
declare void @nodup() noduplicate
declare ptr @llvm.frameaddress.p0(i32)
declare void @takes(ptr)
define ptr @resolver() { ret ptr null }
define void @addr_taken() { br label %l
l: ret void }
define void @d1(...) { ret void }
define void @opt() optnone noinline { ret void }
define void @nak() naked { unreachable }
define void @ai() alwaysinline { ret void }
define available_externally void @ae() { ret void }
define i32 @sj(ptr %p) { %r = call i32 @setjmp(ptr %p) returns_twice
 ret i32 %r }
define void @cv() convergent { ret void }
define void @cvc() { call void @conv() convergent
 ret void }
define void @nd() { call void @nodup()
 ret void }
define ptr @fa() { %r = call ptr @llvm.frameaddress.p0(i32 0)
 ret ptr %r }
define void @dyn(i32 %n) { %a = alloca i8, i32 %n
 call void @takes(ptr %a)
 ret void }
define void @se(ptr swifterror %e) { ret void }
define void @ina(ptr inalloca(i32) %e) { ret void }
define void @pfx() prefix i32 1 { ret void }
define void @gcf() gc "shadow-stack" { ret void }
define void @thk() "thunk" { ret void }
define void @sp() strictfp { ret void }
define void @ht() hot { ret void }
define void @ht2() !section_prefix !1 { ret void }
define void @md() !pcsections !0 { ret void }
define void @typ() !type !2 { ret void }
define x86_intrcc void @intr(ptr byval(i8) %p) { ret void }
define ptr @cd() { ret ptr @incomdat }
define void @mt(i32 %x) { musttail call void @ext(i32 %x)
 ret void }
define void @niptr(ptr addrspace(7) %p) { ret void }
define void @persalone() personality ptr @pers { ret void }
define void @ib(ptr %p) { indirectbr ptr %p, [label %a, label %a]
a: ret void }

declare i32 @__C_specific_handler(...)
define void @funclet() personality ptr @__C_specific_handler {
  invoke void @ext(i32 0) to label %a unwind label %b
a: ret void
b: %s = catchswitch within none [label %c] unwind to caller
c: %p = catchpad within %s [ptr null]
  catchret from %p to label %a
}
define void @asmgoto() {
  callbr void asm "", "!i"() to label %a [label %b]
a: ret void
b: ret void
}
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.stacksave.p0()
define void @coro(ptr %p) { call void @llvm.coro.destroy(ptr %p)
 ret void }
define void @coro2() presplitcoroutine { ret void }
define void @nomerge() nomerge { ret void }
define void @jumptable() unnamed_addr jumptable { ret void }
define void @rounding() { %r = call i32 @llvm.get.rounding()
 ret void }
define void @probe() { call void (i64, i32, ...) @llvm.experimental.stackmap(i64 0, i32 0)
 ret void }
define void @stacksave() { %r = call ptr @llvm.stacksave.p0()
 ret void }
declare i32 @llvm.get.rounding()
declare void @llvm.experimental.stackmap(i64, i32, ...)
!0 = !{}
!1 = !{!"section_prefix", !"hot"}
!2 = !{i64 0, !"x"}
