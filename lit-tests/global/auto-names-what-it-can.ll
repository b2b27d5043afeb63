; Folded automatically, a body gets a name that every linker knows it by where that is possible; one that still
; refers to something of its own module is left to the folding of identical code.
; RUN: %opt -passes='gfm-analyze<out=%t.part>' -disable-output %s && %fmerge combine %t.part -o %t.summary
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=auto;verify>,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='gfm-merge<speed=ignore;summary=%t.summary;fold=icf;verify>,verify' -S %s | %FileCheck %s --check-prefix=ICF --implicit-check-not='@fmerge.'
target triple = "x86_64-unknown-linux-gnu"

@counter = internal global i32 0

declare void @use(i32, i32)
declare i32 @get()

; CHECK: define i32 @first()
; CHECK: call i32 @[[NAMED:fmerge\.[0-9a-f]+]](i32 11)
; ICF: define i32 @first()
; ICF: call i32 @first.Tgm(i32 11)
define i32 @first() minsize optsize {
  %a = call i32 @get()
  call void @use(i32 %a, i32 11)
  %b = call i32 @get()
  call void @use(i32 %b, i32 %a)
  %c = call i32 @get()
  call void @use(i32 %c, i32 %b)
  %d = call i32 @get()
  call void @use(i32 %d, i32 %c)
  ret i32 %a
}

; CHECK: define i32 @second()
; CHECK: call i32 @[[NAMED]](i32 12)
define i32 @second() minsize optsize {
  %a = call i32 @get()
  call void @use(i32 %a, i32 12)
  %b = call i32 @get()
  call void @use(i32 %b, i32 %a)
  %c = call i32 @get()
  call void @use(i32 %c, i32 %b)
  %d = call i32 @get()
  call void @use(i32 %d, i32 %c)
  ret i32 %a
}

; CHECK: define i32 @third()
; CHECK: call i32 @third.Tgm(i32 11)
define i32 @third() minsize optsize {
  %a = load i32, ptr @counter
  call void @use(i32 %a, i32 11)
  %b = load i32, ptr @counter
  call void @use(i32 %b, i32 %a)
  %c = call i32 @get()
  call void @use(i32 %c, i32 %b)
  %d = call i32 @get()
  call void @use(i32 %d, i32 %c)
  ret i32 %a
}

; CHECK: define i32 @fourth()
; CHECK: call i32 @fourth.Tgm(i32 12)
define i32 @fourth() minsize optsize {
  %a = load i32, ptr @counter
  call void @use(i32 %a, i32 12)
  %b = load i32, ptr @counter
  call void @use(i32 %b, i32 %a)
  %c = call i32 @get()
  call void @use(i32 %c, i32 %b)
  %d = call i32 @get()
  call void @use(i32 %d, i32 %c)
  ret i32 %a
}
