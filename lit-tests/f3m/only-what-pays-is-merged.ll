; Without `force`, a pair is merged when bytes are saved by the estimate: the two large functions, not the two
; small ones, whose thunks would be larger than they are. `min-gain` asks for more.
; RUN: %opt -passes='f3m<speed=ignore;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='f3m<speed=ignore;verify;min-gain=4000>,verify' -pass-remarks-output=- -disable-output %s | count 0
; RUN: %opt -passes='f3m<speed=ignore;verify;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=REPORT
; RUN: %opt -passes='f3m<speed=ignore;verify;force;only=^small>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --check-prefix=FORCE
; CHECK: --- !Passed
; CHECK: merged large1 and large2, saving {{[0-9]+}} bytes
; REPORT: "merges":1,
; REPORT: "thunks":2,
; REPORT: "removed":0,
; REPORT: "gain":{{[0-9]+}},
; REPORT: "unprofitable":
; REPORT: "name":"large1",
; REPORT: "name":"large2",
; REPORT: "merged":"large1.fmerge",
; FORCE: merged small1 and small2, saving -

define i32 @large1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %m0 = mul i32 %b, 100
  %x0 = xor i32 %m0, %a
  store volatile i32 %x0, ptr %p
  %m1 = mul i32 %b, 101
  %x1 = xor i32 %m1, %a
  store volatile i32 %x1, ptr %p
  %m2 = mul i32 %b, 102
  %x2 = xor i32 %m2, %a
  store volatile i32 %x2, ptr %p
  %m3 = mul i32 %b, 103
  %x3 = xor i32 %m3, %a
  store volatile i32 %x3, ptr %p
  %m4 = mul i32 %b, 104
  %x4 = xor i32 %m4, %a
  store volatile i32 %x4, ptr %p
  %m5 = mul i32 %b, 105
  %x5 = xor i32 %m5, %a
  store volatile i32 %x5, ptr %p
  %m6 = mul i32 %b, 106
  %x6 = xor i32 %m6, %a
  store volatile i32 %x6, ptr %p
  %m7 = mul i32 %b, 107
  %x7 = xor i32 %m7, %a
  store volatile i32 %x7, ptr %p
  %m8 = mul i32 %b, 108
  %x8 = xor i32 %m8, %a
  store volatile i32 %x8, ptr %p
  %m9 = mul i32 %b, 109
  %x9 = xor i32 %m9, %a
  store volatile i32 %x9, ptr %p
  %m10 = mul i32 %b, 110
  %x10 = xor i32 %m10, %a
  store volatile i32 %x10, ptr %p
  %m11 = mul i32 %b, 111
  %x11 = xor i32 %m11, %a
  store volatile i32 %x11, ptr %p
  %m12 = mul i32 %b, 112
  %x12 = xor i32 %m12, %a
  store volatile i32 %x12, ptr %p
  %m13 = mul i32 %b, 113
  %x13 = xor i32 %m13, %a
  store volatile i32 %x13, ptr %p
  %m14 = mul i32 %b, 114
  %x14 = xor i32 %m14, %a
  store volatile i32 %x14, ptr %p
  %m15 = mul i32 %b, 115
  %x15 = xor i32 %m15, %a
  store volatile i32 %x15, ptr %p
  %m16 = mul i32 %b, 116
  %x16 = xor i32 %m16, %a
  store volatile i32 %x16, ptr %p
  %m17 = mul i32 %b, 117
  %x17 = xor i32 %m17, %a
  store volatile i32 %x17, ptr %p
  %m18 = mul i32 %b, 118
  %x18 = xor i32 %m18, %a
  store volatile i32 %x18, ptr %p
  %m19 = mul i32 %b, 119
  %x19 = xor i32 %m19, %a
  store volatile i32 %x19, ptr %p
  %m20 = mul i32 %b, 120
  %x20 = xor i32 %m20, %a
  store volatile i32 %x20, ptr %p
  %m21 = mul i32 %b, 121
  %x21 = xor i32 %m21, %a
  store volatile i32 %x21, ptr %p
  %m22 = mul i32 %b, 122
  %x22 = xor i32 %m22, %a
  store volatile i32 %x22, ptr %p
  %m23 = mul i32 %b, 123
  %x23 = xor i32 %m23, %a
  store volatile i32 %x23, ptr %p
  %m24 = mul i32 %b, 124
  %x24 = xor i32 %m24, %a
  store volatile i32 %x24, ptr %p
  %m25 = mul i32 %b, 125
  %x25 = xor i32 %m25, %a
  store volatile i32 %x25, ptr %p
  %m26 = mul i32 %b, 126
  %x26 = xor i32 %m26, %a
  store volatile i32 %x26, ptr %p
  %m27 = mul i32 %b, 127
  %x27 = xor i32 %m27, %a
  store volatile i32 %x27, ptr %p
  %m28 = mul i32 %b, 128
  %x28 = xor i32 %m28, %a
  store volatile i32 %x28, ptr %p
  %m29 = mul i32 %b, 129
  %x29 = xor i32 %m29, %a
  store volatile i32 %x29, ptr %p
  ret i32 %b
}

define i32 @large2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %m0 = mul i32 %b, 100
  %x0 = xor i32 %m0, %a
  store volatile i32 %x0, ptr %p
  %m1 = mul i32 %b, 101
  %x1 = xor i32 %m1, %a
  store volatile i32 %x1, ptr %p
  %m2 = mul i32 %b, 102
  %x2 = xor i32 %m2, %a
  store volatile i32 %x2, ptr %p
  %m3 = mul i32 %b, 103
  %x3 = xor i32 %m3, %a
  store volatile i32 %x3, ptr %p
  %m4 = mul i32 %b, 104
  %x4 = xor i32 %m4, %a
  store volatile i32 %x4, ptr %p
  %m5 = mul i32 %b, 105
  %x5 = xor i32 %m5, %a
  store volatile i32 %x5, ptr %p
  %m6 = mul i32 %b, 106
  %x6 = xor i32 %m6, %a
  store volatile i32 %x6, ptr %p
  %m7 = mul i32 %b, 107
  %x7 = xor i32 %m7, %a
  store volatile i32 %x7, ptr %p
  %m8 = mul i32 %b, 108
  %x8 = xor i32 %m8, %a
  store volatile i32 %x8, ptr %p
  %m9 = mul i32 %b, 109
  %x9 = xor i32 %m9, %a
  store volatile i32 %x9, ptr %p
  %m10 = mul i32 %b, 110
  %x10 = xor i32 %m10, %a
  store volatile i32 %x10, ptr %p
  %m11 = mul i32 %b, 111
  %x11 = xor i32 %m11, %a
  store volatile i32 %x11, ptr %p
  %m12 = mul i32 %b, 112
  %x12 = xor i32 %m12, %a
  store volatile i32 %x12, ptr %p
  %m13 = mul i32 %b, 113
  %x13 = xor i32 %m13, %a
  store volatile i32 %x13, ptr %p
  %m14 = mul i32 %b, 114
  %x14 = xor i32 %m14, %a
  store volatile i32 %x14, ptr %p
  %m15 = mul i32 %b, 115
  %x15 = xor i32 %m15, %a
  store volatile i32 %x15, ptr %p
  %m16 = mul i32 %b, 116
  %x16 = xor i32 %m16, %a
  store volatile i32 %x16, ptr %p
  %m17 = mul i32 %b, 117
  %x17 = xor i32 %m17, %a
  store volatile i32 %x17, ptr %p
  %m18 = mul i32 %b, 118
  %x18 = xor i32 %m18, %a
  store volatile i32 %x18, ptr %p
  %m19 = mul i32 %b, 119
  %x19 = xor i32 %m19, %a
  store volatile i32 %x19, ptr %p
  %m20 = mul i32 %b, 120
  %x20 = xor i32 %m20, %a
  store volatile i32 %x20, ptr %p
  %m21 = mul i32 %b, 121
  %x21 = xor i32 %m21, %a
  store volatile i32 %x21, ptr %p
  %m22 = mul i32 %b, 122
  %x22 = xor i32 %m22, %a
  store volatile i32 %x22, ptr %p
  %m23 = mul i32 %b, 123
  %x23 = xor i32 %m23, %a
  store volatile i32 %x23, ptr %p
  %m24 = mul i32 %b, 124
  %x24 = xor i32 %m24, %a
  store volatile i32 %x24, ptr %p
  %m25 = mul i32 %b, 125
  %x25 = xor i32 %m25, %a
  store volatile i32 %x25, ptr %p
  %m26 = mul i32 %b, 126
  %x26 = xor i32 %m26, %a
  store volatile i32 %x26, ptr %p
  %m27 = mul i32 %b, 127
  %x27 = xor i32 %m27, %a
  store volatile i32 %x27, ptr %p
  %m28 = mul i32 %b, 128
  %x28 = xor i32 %m28, %a
  store volatile i32 %x28, ptr %p
  %m29 = mul i32 %b, 129
  %x29 = xor i32 %m29, %a
  store volatile i32 %x29, ptr %p
  ret i32 %b
}

define i32 @small1(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @small2(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
