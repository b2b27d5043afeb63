; On x86-64, arguments that lie in memory are pushed from there. A caller of two functions of 30 and of 60 parameters calls one of 61 twice
; once these are merged, the first time with arguments that nobody needs: then it loads all arguments before it passes them, and saves and spills
; registers for that. If calls may lead back to the caller, code generation is asked what it takes of the stack.
;
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^take_>' 2>&1 | %FileCheck %s
; RUN: sed 's/call i64 %f/add i64 1, 2 ;/' %s | %opt -disable-output -passes='f3m<force;verify;report=-;only=^take_>' 2>&1 \
; RUN:   | %FileCheck --check-prefix=ONCE %s
; CHECK: "merges":0,
; CHECK: "frame-grows":1
; ONCE: "merges":1,

target triple = "x86_64-unknown-linux-gnu"

@p = global [8 x i64] zeroinitializer
@q = global i64 0
@callers = global ptr @caller

define internal fastcc i64 @take_few(i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5, i64 %a6, i64 %a7, i64 %a8, i64 %a9, i64 %a10, i64 %a11, i64 %a12, i64 %a13, i64 %a14, i64 %a15, i64 %a16, i64 %a17, i64 %a18, i64 %a19, i64 %a20, i64 %a21, i64 %a22, i64 %a23, i64 %a24, i64 %a25, i64 %a26, i64 %a27, i64 %a28, i64 %a29) noinline minsize {
  %l = load volatile i64, ptr @q
  %m = add i64 %l, 1
  store volatile i64 %m, ptr @q
  %x1 = xor i64 %a0, %a1
  %x2 = xor i64 %x1, %a2
  %x3 = xor i64 %x2, %a3
  %x4 = xor i64 %x3, %a4
  %x5 = xor i64 %x4, %a5
  %x6 = xor i64 %x5, %a6
  %x7 = xor i64 %x6, %a7
  %x8 = xor i64 %x7, %a8
  %x9 = xor i64 %x8, %a9
  %x10 = xor i64 %x9, %a10
  %x11 = xor i64 %x10, %a11
  %x12 = xor i64 %x11, %a12
  %x13 = xor i64 %x12, %a13
  %x14 = xor i64 %x13, %a14
  %x15 = xor i64 %x14, %a15
  %x16 = xor i64 %x15, %a16
  %x17 = xor i64 %x16, %a17
  %x18 = xor i64 %x17, %a18
  %x19 = xor i64 %x18, %a19
  %x20 = xor i64 %x19, %a20
  %x21 = xor i64 %x20, %a21
  %x22 = xor i64 %x21, %a22
  %x23 = xor i64 %x22, %a23
  %x24 = xor i64 %x23, %a24
  %x25 = xor i64 %x24, %a25
  %x26 = xor i64 %x25, %a26
  %x27 = xor i64 %x26, %a27
  %x28 = xor i64 %x27, %a28
  %x29 = xor i64 %x28, %a29
  %k = load volatile i64, ptr @p
  %z = mul i64 %k, %x29
  ret i64 %z
}

define internal fastcc i64 @take_many(i64 %a0, i64 %a1, i64 %a2, i64 %a3, i64 %a4, i64 %a5, i64 %a6, i64 %a7, i64 %a8, i64 %a9, i64 %a10, i64 %a11, i64 %a12, i64 %a13, i64 %a14, i64 %a15, i64 %a16, i64 %a17, i64 %a18, i64 %a19, i64 %a20, i64 %a21, i64 %a22, i64 %a23, i64 %a24, i64 %a25, i64 %a26, i64 %a27, i64 %a28, i64 %a29, i64 %a30, i64 %a31, i64 %a32, i64 %a33, i64 %a34, i64 %a35, i64 %a36, i64 %a37, i64 %a38, i64 %a39, i64 %a40, i64 %a41, i64 %a42, i64 %a43, i64 %a44, i64 %a45, i64 %a46, i64 %a47, i64 %a48, i64 %a49, i64 %a50, i64 %a51, i64 %a52, i64 %a53, i64 %a54, i64 %a55, i64 %a56, i64 %a57, i64 %a58, i64 %a59) noinline minsize {
  %l = load volatile i64, ptr @q
  %m = add i64 %l, 1
  store volatile i64 %m, ptr @q
  %x1 = xor i64 %a0, %a1
  %x2 = xor i64 %x1, %a2
  %x3 = xor i64 %x2, %a3
  %x4 = xor i64 %x3, %a4
  %x5 = xor i64 %x4, %a5
  %x6 = xor i64 %x5, %a6
  %x7 = xor i64 %x6, %a7
  %x8 = xor i64 %x7, %a8
  %x9 = xor i64 %x8, %a9
  %x10 = xor i64 %x9, %a10
  %x11 = xor i64 %x10, %a11
  %x12 = xor i64 %x11, %a12
  %x13 = xor i64 %x12, %a13
  %x14 = xor i64 %x13, %a14
  %x15 = xor i64 %x14, %a15
  %x16 = xor i64 %x15, %a16
  %x17 = xor i64 %x16, %a17
  %x18 = xor i64 %x17, %a18
  %x19 = xor i64 %x18, %a19
  %x20 = xor i64 %x19, %a20
  %x21 = xor i64 %x20, %a21
  %x22 = xor i64 %x21, %a22
  %x23 = xor i64 %x22, %a23
  %x24 = xor i64 %x23, %a24
  %x25 = xor i64 %x24, %a25
  %x26 = xor i64 %x25, %a26
  %x27 = xor i64 %x26, %a27
  %x28 = xor i64 %x27, %a28
  %x29 = xor i64 %x28, %a29
  %x30 = xor i64 %x29, %a30
  %x31 = xor i64 %x30, %a31
  %x32 = xor i64 %x31, %a32
  %x33 = xor i64 %x32, %a33
  %x34 = xor i64 %x33, %a34
  %x35 = xor i64 %x34, %a35
  %x36 = xor i64 %x35, %a36
  %x37 = xor i64 %x36, %a37
  %x38 = xor i64 %x37, %a38
  %x39 = xor i64 %x38, %a39
  %x40 = xor i64 %x39, %a40
  %x41 = xor i64 %x40, %a41
  %x42 = xor i64 %x41, %a42
  %x43 = xor i64 %x42, %a43
  %x44 = xor i64 %x43, %a44
  %x45 = xor i64 %x44, %a45
  %x46 = xor i64 %x45, %a46
  %x47 = xor i64 %x46, %a47
  %x48 = xor i64 %x47, %a48
  %x49 = xor i64 %x48, %a49
  %x50 = xor i64 %x49, %a50
  %x51 = xor i64 %x50, %a51
  %x52 = xor i64 %x51, %a52
  %x53 = xor i64 %x52, %a53
  %x54 = xor i64 %x53, %a54
  %x55 = xor i64 %x54, %a55
  %x56 = xor i64 %x55, %a56
  %x57 = xor i64 %x56, %a57
  %x58 = xor i64 %x57, %a58
  %x59 = xor i64 %x58, %a59
  %k = load volatile i64, ptr @p
  %z = mul i64 %k, %x59
  ret i64 %z
}

define internal i64 @caller(i64 %n) minsize {
  %f = load volatile ptr, ptr @callers
  %s0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %s1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %s2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %s3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %s4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %s5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %s6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %s7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %s8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %s9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %s10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %s11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %s12 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %s13 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %s14 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %s15 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %s16 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %s17 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %s18 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %s19 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %s20 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %s21 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %s22 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %s23 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %s24 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %s25 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %s26 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %s27 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %s28 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %s29 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %s = call fastcc i64 @take_few(i64 %s0, i64 %s1, i64 %s2, i64 %s3, i64 %s4, i64 %s5, i64 %s6, i64 %s7, i64 %s8, i64 %s9, i64 %s10, i64 %s11, i64 %s12, i64 %s13, i64 %s14, i64 %s15, i64 %s16, i64 %s17, i64 %s18, i64 %s19, i64 %s20, i64 %s21, i64 %s22, i64 %s23, i64 %s24, i64 %s25, i64 %s26, i64 %s27, i64 %s28, i64 %s29)
  %t0 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t1 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t2 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t3 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t4 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t5 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t6 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t7 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t8 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t9 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t10 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t11 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t12 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t13 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t14 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t15 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t16 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t17 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t18 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t19 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t20 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t21 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t22 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t23 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t24 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t25 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t26 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t27 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t28 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t29 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t30 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t31 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t32 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t33 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t34 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t35 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t36 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t37 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t38 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t39 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t40 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t41 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t42 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t43 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t44 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t45 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t46 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t47 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t48 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t49 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t50 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t51 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t52 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t53 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 32)
  %t54 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 40)
  %t55 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 48)
  %t56 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 0)
  %t57 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %t58 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 16)
  %t59 = load volatile i64, ptr getelementptr (i8, ptr @p, i64 24)
  %t = call fastcc i64 @take_many(i64 %t0, i64 %t1, i64 %t2, i64 %t3, i64 %t4, i64 %t5, i64 %t6, i64 %t7, i64 %t8, i64 %t9, i64 %t10, i64 %t11, i64 %t12, i64 %t13, i64 %t14, i64 %t15, i64 %t16, i64 %t17, i64 %t18, i64 %t19, i64 %t20, i64 %t21, i64 %t22, i64 %t23, i64 %t24, i64 %t25, i64 %t26, i64 %t27, i64 %t28, i64 %t29, i64 %t30, i64 %t31, i64 %t32, i64 %t33, i64 %t34, i64 %t35, i64 %t36, i64 %t37, i64 %t38, i64 %t39, i64 %t40, i64 %t41, i64 %t42, i64 %t43, i64 %t44, i64 %t45, i64 %t46, i64 %t47, i64 %t48, i64 %t49, i64 %t50, i64 %t51, i64 %t52, i64 %t53, i64 %t54, i64 %t55, i64 %t56, i64 %t57, i64 %t58, i64 %t59)
  %m = add i64 %n, -1
  %r = call i64 %f(i64 %m)
  %q = add i64 %r, %t
  store volatile i64 %s, ptr @p
  ret i64 %q
}
