; Merge keys do not depend on what was encoded before, also those of calls of functions whose long names begin alike: a key was a
; digest of the first 60 characters of the name, and such calls got the next numbers in the order in which they were found.
;
; RUN: %opt -disable-output %s -passes='f3m<force;min-size=1;dump=%t.all>'
; RUN: %opt -disable-output %s -passes='f3m<force;min-size=1;only=^last;dump=%t.last>'
; RUN: %fmerge dump --functions --only=^last %t.all | sed -E 's/[ct][0-9]+//g' > %t.all.keys
; RUN: %fmerge dump --functions --only=^last %t.last | sed -E 's/[ct][0-9]+//g' > %t.last.keys
; RUN: %FileCheck %s < %t.last.keys
; RUN: diff %t.all.keys %t.last.keys
; CHECK: @last_a
; CHECK: call
; CHECK: @last_b
; CHECK: call

declare void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_one(i32)
declare void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_two(i32)

define void @first_a(i32 %n) {
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_one(i32 %n)
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_one(i32 1)
  ret void
}

define void @first_b(i32 %n) {
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_one(i32 %n)
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_one(i32 2)
  ret void
}

define void @last_a(i32 %n) {
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_two(i32 %n)
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_two(i32 3)
  ret void
}

define void @last_b(i32 %n) {
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_two(i32 %n)
  call void @a_function_with_a_name_that_is_far_longer_than_sixty_characters_two(i32 4)
  ret void
}
