; Which functions may share a body where a linker comes that drops what nobody refers to: those of each pair, unless one needs
; symbols that a link can do without where it keeps the other. All of them would be merged otherwise.
;
; DEFINE: %{pair} =
; DEFINE: %{dropped} = yes
; DEFINE: %{opt} = %opt -S -mtriple=x86_64-linux-gnu -function-sections -data-sections %s -passes='f3m<force;only=^%{pair}_.$;gc-sections=%{dropped}>'
; DEFINE: %{apart} = %{opt} | %FileCheck --check-prefix=APART %s
; DEFINE: %{merged} = %{opt} | %FileCheck --check-prefix=MERGED %s
; APART-NOT: {{[ab]}}.fmerge(
; MERGED: {{[ab]}}.fmerge(
;
; REDEFINE: %{pair} = direct
; RUN: %{apart}
; REDEFINE: %{pair} = through
; RUN: %{apart}
; REDEFINE: %{pair} = table
; RUN: %{apart}
; Nor if it is in a section with other data, for whose sake it may be kept.
; RUN: %opt -S -mtriple=x86_64-linux-gnu -function-sections %s -passes='f3m<force;only=^%{pair}_.$;gc-sections=yes>' | %FileCheck --check-prefix=APART %s
; REDEFINE: %{pair} = math
; RUN: %{apart}
; REDEFINE: %{pair} = remainder
; RUN: %{apart}
; REDEFINE: %{pair} = assembly
; RUN: %{apart}
; REDEFINE: %{pair} = atomic
; RUN: %{apart}
; REDEFINE: %{pair} = replaceable
; RUN: %{apart}
; REDEFINE: %{pair} = listed
; RUN: %{apart}
; REDEFINE: %{pair} = placed
; RUN: %{apart}
; REDEFINE: %{pair} = associated
; RUN: %{apart}
; REDEFINE: %{pair} = trap
; RUN: %{apart}
; A weak symbol may be there, and need more.
; REDEFINE: %{pair} = absent
; RUN: %{apart}
; REDEFINE: %{pair} = both
; RUN: %{merged}
; REDEFINE: %{pair} = callers
; RUN: %{merged}
; REDEFINE: %{pair} = memory
; RUN: %{merged}
; REDEFINE: %{pair} = defined
; RUN: %{merged}
; REDEFINE: %{pair} = started
; RUN: %{merged}
; REDEFINE: %{pair} = initialised
; RUN: %{merged}
;
; Where nothing is dropped, nothing is refused; so it is by hand unless it is said otherwise.
; REDEFINE: %{dropped} = no
; REDEFINE: %{pair} = direct
; RUN: %{merged}
; REDEFINE: %{dropped} = auto
; RUN: %{merged}
; REDEFINE: %{dropped} = no
; REDEFINE: %{pair} = through
; RUN: %{merged}
; REDEFINE: %{pair} = table
; RUN: %{merged}
; REDEFINE: %{pair} = math
; RUN: %{merged}
; REDEFINE: %{pair} = remainder
; RUN: %{merged}
; REDEFINE: %{pair} = assembly
; RUN: %{merged}
; REDEFINE: %{pair} = atomic
; RUN: %{merged}
; REDEFINE: %{pair} = replaceable
; RUN: %{merged}
; REDEFINE: %{pair} = listed
; RUN: %{merged}
; REDEFINE: %{pair} = placed
; RUN: %{merged}
; REDEFINE: %{pair} = associated
; RUN: %{merged}
; REDEFINE: %{pair} = trap
; RUN: %{merged}
;
; A stack protector needs two symbols, which are there where a library of C is.
; REDEFINE: %{dropped} = yes
; REDEFINE: %{pair} = protector
; RUN: %{merged}
; RUN: sed 's/sspstrong/sspstrong "no-builtins"/' %s | %opt -S -mtriple=x86_64-linux-gnu -function-sections -data-sections -passes='f3m<force;only=^%{pair}_.$;gc-sections=yes>' | %FileCheck --check-prefix=APART %s
; RUN: %opt -S -mtriple=aarch64-none-elf -function-sections -data-sections %s -passes='f3m<force;only=^%{pair}_.$;gc-sections=yes>' | %FileCheck --check-prefix=APART %s

declare void @x()
declare void @always()
declare void @y()
declare extern_weak void @w()
declare double @llvm.sin.f64(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.debugtrap()

define internal void @leaf_of_slot(ptr %p) noinline {
  store volatile i8 1, ptr %p
  ret void
}

define void @direct_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define void @direct_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @y()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @helper() noinline {
  call void @y()
  ret void
}

define void @through_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @leaf()
  store volatile i32 4, ptr %p
  ret void
}

define void @through_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @helper()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @leaf() noinline {
  ret void
}

@holds_y = internal constant [1 x ptr] [ptr @y]

define void @table_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @table_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile ptr @holds_y, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @math_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @math_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @helper_of_sin(ptr %p)
  store volatile i32 4, ptr %p
  ret void
}

define void @remainder_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @remainder_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  %v = load volatile double, ptr %p
  %s = frem double %v, 3.0
  store volatile double %s, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @assembly_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @assembly_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void asm sideeffect "call y", ""()
  store volatile i32 4, ptr %p
  ret void
}

define void @atomic_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @atomic_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  %v = load atomic i128, ptr %p seq_cst, align 16
  store volatile i128 %v, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define weak void @weak() {
  call void @x()
  ret void
}

define void @replaceable_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @weak()
  store volatile i32 4, ptr %p
  ret void
}

define void @replaceable_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @listed_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @listed_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @y()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @callers_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @callers_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @y()
  store volatile i32 4, ptr %p
  ret void
}

define void @calls_listed(ptr %p) {
  call void @listed_a(ptr %p)
  call void @listed_b(ptr %p)
  ret void
}

define void @calls_callers(ptr %p) {
  call void @callers_a(ptr %p)
  call void @callers_b(ptr %p)
  ret void
}

@llvm.used = appending global [1 x ptr] [ptr @listed_b], section "llvm.metadata"

define internal void @placed_a(ptr %p) noinline section "ram" {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @placed_b(ptr %p) noinline section "ram" {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @y()
  store volatile i32 4, ptr %p
  ret void
}

define void @calls_placed(ptr %p) {
  call void @placed_a(ptr %p)
  call void @placed_b(ptr %p)
  ret void
}

define void @associated_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @associated_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @leaf()
  store volatile i32 4, ptr %p
  ret void
}

@belongs = internal global ptr @y, section "extra", !associated !0
!0 = !{ptr @associated_b}

define void @both_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @x()
  store volatile i32 4, ptr %p
  ret void
}

define void @both_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @helper_of_x()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @helper_of_x() noinline {
  call void @x()
  ret void
}

define void @absent_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @absent_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @w()
  store volatile i32 4, ptr %p
  ret void
}

define void @memory_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @memory_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @holds_y_not, i64 400, i1 true)
  %r = call ptr @memcpy(ptr %p, ptr @holds_y_not, i64 400)
  store volatile i32 4, ptr %p
  ret void
}

@holds_y_not = internal constant [400 x i8] zeroinitializer

define void @defined_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @defined_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @leaf()
  store volatile i32 4, ptr %p
  ret void
}

define internal void @started_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @always()
  store volatile i32 4, ptr %p
  ret void
}

define void @started_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define internal void @initialised_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @always()
  store volatile i32 4, ptr %p
  ret void
}

define void @initialised_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @main(ptr %p) {
  call void @started_a(ptr %p)
  ret void
}

define internal void @initialiser() section ".text.startup" {
  call void @initialised_a(ptr @holds_y_not)
  ret void
}

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @initialiser, ptr null }]

define internal void @helper_of_sin(ptr %p) noinline {
  %v = load volatile double, ptr %p
  %s = call double @llvm.sin.f64(double %v)
  store volatile double %s, ptr %p
  ret void
}

define void @trap_a(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @trap_b(ptr %p) noinline {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @llvm.debugtrap() "trap-func-name"="stop"
  store volatile i32 4, ptr %p
  ret void
}

define void @protector_a(ptr %p) noinline sspstrong {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  store volatile i32 4, ptr %p
  ret void
}

define void @protector_b(ptr %p) noinline sspstrong {
  %s = alloca [16 x i8]
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  call void @leaf_of_slot(ptr %s)
  store volatile i32 4, ptr %p
  ret void
}
