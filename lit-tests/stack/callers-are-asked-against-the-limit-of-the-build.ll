; A merged function takes one more argument, for which there is no register left. The caller then passes it by the stack, and
; its frame becomes larger than the build allows. So code generation is asked about callers whose frames have a limit.
;
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^one_>' 2>&1 | %FileCheck %s
; RUN: sed 's/="448"/="464"/' %s | %opt -disable-output -passes='f3m<force;verify;report=-;only=^one_>' 2>&1 \
; RUN:   | %FileCheck --check-prefix=ROOM %s
; RUN: sed 's/="448"/="440"/' %s | %opt -disable-output -passes='f3m<force;verify;report=-;only=^one_>' 2>&1 \
; RUN:   | %FileCheck --check-prefix=ROOM %s
; CHECK: "merges":0,
; CHECK: "frame-grows":1
; ROOM: "merges":1,

target triple = "aarch64-unknown-linux-gnu"

@cell = global i64 0

define internal i64 @one_a(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = add i64 %7, 77
  ret i64 %8
}

define internal i64 @one_b(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h) noinline minsize {
  %1 = mul i64 %a, %b
  %2 = xor i64 %1, %c
  %3 = mul i64 %2, %d
  %4 = xor i64 %3, %e
  %5 = mul i64 %4, %f
  %6 = xor i64 %5, %g
  %7 = mul i64 %6, %h
  store volatile i64 %7, ptr @cell
  %8 = sub i64 %7, 1234
  ret i64 %8
}

define i64 @caller(i64 %x) #0 {
  %k0 = load volatile i64, ptr @cell
  %k1 = load volatile i64, ptr @cell
  %k2 = load volatile i64, ptr @cell
  %k3 = load volatile i64, ptr @cell
  %k4 = load volatile i64, ptr @cell
  %k5 = load volatile i64, ptr @cell
  %k6 = load volatile i64, ptr @cell
  %k7 = load volatile i64, ptr @cell
  %k8 = load volatile i64, ptr @cell
  %k9 = load volatile i64, ptr @cell
  %k10 = load volatile i64, ptr @cell
  %k11 = load volatile i64, ptr @cell
  %k12 = load volatile i64, ptr @cell
  %k13 = load volatile i64, ptr @cell
  %k14 = load volatile i64, ptr @cell
  %k15 = load volatile i64, ptr @cell
  %k16 = load volatile i64, ptr @cell
  %k17 = load volatile i64, ptr @cell
  %k18 = load volatile i64, ptr @cell
  %k19 = load volatile i64, ptr @cell
  %k20 = load volatile i64, ptr @cell
  %k21 = load volatile i64, ptr @cell
  %k22 = load volatile i64, ptr @cell
  %k23 = load volatile i64, ptr @cell
  %k24 = load volatile i64, ptr @cell
  %k25 = load volatile i64, ptr @cell
  %k26 = load volatile i64, ptr @cell
  %k27 = load volatile i64, ptr @cell
  %k28 = load volatile i64, ptr @cell
  %k29 = load volatile i64, ptr @cell
  %k30 = load volatile i64, ptr @cell
  %k31 = load volatile i64, ptr @cell
  %k32 = load volatile i64, ptr @cell
  %k33 = load volatile i64, ptr @cell
  %k34 = load volatile i64, ptr @cell
  %k35 = load volatile i64, ptr @cell
  %k36 = load volatile i64, ptr @cell
  %k37 = load volatile i64, ptr @cell
  %k38 = load volatile i64, ptr @cell
  %k39 = load volatile i64, ptr @cell
  %k40 = load volatile i64, ptr @cell
  %k41 = load volatile i64, ptr @cell
  %k42 = load volatile i64, ptr @cell
  %k43 = load volatile i64, ptr @cell
  %k44 = load volatile i64, ptr @cell
  %k45 = load volatile i64, ptr @cell
  %k46 = load volatile i64, ptr @cell
  %k47 = load volatile i64, ptr @cell
  %k48 = load volatile i64, ptr @cell
  %k49 = load volatile i64, ptr @cell
  %k50 = load volatile i64, ptr @cell
  %k51 = load volatile i64, ptr @cell
  %1 = call i64 @one_a(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %x)
  %2 = call i64 @one_b(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 %1)
  store volatile i64 %2, ptr @cell
  store volatile i64 %k0, ptr @cell
  store volatile i64 %k1, ptr @cell
  store volatile i64 %k2, ptr @cell
  store volatile i64 %k3, ptr @cell
  store volatile i64 %k4, ptr @cell
  store volatile i64 %k5, ptr @cell
  store volatile i64 %k6, ptr @cell
  store volatile i64 %k7, ptr @cell
  store volatile i64 %k8, ptr @cell
  store volatile i64 %k9, ptr @cell
  store volatile i64 %k10, ptr @cell
  store volatile i64 %k11, ptr @cell
  store volatile i64 %k12, ptr @cell
  store volatile i64 %k13, ptr @cell
  store volatile i64 %k14, ptr @cell
  store volatile i64 %k15, ptr @cell
  store volatile i64 %k16, ptr @cell
  store volatile i64 %k17, ptr @cell
  store volatile i64 %k18, ptr @cell
  store volatile i64 %k19, ptr @cell
  store volatile i64 %k20, ptr @cell
  store volatile i64 %k21, ptr @cell
  store volatile i64 %k22, ptr @cell
  store volatile i64 %k23, ptr @cell
  store volatile i64 %k24, ptr @cell
  store volatile i64 %k25, ptr @cell
  store volatile i64 %k26, ptr @cell
  store volatile i64 %k27, ptr @cell
  store volatile i64 %k28, ptr @cell
  store volatile i64 %k29, ptr @cell
  store volatile i64 %k30, ptr @cell
  store volatile i64 %k31, ptr @cell
  store volatile i64 %k32, ptr @cell
  store volatile i64 %k33, ptr @cell
  store volatile i64 %k34, ptr @cell
  store volatile i64 %k35, ptr @cell
  store volatile i64 %k36, ptr @cell
  store volatile i64 %k37, ptr @cell
  store volatile i64 %k38, ptr @cell
  store volatile i64 %k39, ptr @cell
  store volatile i64 %k40, ptr @cell
  store volatile i64 %k41, ptr @cell
  store volatile i64 %k42, ptr @cell
  store volatile i64 %k43, ptr @cell
  store volatile i64 %k44, ptr @cell
  store volatile i64 %k45, ptr @cell
  store volatile i64 %k46, ptr @cell
  store volatile i64 %k47, ptr @cell
  store volatile i64 %k48, ptr @cell
  store volatile i64 %k49, ptr @cell
  store volatile i64 %k50, ptr @cell
  store volatile i64 %k51, ptr @cell
  ret i64 0
}

attributes #0 = { minsize "warn-stack-size"="448" }
