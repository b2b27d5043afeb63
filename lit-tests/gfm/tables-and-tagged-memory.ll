; Sanitizers that give tags to all variables of a module may run after us, and say nothing of it but on functions: then no
; table holds an address, whatever front end made the module.
; RUN: %opt -passes='gfm<force;params=1>,verify' -S %s | %FileCheck %s
; RUN: sed 's/sanitize_hwaddress/sanitize_memtag/' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck %s
; RUN: sed 's/aarch64-unknown-linux-gnu/x86_64-unknown-linux-gnu/' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck %s
; RUN: sed 's/sanitize_hwaddress//' %s | %opt -passes='gfm<force;params=1>,verify' -S | %FileCheck --check-prefix=PLAIN %s
; RUN: %opt -passes='gfm<force;params=1>,hwasan' -S %s | llc -filetype=obj -o %t
; RUN: llvm-readelf -r %t | %FileCheck --check-prefix=CODE %s
; CHECK-NOT: .gfm
; PLAIN: @fmerge.table
; CODE-NOT: R_AARCH64_PREL32 {{.*}} near

target triple = "aarch64-unknown-linux-gnu"

@near = internal global [4 x i32] zeroinitializer
@here = internal global [4 x i32] zeroinitializer

define void @one(ptr %p) {
  store ptr @near, ptr %p
  store volatile ptr @here, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define void @two(ptr %p) {
  store ptr @here, ptr %p
  store volatile ptr @near, ptr %p
  store volatile i8 0, ptr %p
  ret void
}

define void @other() sanitize_hwaddress {
  ret void
}
