; Functions are weighed by code for their own processor and features. Without those, RISC-V had no registers for floating-point
; numbers, and said so each time. Where functions have none, as in Rust, the ABI asks for them.
; RUN: %opt -passes='f3m<speed=ignore;profit=exact;verify>' -S %s 2>&1 | %FileCheck --implicit-check-not=Hard %s
; RUN: sed 's/"target-features"="[^"]*"//' %s | %opt -passes='f3m<speed=ignore;profit=exact;verify>' -disable-output 2> %t.log
; opt itself asks for nothing, and is told so once.
; RUN: grep -c Hard %t.log | grep -x 1
; CHECK: define i64 @big1

target triple = "riscv64-unknown-linux-gnu"

define i64 @big1(i64 %a) #0 {
  %x0 = xor i64 %a, 5
  %m0 = mul i64 %x0, 1311768467463790321
  %x1 = xor i64 %m0, 7988465003031441937
  %m1 = mul i64 %x1, 1312051046263939058
  %x2 = xor i64 %m1, 7988465002745110784
  %m2 = mul i64 %x2, 1312333625064087795
  %x3 = xor i64 %m2, 7988465002458779631
  ret i64 %x3
}

define i64 @big2(i64 %a) #0 {
  %x0 = xor i64 %a, 77777
  %m0 = mul i64 %x0, 1311768467463790321
  %x1 = xor i64 %m0, 7988465003031441937
  %m1 = mul i64 %x1, 1312051046263939058
  %x2 = xor i64 %m1, 7988465002745110784
  %m2 = mul i64 %x2, 1312333625064087795
  %x3 = xor i64 %m2, 7988465002458779631
  ret i64 %x3
}

define i32 @rot1(i32 %a) #0 {
  %x0 = add i32 %a, 5
  %l0 = shl i32 %x0, 3
  %r0 = lshr i32 %x0, 29
  %x1 = or i32 %l0, %r0
  %l1 = shl i32 %x1, 4
  %r1 = lshr i32 %x1, 28
  %x2 = or i32 %l1, %r1
  %l2 = shl i32 %x2, 5
  %r2 = lshr i32 %x2, 27
  %x3 = or i32 %l2, %r2
  %l3 = shl i32 %x3, 6
  %r3 = lshr i32 %x3, 26
  %x4 = or i32 %l3, %r3
  %l4 = shl i32 %x4, 7
  %r4 = lshr i32 %x4, 25
  %x5 = or i32 %l4, %r4
  ret i32 %x5
}

define i32 @rot2(i32 %a) #0 {
  %x0 = add i32 %a, 77777
  %l0 = shl i32 %x0, 3
  %r0 = lshr i32 %x0, 29
  %x1 = or i32 %l0, %r0
  %l1 = shl i32 %x1, 4
  %r1 = lshr i32 %x1, 28
  %x2 = or i32 %l1, %r1
  %l2 = shl i32 %x2, 5
  %r2 = lshr i32 %x2, 27
  %x3 = or i32 %l2, %r2
  %l3 = shl i32 %x3, 6
  %r3 = lshr i32 %x3, 26
  %x4 = or i32 %l3, %r3
  %l4 = shl i32 %x4, 7
  %r4 = lshr i32 %x4, 25
  %x5 = or i32 %l4, %r4
  ret i32 %x5
}

attributes #0 = { minsize optsize "target-cpu"="generic-rv64" "target-features"="+64bit,+a,+c,+d,+f,+m,+zicsr" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"target-abi", !"lp64d"}
