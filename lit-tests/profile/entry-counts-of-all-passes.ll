; All passes add up entry counts. The sum stays below the number by which LLVM says that nothing is known. Where one
; count is not known, and no summary says that the others are much, so is the sum.
; RUN: %opt -passes='f3m<force;verify>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,SUM
; RUN: %opt -passes='gfm<force>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,SUM
; RUN: sed 's/i64 7/i64 -3/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefixes=CHECK,MOST
; RUN: sed 's/i64 7/i64 -3/' %s | %opt -passes='gfm<force>,verify' -S | %FileCheck %s --check-prefixes=CHECK,MOST
; RUN: sed 's/%a, 5/%a, 3/; s/define i32/define internal i32/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefixes=EQUAL,SUM
; RUN: sed 's/%a, 5/%a, 3/; s/define i32/define internal i32/; s/i64 7/i64 -3/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefixes=EQUAL,MOST
; (LLVM 19 knows no profiles that say why nothing is known.)
; RUN: %if llvm-22 %{ sed 's/%a, 5/%a, 3/; s/define i32/define internal i32/; s/function_entry_count", i64 7/unknown", !"inline"/' %s | %opt -passes='identical<force>,verify' -S | %FileCheck %s --check-prefixes=NONE %}
; CHECK: define {{.*}} @left.{{fmerge|gfm}}{{.*}} !prof ![[BOTH:[0-9]+]] {
; EQUAL: define internal i32 @left({{.*}} !prof ![[BOTH:[0-9]+]] {
; SUM: ![[BOTH]] = !{!"function_entry_count", i64 17}
; MOST: ![[BOTH]] = !{!"function_entry_count", i64 -2}
; NONE: define internal i32 @left({{[^!]*}} {

define i32 @left(ptr %p) !prof !0 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = lshr i32 %c, 3
  store i32 %d, ptr %p
  ret i32 %c
}

define i32 @right(ptr %p) !prof !1 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  store i32 %c, ptr %p
  %d = lshr i32 %c, 3
  store i32 %d, ptr %p
  ret i32 %c
}

define void @caller(ptr %p) {
  call i32 @left(ptr %p)
  call i32 @right(ptr %p)
  ret void
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"function_entry_count", i64 7}
