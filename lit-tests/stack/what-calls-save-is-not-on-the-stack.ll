; What a function keeps across calls is not on the stack if these calls save all registers (`preserve_most`). So the estimate of its
; frame is far too large, and code generation says how much of the stack a call of it takes, where calls lead back to it.
;
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^back_>' 2>&1 | %FileCheck %s
; RUN: %opt -disable-output %s -passes='f3m<force;verify;report=-;only=^once_>' 2>&1 | %FileCheck --check-prefix=ONCE %s
; CHECK: "merges":0,
; CHECK: "frame-grows":1
; ONCE: "merges":1,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @changes() nocallback
declare preserve_mostcc void @saves() nocallback
declare i64 @next(i64, ptr) nocallback

define i64 @back_saved(i64 %n, ptr %p) #0 {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %end, label %go

go:
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = load volatile i64, ptr %p
  %e = load volatile i64, ptr %p
  %f = load volatile i64, ptr %p
  call preserve_mostcc void @saves()
  store volatile i64 %a, ptr %p
  store volatile i64 %b, ptr %p
  store volatile i64 %c, ptr %p
  store volatile i64 %d, ptr %p
  store volatile i64 %e, ptr %p
  store volatile i64 %f, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @back_saved(i64 %m, ptr %p)
  %q = xor i64 %r, 7
  ret i64 %q

end:
  ret i64 0
}

define i64 @back_changed(i64 %n, ptr %p) #0 {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %end, label %go

go:
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = load volatile i64, ptr %p
  %e = load volatile i64, ptr %p
  %f = load volatile i64, ptr %p
  call void @changes()
  store volatile i64 %a, ptr %p
  store volatile i64 %b, ptr %p
  store volatile i64 %c, ptr %p
  store volatile i64 %d, ptr %p
  store volatile i64 %e, ptr %p
  store volatile i64 %f, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @back_changed(i64 %m, ptr %p)
  %q = xor i64 %r, 9
  ret i64 %q

end:
  ret i64 0
}

define i64 @once_saved(i64 %n, ptr %p) #0 {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %end, label %go

go:
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = load volatile i64, ptr %p
  %e = load volatile i64, ptr %p
  %f = load volatile i64, ptr %p
  call preserve_mostcc void @saves()
  store volatile i64 %a, ptr %p
  store volatile i64 %b, ptr %p
  store volatile i64 %c, ptr %p
  store volatile i64 %d, ptr %p
  store volatile i64 %e, ptr %p
  store volatile i64 %f, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @next(i64 %m, ptr %p)
  %q = xor i64 %r, 7
  ret i64 %q

end:
  ret i64 0
}

define i64 @once_changed(i64 %n, ptr %p) #0 {
  %z = icmp eq i64 %n, 0
  br i1 %z, label %end, label %go

go:
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = load volatile i64, ptr %p
  %e = load volatile i64, ptr %p
  %f = load volatile i64, ptr %p
  call void @changes()
  store volatile i64 %a, ptr %p
  store volatile i64 %b, ptr %p
  store volatile i64 %c, ptr %p
  store volatile i64 %d, ptr %p
  store volatile i64 %e, ptr %p
  store volatile i64 %f, ptr %p
  %m = sub i64 %n, 1
  %r = call i64 @next(i64 %m, ptr %p)
  %q = xor i64 %r, 9
  ret i64 %q

end:
  ret i64 0
}

attributes #0 = { minsize optsize nounwind }
