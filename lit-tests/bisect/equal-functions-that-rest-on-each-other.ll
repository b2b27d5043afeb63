; Functions that are equal only because their callees are: these callees are numbered first, and without them the
; callers are not merged either. Functions that are equal because of each other are one merge.
; RUN: %opt -passes='identical<report=%t.json>' -S %s -o - | %FileCheck %s --check-prefix=ALL
; RUN: %opt -passes='identical<limit=1>' -S %s | %FileCheck %s --check-prefix=CALLEE
; RUN: %opt -passes='identical<limit=2>' -S %s | %FileCheck %s --check-prefix=NOTHING
; RUN: %opt -passes='identical<limit=3>' -S %s | %FileCheck %s --check-prefix=CYCLE

; ALL-NOT: define internal i32 @caller_b
; ALL-NOT: define internal i32 @callee_b
; ALL-NOT: define internal i32 @{{even|odd}}_b
; CALLEE: define internal i32 @caller_a
; CALLEE: define internal i32 @caller_b
; CALLEE-NOT: define internal i32 @callee_b
; CALLEE: define internal i32 @even_b
; CALLEE: define internal i32 @odd_b
; NOTHING: define internal i32 @caller_b
; NOTHING: define internal i32 @callee_b
; NOTHING: define internal i32 @even_b
; NOTHING: define internal i32 @odd_b
; CYCLE: define internal i32 @caller_b
; CYCLE: define internal i32 @callee_b
; CYCLE-NOT: define internal i32 @even_b
; CYCLE-NOT: define internal i32 @odd_b
target triple = "x86_64-unknown-linux-gnu"

declare i32 @get(i32)

define i32 @main(i32 %x) {
  %a = call i32 @caller_a(i32 %x)
  %b = call i32 @caller_b(i32 %a)
  %c = call i32 @even_a(i32 %b)
  %d = call i32 @even_b(i32 %c)
  ret i32 %d
}

define internal i32 @caller_a(i32 %x) noinline {
  %a = call i32 @get(i32 %x)
  %b = mul i32 %a, 77
  %c = call i32 @callee_a(i32 %b)
  %d = call i32 @get(i32 %c)
  ret i32 %d
}

define internal i32 @caller_b(i32 %x) noinline {
  %a = call i32 @get(i32 %x)
  %b = mul i32 %a, 77
  %c = call i32 @callee_b(i32 %b)
  %d = call i32 @get(i32 %c)
  ret i32 %d
}

define internal i32 @callee_a(i32 %x) noinline {
  %a = call i32 @get(i32 %x)
  %b = xor i32 %a, 99
  %c = call i32 @get(i32 %b)
  ret i32 %c
}

define internal i32 @callee_b(i32 %x) noinline {
  %a = call i32 @get(i32 %x)
  %b = xor i32 %a, 99
  %c = call i32 @get(i32 %b)
  ret i32 %c
}

define internal i32 @even_a(i32 %x) noinline {
  %z = icmp eq i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %y = add i32 %x, -1
  %a = call i32 @odd_a(i32 %y)
  %b = call i32 @get(i32 %a)
  ret i32 %b
end:
  ret i32 1
}

define internal i32 @even_b(i32 %x) noinline {
  %z = icmp eq i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %y = add i32 %x, -1
  %a = call i32 @odd_b(i32 %y)
  %b = call i32 @get(i32 %a)
  ret i32 %b
end:
  ret i32 1
}

define internal i32 @odd_a(i32 %x) noinline {
  %z = icmp eq i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %y = add i32 %x, -1
  %a = call i32 @get(i32 %y)
  %b = call i32 @even_a(i32 %a)
  ret i32 %b
end:
  ret i32 0
}

define internal i32 @odd_b(i32 %x) noinline {
  %z = icmp eq i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %y = add i32 %x, -1
  %a = call i32 @get(i32 %y)
  %b = call i32 @even_b(i32 %a)
  ret i32 %b
end:
  ret i32 0
}
