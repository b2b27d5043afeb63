; An AMX tile goes through no select and no φ: operations on different tiles stay apart.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --implicit-check-not='call x86_amx @llvm.x86.tilezero'
; RUN: sed 's/i16 2)/i16 1)/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=ALIKE --implicit-check-not='call x86_amx @llvm.x86.tilezero'
; CHECK: define internal {{.*}} @left.fmerge(
; CHECK-COUNT-2: call x86_amx @llvm.x86.tilezero
; ALIKE: define internal {{.*}} @left.fmerge(
; ALIKE: call x86_amx @llvm.x86.tilezero

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

define i32 @left(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 3
  store i32 %c, ptr %p
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 1)
  call void @llvm.x86.tilestored64.internal(i16 1, i16 1, ptr %p, i64 64, x86_amx %t)
  ret i32 %c
}

define i32 @right(ptr %p, i32 %x) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i32
  %c = mul i32 %b, 5
  store i32 %c, ptr %p
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 2)
  call void @llvm.x86.tilestored64.internal(i16 1, i16 2, ptr %p, i64 64, x86_amx %t)
  ret i32 %c
}
