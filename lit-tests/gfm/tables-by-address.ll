; Which addresses stand in a table: those of what the linker of this program places, wherever that may be. A pair of functions
; for each kind that does not; in the last column they differ from what does.
; RUN: %opt -passes='gfm<force;params=1>,verify' -S %s | %FileCheck --check-prefixes=CHECK,DISTANCE %s
; RUN: sed 's/x86_64-unknown-linux-gnu/aarch64-unknown-linux-gnu/' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck --check-prefixes=CHECK,LONG %s
; RUN: sed 's/x86_64-unknown-linux-gnu/thumbv7m-none-eabi/; s/, !absolute_symbol !0//' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck --check-prefixes=CHECK,WHOLE %s

; CHECK-NOT: @fmerge.table{{.*}}@{{far|there|own_section|large_section|pragma_section|own_model|tagged|other_space}}
; DISTANCE-NOT: @fmerge.table{{.*}}@{{absent|absolute|huge}}
; DISTANCE: @fmerge.table{{.*}}@declared
; DISTANCE-NOT: @fmerge.table{{.*}}@{{absent|absolute|huge}}
; LONG-NOT: @fmerge.table{{.*}}@{{absent|absolute|declared|hidden_function}}
; LONG: @fmerge.table{{.*}}getelementptr inbounds (i8, ptr @huge, i64 268435456)
; WHOLE: @fmerge.table{{.*}}ptr @absent
; WHOLE: @fmerge.table{{.*}}ptr @absolute
; WHOLE: @fmerge.table{{.*}}ptr @declared
; WHOLE: @fmerge.table{{.*}}getelementptr inbounds (i8, ptr @huge,
; CHECK: define dso_local void @near_1(
; CHECK: call void @near_1.gfm({{.*}}ptr @fmerge.table{{.*}})

target triple = "x86_64-unknown-linux-gnu"

@near = internal global [4 x i32] zeroinitializer
@far = external global i32
@declared = external dso_local global i32
declare hidden void @hidden_function()
@absent = extern_weak dso_local global i32
@absolute = external hidden global i8, !absolute_symbol !0
@there = internal thread_local global i32 0
@own_section = internal global i32 0, section ".ccmram"
@large_section = internal global i32 0, section ".ldata"
@pragma_section = internal global i32 0 #0
@own_model = internal global i32 0, code_model "large"
@tagged = internal global i32 0, sanitize_memtag
@other_space = internal addrspace(1) global i32 0
@huge = external hidden global [536870912 x i8]
@other = internal global [4 x i32] zeroinitializer

define dso_local void @near_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @near_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  store volatile ptr @other, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @far_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  store volatile ptr @far, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @far_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @absent_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  store volatile ptr @absent, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @absent_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @absolute_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  store volatile ptr @absolute, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @absolute_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @declared_1(i64 %x, ptr %p) {
  fence acquire
  store volatile ptr @declared, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @declared_2(i64 %x, ptr %p) {
  fence acquire
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @there_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  store volatile ptr @there, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @there_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @own_section_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  store volatile ptr @own_section, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @own_section_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @large_section_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  store volatile ptr @large_section, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @large_section_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @pragma_section_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  store volatile ptr @pragma_section, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @pragma_section_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @own_model_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  store volatile ptr @own_model, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @own_model_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @tagged_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  store volatile ptr @tagged, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @tagged_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @other_space_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  store volatile ptr addrspacecast (ptr addrspace(1) @other_space to ptr), ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @other_space_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @huge_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  %l11 = load volatile i8, ptr %p
  store volatile ptr getelementptr inbounds (i8, ptr @huge, i64 268435456), ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @huge_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  %l11 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}

attributes #0 = { "bss-section"=".bss.own" }
!0 = !{i64 0, i64 256}

define dso_local void @hidden_1(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  %l11 = load volatile i8, ptr %p
  %l12 = load volatile i8, ptr %p
  %l13 = load volatile i8, ptr %p
  store volatile ptr @near, ptr %p
  %a = xor i64 %x, 5
  store volatile i64 %a, ptr %p
  ret void
}

define dso_local void @hidden_2(i64 %x, ptr %p) {
  %l0 = load volatile i8, ptr %p
  %l1 = load volatile i8, ptr %p
  %l2 = load volatile i8, ptr %p
  %l3 = load volatile i8, ptr %p
  %l4 = load volatile i8, ptr %p
  %l5 = load volatile i8, ptr %p
  %l6 = load volatile i8, ptr %p
  %l7 = load volatile i8, ptr %p
  %l8 = load volatile i8, ptr %p
  %l9 = load volatile i8, ptr %p
  %l10 = load volatile i8, ptr %p
  %l11 = load volatile i8, ptr %p
  %l12 = load volatile i8, ptr %p
  %l13 = load volatile i8, ptr %p
  store volatile ptr @hidden_function, ptr %p
  %a = xor i64 %x, 6
  store volatile i64 %a, ptr %p
  ret void
}
