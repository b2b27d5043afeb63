; Without an alignment the target chooses one, so a shared body has none, or the greatest that is asked for. In a
; section of its own choice a function has exactly its own alignment: there different ones are not shared.
; RUN: %opt -passes='identical<verify>' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm<verify;force;only=gfm.>' -S %s | %FileCheck %s --check-prefix=GFM
; RUN: %opt -passes='f3m<verify;force;only=gfm.>' -S %s | %FileCheck %s --check-prefix=F3M
; CHECK: define internal i32 @none.one(i32 %x) {
; CHECK-NOT: @none.two
; CHECK: define internal i32 @one.of.two(i32 %x) align 8 {
; CHECK: define internal i32 @placed.one(i32 %x) section ".fast" {
; CHECK: define internal i32 @placed.two(i32 %x) section ".fast" align 2 {
; GFM: define internal i32 @gfm.one.gfm(i32 %x, i32 %0) unnamed_addr #{{[0-9]+}} align 32 {
; F3M: define internal i32 @gfm.one.fmerge(i32 %x, i1 noundef %fmerge.id) unnamed_addr #{{[0-9]+}} align 32 {
declare i32 @e(i32)

define internal i32 @none.one(i32 %x) {
  %r = call i32 @e(i32 1)
  %y = add nsw i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @none.two(i32 %x) {
  %r = call i32 @e(i32 1)
  %y = add i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @one.of.two(i32 %x) {
  %r = call i32 @e(i32 2)
  %y = add i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @two.of.two(i32 %x) align 8 {
  %r = call i32 @e(i32 2)
  %y = add i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @placed.one(i32 %x) section ".fast" {
  %r = call i32 @e(i32 3)
  %y = add i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define internal i32 @placed.two(i32 %x) section ".fast" align 2 {
  %r = call i32 @e(i32 3)
  %y = add i32 %r, 77
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define i32 @gfm.one(i32 %x) align 4 {
  %r = call i32 @e(i32 4)
  %y = mul i32 %r, 1000
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define i32 @gfm.two(i32 %x) align 32 {
  %r = call i32 @e(i32 4)
  %y = mul i32 %r, 2000
  %s = call i32 @e(i32 %y)
  ret i32 %s
}

define i32 @user(i32 %x) {
  %a = call i32 @none.one(i32 %x)
  %b = call i32 @none.two(i32 %x)
  %c = call i32 @one.of.two(i32 %x)
  %d = call i32 @two.of.two(i32 %x)
  %e = call i32 @placed.one(i32 %x)
  %f = call i32 @placed.two(i32 %x)
  ret i32 %a
}
