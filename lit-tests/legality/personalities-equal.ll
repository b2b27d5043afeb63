; A function has one personality, so functions of different ones are not merged.
; RUN: %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output %s | %FileCheck %s --allow-empty --implicit-check-not=Passed
; RUN: sed 's/@other_personality$/@__gxx_personality_v0/; s/personality ptr @other_personality {/personality ptr @__gxx_personality_v0 {/' %s | %opt -passes='f3m<force;verify>,verify' -pass-remarks-output=- -disable-output | %FileCheck %s --check-prefix=ALIKE
; ALIKE: merged left and right

declare i32 @__gxx_personality_v0(...)
declare i32 @other_personality(...)
declare i32 @work(i32)

define i32 @left(ptr %p) personality ptr @__gxx_personality_v0 {
  %a = load i32, ptr %p
  %b = mul i32 %a, 3
  %c = invoke i32 @work(i32 %b) to label %fine unwind label %pad

fine:
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d

pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define i32 @right(ptr %p) personality ptr @other_personality {
  %a = load i32, ptr %p
  %b = mul i32 %a, 5
  %c = invoke i32 @work(i32 %b) to label %fine unwind label %pad

fine:
  %d = lshr i32 %c, 2
  store i32 %d, ptr %p
  ret i32 %d

pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
