; A function that others may refer to stays as a thunk, with all of its own linkage, visibility, preemption
; and storage class. The merged function has none of these. (`only` picks one pair for each run.)
; RUN: %opt -passes='f3m<force;verify;only=^one_external$|^two_external$>,verify' -S %s | %FileCheck %s --check-prefix=EXTERNAL
; RUN: %opt -passes='f3m<force;verify;only=^one_external_hidden$|^two_external_hidden$>,verify' -S %s | %FileCheck %s --check-prefix=EXTERNAL-HIDDEN
; RUN: %opt -passes='f3m<force;verify;only=^one_external_protected$|^two_external_protected$>,verify' -S %s | %FileCheck %s --check-prefix=EXTERNAL-PROTECTED
; RUN: %opt -passes='f3m<force;verify;only=^one_external_dso_local$|^two_external_dso_local$>,verify' -S %s | %FileCheck %s --check-prefix=EXTERNAL-DSO-LOCAL
; RUN: %opt -passes='f3m<force;verify;only=^one_weak$|^two_weak$>,verify' -S %s | %FileCheck %s --check-prefix=WEAK
; RUN: %opt -passes='f3m<force;verify;only=^one_weak_odr$|^two_weak_odr$>,verify' -S %s | %FileCheck %s --check-prefix=WEAK-ODR
; RUN: %opt -passes='f3m<force;verify;only=^one_linkonce$|^two_linkonce$>,verify' -S %s | %FileCheck %s --check-prefix=LINKONCE
; RUN: %opt -passes='f3m<force;verify;only=^one_linkonce_odr$|^two_linkonce_odr$>,verify' -S %s | %FileCheck %s --check-prefix=LINKONCE-ODR
; RUN: %opt -passes='f3m<force;verify;only=^one_unnamed_addr$|^two_unnamed_addr$>,verify' -S %s | %FileCheck %s --check-prefix=UNNAMED-ADDR

; EXTERNAL: define i32 @one_external(ptr %p) {
; EXTERNAL-NEXT: {{.*}}tail call i32 @one_external.fmerge(ptr %p, i1 false)
; EXTERNAL: define i32 @two_external(ptr %p) {
; EXTERNAL-NEXT: {{.*}}tail call i32 @one_external.fmerge(ptr %p, i1 true)
; EXTERNAL: define internal i32 @one_external.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; EXTERNAL-HIDDEN: define hidden i32 @one_external_hidden(ptr %p) {
; EXTERNAL-HIDDEN-NEXT: {{.*}}tail call i32 @one_external_hidden.fmerge(ptr %p, i1 false)
; EXTERNAL-HIDDEN: define hidden i32 @two_external_hidden(ptr %p) {
; EXTERNAL-HIDDEN-NEXT: {{.*}}tail call i32 @one_external_hidden.fmerge(ptr %p, i1 true)
; EXTERNAL-HIDDEN: define internal i32 @one_external_hidden.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; EXTERNAL-PROTECTED: define protected i32 @one_external_protected(ptr %p) {
; EXTERNAL-PROTECTED-NEXT: {{.*}}tail call i32 @one_external_protected.fmerge(ptr %p, i1 false)
; EXTERNAL-PROTECTED: define protected i32 @two_external_protected(ptr %p) {
; EXTERNAL-PROTECTED-NEXT: {{.*}}tail call i32 @one_external_protected.fmerge(ptr %p, i1 true)
; EXTERNAL-PROTECTED: define internal i32 @one_external_protected.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; EXTERNAL-DSO-LOCAL: define dso_local i32 @one_external_dso_local(ptr %p) {
; EXTERNAL-DSO-LOCAL-NEXT: {{.*}}tail call i32 @one_external_dso_local.fmerge(ptr %p, i1 false)
; EXTERNAL-DSO-LOCAL: define dso_local i32 @two_external_dso_local(ptr %p) {
; EXTERNAL-DSO-LOCAL-NEXT: {{.*}}tail call i32 @one_external_dso_local.fmerge(ptr %p, i1 true)
; EXTERNAL-DSO-LOCAL: define internal i32 @one_external_dso_local.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; WEAK: define weak i32 @one_weak(ptr %p) {
; WEAK-NEXT: {{.*}}tail call i32 @one_weak.fmerge(ptr %p, i1 false)
; WEAK: define weak i32 @two_weak(ptr %p) {
; WEAK-NEXT: {{.*}}tail call i32 @one_weak.fmerge(ptr %p, i1 true)
; WEAK: define internal i32 @one_weak.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; WEAK-ODR: define weak_odr i32 @one_weak_odr(ptr %p) {
; WEAK-ODR-NEXT: {{.*}}tail call i32 @one_weak_odr.fmerge(ptr %p, i1 false)
; WEAK-ODR: define weak_odr i32 @two_weak_odr(ptr %p) {
; WEAK-ODR-NEXT: {{.*}}tail call i32 @one_weak_odr.fmerge(ptr %p, i1 true)
; WEAK-ODR: define internal i32 @one_weak_odr.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; LINKONCE: define linkonce i32 @one_linkonce(ptr %p) {
; LINKONCE-NEXT: {{.*}}tail call i32 @one_linkonce.fmerge(ptr %p, i1 false)
; LINKONCE: define linkonce i32 @two_linkonce(ptr %p) {
; LINKONCE-NEXT: {{.*}}tail call i32 @one_linkonce.fmerge(ptr %p, i1 true)
; LINKONCE: define internal i32 @one_linkonce.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; LINKONCE-ODR: define linkonce_odr hidden i32 @one_linkonce_odr(ptr %p) {
; LINKONCE-ODR-NEXT: {{.*}}tail call i32 @one_linkonce_odr.fmerge(ptr %p, i1 false)
; LINKONCE-ODR: define linkonce_odr hidden i32 @two_linkonce_odr(ptr %p) {
; LINKONCE-ODR-NEXT: {{.*}}tail call i32 @one_linkonce_odr.fmerge(ptr %p, i1 true)
; LINKONCE-ODR: define internal i32 @one_linkonce_odr.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

; UNNAMED-ADDR: define i32 @one_unnamed_addr(ptr %p) unnamed_addr {
; UNNAMED-ADDR-NEXT: {{.*}}tail call i32 @one_unnamed_addr.fmerge(ptr %p, i1 false)
; UNNAMED-ADDR: define i32 @two_unnamed_addr(ptr %p) unnamed_addr {
; UNNAMED-ADDR-NEXT: {{.*}}tail call i32 @one_unnamed_addr.fmerge(ptr %p, i1 true)
; UNNAMED-ADDR: define internal i32 @one_unnamed_addr.fmerge(ptr %p, i1 noundef %fmerge.id) unnamed_addr

define i32 @one_external(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two_external(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define hidden i32 @one_external_hidden(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define hidden i32 @two_external_hidden(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define protected i32 @one_external_protected(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define protected i32 @two_external_protected(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define dso_local i32 @one_external_dso_local(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define dso_local i32 @two_external_dso_local(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define weak i32 @one_weak(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define weak i32 @two_weak(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define weak_odr i32 @one_weak_odr(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define weak_odr i32 @two_weak_odr(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce i32 @one_linkonce(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce i32 @two_linkonce(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce_odr hidden i32 @one_linkonce_odr(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define linkonce_odr hidden i32 @two_linkonce_odr(ptr %p) {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @one_unnamed_addr(ptr %p) unnamed_addr {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two_unnamed_addr(ptr %p) unnamed_addr {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}
