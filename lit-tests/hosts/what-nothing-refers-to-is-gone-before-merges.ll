; What nothing refers to goes away, and merging it saves nothing. LLVM drops it before each pass of ours that compilers and linkers run.
; RUN: sed 's/^LINK/define internal void/' %s | env FMERGE_REPORT=- %opt -passes='lto<Oz>' -disable-output 2>&1 | %FileCheck %s --check-prefix=GONE
; RUN: sed 's/^LINK/define linkonce_odr void/' %s | env FMERGE_REPORT=- %opt -passes='lto<Oz>' -disable-output 2>&1 | %FileCheck %s --check-prefix=GONE
; RUN: sed 's/^LINK/define internal void/' %s | env FMERGE_REPORT=- %opt -passes='default<Oz>' -disable-output 2>&1 | %FileCheck %s --check-prefix=GONE
; RUN: sed 's/^LINK/define linkonce_odr void/' %s | env FMERGE_REPORT=- %opt -passes='default<Oz>' -disable-output 2>&1 | %FileCheck %s --check-prefix=GONE
; GONE: "functions":0
; GONE-NOT: "functions":{{[1-9]}}
; What other objects may refer to counts as if they did, even if a linker may find that none does.
; RUN: sed 's/^LINK/define hidden void/' %s | env FMERGE_REPORT=- %opt -passes='default<Oz>' -disable-output 2>&1 | %FileCheck %s --check-prefix=THERE
; THERE: "functions":2

target triple = "x86_64-pc-linux-gnu"
@p = global [8 x i64] zeroinitializer
declare void @ext(i64)
LINK @one(i64 %n) #0 {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %b = add i64 %a, 1
  store volatile i64 %b, ptr getelementptr (i8, ptr @p, i64 16)
  %c = mul i64 %b, 77
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 24)
  call void @ext(i64 %n)
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 32)
  call void @ext(i64 %c)
  store volatile i64 %n, ptr getelementptr (i8, ptr @p, i64 40)
  call void @ext(i64 1)
  ret void
}
LINK @two(i64 %n) #0 {
  %a = load volatile i64, ptr getelementptr (i8, ptr @p, i64 8)
  %b = add i64 %a, 1
  store volatile i64 %b, ptr getelementptr (i8, ptr @p, i64 16)
  %c = mul i64 %b, 77
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 24)
  call void @ext(i64 %n)
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 32)
  call void @ext(i64 %c)
  store volatile i64 %c, ptr getelementptr (i8, ptr @p, i64 40)
  call void @ext(i64 2)
  ret void
}
attributes #0 = { nounwind minsize optsize }
