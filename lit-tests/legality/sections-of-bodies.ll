; What merged functions share lies where they lie, and those of different sections, or of a named one and none, share nothing:
; a thunk in RAM jumps to code in RAM, one of a kernel's init section to code that goes with it. In all passes.
; DEFINE: %{pass} =
; DEFINE: %{one} =
; DEFINE: %{two} =
; DEFINE: %{expected} = APART
; DEFINE: %{try} = sed 's/ONE/%{one}/; s/TWO/%{two}/; s/XOR/85/' %s | %opt -passes='%{pass},verify' -S -o %t && %FileCheck --check-prefix=%{expected} %s < %t

; REDEFINE: %{pass} = f3m<force;verify>
; REDEFINE: %{one} = section ".ramfunc"
; RUN: %{try}
; REDEFINE: %{two} = section ".text.hot"
; RUN: %{try}
; REDEFINE: %{expected} = RAM
; REDEFINE: %{two} = section ".ramfunc"
; RUN: %{try}

; REDEFINE: %{pass} = gfm<force;verify>
; RUN: %{try}
; REDEFINE: %{expected} = APART
; REDEFINE: %{two} = section ".init.text"
; RUN: %{try}
; REDEFINE: %{two} =
; RUN: %{try}
; REDEFINE: %{one} = "implicit-section-name"=".ramfunc"
; RUN: %{try}
; REDEFINE: %{one} = !section_prefix !0
; RUN: %{try}

; RAM: define i32 @one({{.*}} section ".ramfunc"
; RAM: define i32 @two({{.*}} section ".ramfunc"
; RAM: define internal i32 @one.{{.*}} section ".ramfunc"
; APART-NOT: define internal

define i32 @one(ptr %p) ONE {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

define i32 @two(ptr %p) TWO {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = xor i32 %b, 85
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d
}

!0 = !{!"section_prefix", !"unlikely"}
