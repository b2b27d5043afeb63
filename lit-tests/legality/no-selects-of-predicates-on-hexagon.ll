; Hexagon has no select of vectors of i1 by a scalar: code generation crashed on merged functions, and on such a select by itself.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --implicit-check-not=Passed
; RUN: %opt -passes='f3m<force;verify>,verify' %s | %llc -o /dev/null
; RUN: %opt -passes='fmerge<force;verify>,verify' %s | %llc -o /dev/null
; RUN: sed 's/<2 x i1>/<8 x i1>/g' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --implicit-check-not=Passed
; Its functions without such vectors are merged, and those of other targets.
; RUN: sed 's/<2 x i1>/<2 x i32>/g; s/icmp eq/add/; s/icmp slt/sub/' %s | %opt -passes='f3m<force;verify>,verify' -S -o %t.other.ll
; RUN: %FileCheck %s --check-prefix=MERGED < %t.other.ll
; RUN: %llc %t.other.ll -o /dev/null
; RUN: sed 's/"hexagon"/"x86_64-unknown-linux-gnu"/' %s | %opt -passes='f3m<force;verify>,verify' -S | %FileCheck %s --check-prefix=MERGED
; CHECK-COUNT-2: Name: {{ *}}no-float-registers{{$}}
; MERGED: define internal {{.*}}.fmerge(
target triple = "hexagon"

define void @equal(ptr %p, ptr %q, ptr %r) {
  %x = load <2 x i1>, ptr %p
  %y = load <2 x i1>, ptr %q
  %z = icmp eq <2 x i1> %x, %y
  store <2 x i1> %z, ptr %r
  ret void
}

define void @less(ptr %p, ptr %q, ptr %r) {
  %x = load <2 x i1>, ptr %p
  %y = load <2 x i1>, ptr %q
  %z = icmp slt <2 x i1> %x, %y
  store <2 x i1> %z, ptr %r
  ret void
}
