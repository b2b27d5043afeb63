; What is refused, each by its reason; nothing of it is merged.
; RUN: %opt -passes='identical<force;verify;report=%t>,verify' -S %s | %FileCheck %s
; RUN: %python -m json.tool %t | %FileCheck %s --check-prefix=REPORT
; CHECK-NOT: tail call
; REPORT: "merges": 0
; REPORT: "rejects": {
; REPORT-NEXT: "address-taken-block": 2,
; REPORT-NEXT: "calling-convention": 2,
; REPORT-NEXT: "coroutine": 2,
; REPORT-NEXT: "function-metadata": 2,
; REPORT-NEXT: "gc": 2,
; REPORT-NEXT: "jumptable": 2,
; REPORT-NEXT: "naked": 2,
; REPORT-NEXT: "nomerge": 4,
; REPORT-NEXT: "optnone": 2,
; REPORT-NEXT: "prefix-data": 2,
; REPORT-NEXT: "thunk-attribute": 2
declare i32 @callee(i32)

define internal i32 @optnone1(i32 %x) optnone noinline {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @optnone2(i32 %x) optnone noinline {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @naked1(i32 %x) naked {
  call void asm sideeffect "ret", ""()
  unreachable
}

define internal i32 @naked2(i32 %x) naked {
  call void asm sideeffect "ret", ""()
  unreachable
}

define internal i32 @nomerge1(i32 %x) nomerge {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @nomerge2(i32 %x) nomerge {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @nomergecall1(i32 %x)  {
  %a = call i32 @callee(i32 %x) nomerge
  %b = mul i32 %a, %a
  ret i32 %b
}

define internal i32 @nomergecall2(i32 %x)  {
  %a = call i32 @callee(i32 %x) nomerge
  %b = mul i32 %a, %a
  ret i32 %b
}

define internal i32 @prefix1(i32 %x) prefix i32 7 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @prefix2(i32 %x) prefix i32 7 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @gc1(i32 %x) gc "shadow-stack" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @gc2(i32 %x) gc "shadow-stack" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @thunk1(i32 %x) "thunk" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @thunk2(i32 %x) "thunk" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @jumptable1(i32 %x) unnamed_addr jumptable {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define i32 @jumptable2(i32 %x) unnamed_addr jumptable {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @presplit1(i32 %x) presplitcoroutine {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @presplit2(i32 %x) presplitcoroutine {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @blocks1(i32 %x, ptr %p)  {
  store ptr blockaddress(@blocks1, %next), ptr %p
  br label %next

next:
  ret i32 %x
}

define internal i32 @blocks2(i32 %x, ptr %p)  {
  store ptr blockaddress(@blocks2, %next), ptr %p
  br label %next

next:
  ret i32 %x
}

define internal i32 @unknown1(i32 %x) !unknown !0 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @unknown2(i32 %x) !unknown !0 {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @interrupt1(i32 %x) "interrupt"="IRQ" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

define internal i32 @interrupt2(i32 %x) "interrupt"="IRQ" {
  %a = mul i32 %x, 3
  %b = xor i32 %a, 85
  %c = lshr i32 %b, 2
  %d = sub i32 %c, %x
  ret i32 %d
}

!0 = !{}
