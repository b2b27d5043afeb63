; How a table holds addresses, by architecture, object format, code model and relocation model: in which form, or not at all;
; and where there are no tables. A row for each rule of crates/core/src/gfm/tables.rs.
; DEFINE: %{triple} =
; DEFINE: %{flags} = !0
; DEFINE: %{model} = 1
; DEFINE: %{pic} = 0
; DEFINE: %{form} =
; DEFINE: %{options} =
; DEFINE: %{try} = sed 's/TRIPLE/%{triple}/; s/FLAGS/%{flags}/; s/MODEL/%{model}/; s/PIC$/%{pic}}/' %s | %opt %{options} -passes='gfm<force;params=1>,verify' -S -o %t && %FileCheck --check-prefix=%{form} %s < %t

; x86-64: all of the program is within 2 GB, but for code models that say otherwise.
; REDEFINE: %{triple} = x86_64-unknown-linux-gnu
; REDEFINE: %{form} = SHORT
; RUN: %{try}
; REDEFINE: %{pic} = 2
; RUN: %{try}
; REDEFINE: %{flags} = !1, !0
; REDEFINE: %{model} = 1
; RUN: %{try}
; REDEFINE: %{form} = NUMBERS
; REDEFINE: %{model} = 2
; RUN: %{try}
; REDEFINE: %{model} = 3
; RUN: %{try}
; REDEFINE: %{model} = 4
; RUN: %{try}
; REDEFINE: %{flags} = !0
; REDEFINE: %{triple} = x86_64-apple-macosx
; RUN: %{try}
; REDEFINE: %{triple} = x86_64-pc-windows-msvc
; RUN: %{try}
; Pointers of 32 bits in wider registers.
; REDEFINE: %{pic} = 0
; REDEFINE: %{triple} = x86_64-unknown-linux-gnux32
; RUN: %{try}

; AArch64: code reaches 4 GB to either side, but for the tiny code model.
; REDEFINE: %{triple} = aarch64-unknown-linux-gnu
; REDEFINE: %{form} = LONG
; RUN: %{try}
; REDEFINE: %{triple} = aarch64-none-elf
; RUN: %{try}
; REDEFINE: %{triple} = aarch64_be-none-elf
; RUN: %{try}
; REDEFINE: %{triple} = aarch64-none-elf
; REDEFINE: %{flags} = !1, !0
; REDEFINE: %{model} = 1
; RUN: %{try}
; REDEFINE: %{model} = 4
; RUN: %{try}
; REDEFINE: %{model} = 0
; RUN: %{try}
; REDEFINE: %{form} = NUMBERS
; REDEFINE: %{flags} = !0
; REDEFINE: %{triple} = arm64-apple-ios
; RUN: %{try}
; REDEFINE: %{triple} = arm64_32-apple-watchos
; RUN: %{try}

; RISC-V: from the lowest to the highest 2 GB (medlow), or 2 GB from code (medany).
; REDEFINE: %{triple} = riscv64-unknown-linux-gnu
; REDEFINE: %{form} = LONG
; RUN: %{try}
; REDEFINE: %{flags} = !1, !0
; REDEFINE: %{model} = 1
; RUN: %{try}
; REDEFINE: %{model} = 3
; RUN: %{try}
; Of 32 bits, code that takes addresses as they are is where it was linked to be; medany need not be.
; REDEFINE: %{triple} = riscv32-unknown-none-elf
; REDEFINE: %{form} = NUMBERS
; RUN: %{try}
; REDEFINE: %{form} = WHOLE
; REDEFINE: %{model} = 1
; RUN: %{try}
; REDEFINE: %{flags} = !0
; RUN: %{try}
; REDEFINE: %{pic} = 2
; REDEFINE: %{form} = NUMBERS
; RUN: %{try}

; Whole, unless the loader or the program itself would have to change them.
; REDEFINE: %{triple} = wasm32-unknown-unknown
; RUN: %{try}
; REDEFINE: %{pic} = 0
; REDEFINE: %{form} = WHOLE
; RUN: %{try}
; REDEFINE: %{triple} = thumbv7m-none-eabi
; RUN: %{try}
; REDEFINE: %{triple} = armv7-unknown-linux-gnueabihf
; RUN: %{try}
; REDEFINE: %{pic} = 2
; REDEFINE: %{form} = NUMBERS
; RUN: %{try}
; Code generation alone knows whether constants or data move. Without it, nobody knows.
; REDEFINE: %{pic} = 0
; REDEFINE: %{triple} = thumbv7m-none-eabi
; REDEFINE: %{options} = -relocation-model=ropi
; RUN: %{try}
; REDEFINE: %{options} = -relocation-model=rwpi
; RUN: %{try}
; REDEFINE: %{options} = -relocation-model=ropi-rwpi
; RUN: %{try}
; REDEFINE: %{options} =

; Numbers stand in tables of other targets too, but for those where constants are other memory, or not read for nothing.
; REDEFINE: %{form} = NONE
; REDEFINE: %{triple} = nvptx64-nvidia-cuda
; RUN: %{try}
; REDEFINE: %{triple} = amdgcn-amd-amdhsa
; RUN: %{try}
; REDEFINE: %{triple} = avr
; RUN: %{try}
; No register is left for where a table is.
; REDEFINE: %{triple} = i686-unknown-linux-gnu
; RUN: %{try}

; SHORT: @fmerge.table{{.*}} <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @near to i64), i64 ptrtoint (ptr @fmerge.table to i64)) to i32),
; SHORT: define internal void @near_1.gfm({{.*}}align 4 dereferenceable(8)
; SHORT: call ptr @llvm.load.relative.i64(ptr %0, i64 4)

; LONG: @fmerge.table{{.*}} <{ i64, i64 }> <{ i64 sub (i64 ptrtoint (ptr @near to i64), i64 ptrtoint (ptr @fmerge.table to i64)),
; LONG: define internal void @near_1.gfm({{.*}}align 8 dereferenceable(16)
; LONG: %[[AT:.*]] = getelementptr inbounds i8, ptr %0, i64 8
; LONG-NEXT: %[[DISTANCE:.*]] = load i64, ptr %[[AT]], align 8, !invariant.load
; LONG-NEXT: %[[TABLE:.*]] = ptrtoint ptr %0 to i64
; LONG-NEXT: %[[SUM:.*]] = add i64 %[[TABLE]], %[[DISTANCE]]
; LONG-NEXT: inttoptr i64 %[[SUM]] to ptr

; WHOLE: @fmerge.table{{.*}} <{ ptr, ptr }> <{ ptr @near, ptr @here }>
; WHOLE: define internal void @near_1.gfm({{.*}}align 4 dereferenceable(8)
; WHOLE: load ptr, {{.*}} align 4, !invariant.load

; NUMBERS: @fmerge.table{{.*}} <{ i32 3, i32 13 }>
; NUMBERS-NOT: ptrtoint
; NUMBERS: define {{.*}} @near_1(
; NUMBERS-NOT: near_1.gfm(

; NONE-NOT: fmerge.table

target triple = "TRIPLE"

@near = internal global [4 x i32] zeroinitializer
@here = dso_local global [4 x i32] zeroinitializer

define dso_local void @near_1(ptr %p) {
  store ptr @near, ptr %p
  store volatile ptr @here, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define dso_local void @near_2(ptr %p) {
  store ptr @here, ptr %p
  store volatile ptr @near, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define dso_local void @numbers_1(ptr %p, i32 %x) {
  %a = xor i32 %x, 3
  %b = xor i32 %a, 13
  store i32 %b, ptr %p
  ret void
}

define dso_local void @numbers_2(ptr %p, i32 %x) {
  %a = xor i32 %x, 4
  %b = xor i32 %a, 14
  store i32 %b, ptr %p
  ret void
}

!llvm.module.flags = !{FLAGS}
!0 = !{i32 8, !"PIC Level", i32 PIC
!1 = !{i32 1, !"Code Model", i32 MODEL}
