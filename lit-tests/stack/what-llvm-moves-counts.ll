; What both sides of a merge have in common at the ends of their own blocks, LLVM moves behind these: the numbers that differ come there as
; φs, all alive at once. A function that may have thousands of frames of one register is not given the four more registers that
; these take beside an address. Where it has one frame, it is merged.
; RUN: %opt -passes='f3m<force;verify;report=->' -mtriple=thumbv7-linux-gnueabihf -disable-output %s 2>&1 | %FileCheck %s
; CHECK: "merges":0
; CHECK: "frame-grows":
; RUN: sed 's/%r = call i32 @.*(i32 %m)/%r = call i32 @other(i32 %m)/' %s | %opt -passes='f3m<force;verify;report=->' -mtriple=thumbv7-linux-gnueabihf -disable-output 2>&1 | %FileCheck %s --check-prefix=MERGED
; MERGED: "merges":1

@p = hidden global [80 x i32] zeroinitializer, align 4

declare i32 @other(i32) nocallback
declare void @deepest() nocallback

define i32 @first(i32 %n) noinline minsize {
  %h = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 64)
  %i = lshr i32 %h, 3
  store volatile i32 %i, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = add i32 %n, -1
  %r = call i32 @first(i32 %m)
  %l0 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 80)
  %v0 = add i32 %l0, 11658633
  store volatile i32 %v0, ptr getelementptr inbounds nuw (i8, ptr @p, i32 80)
  %l1 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 84)
  %v1 = xor i32 %l1, 3231351
  store volatile i32 %v1, ptr getelementptr inbounds nuw (i8, ptr @p, i32 84)
  %l2 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 88)
  %v2 = mul i32 %l2, 1535493
  store volatile i32 %v2, ptr getelementptr inbounds nuw (i8, ptr @p, i32 88)
  %l3 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 92)
  %v3 = add i32 %l3, -12021044
  store volatile i32 %v3, ptr getelementptr inbounds nuw (i8, ptr @p, i32 92)
  %l4 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %v4 = or i32 %l4, 4344037
  store volatile i32 %v4, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %s = mul i32 %r, 3
  %t = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 8)
  %u = add i32 %t, %s
  ret i32 %u
done:
  call void @deepest()
  ret i32 1
}

define i32 @second(i32 %n) noinline minsize {
  %h = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 64)
  %i = lshr i32 %h, 3
  store volatile i32 %i, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
more:
  %m = add i32 %n, -1
  %r = call i32 @second(i32 %m)
  %l0 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 80)
  %v0 = add i32 %l0, 16573702
  store volatile i32 %v0, ptr getelementptr inbounds nuw (i8, ptr @p, i32 80)
  %l1 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 84)
  %v1 = xor i32 %l1, 5515352
  store volatile i32 %v1, ptr getelementptr inbounds nuw (i8, ptr @p, i32 84)
  %l2 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 88)
  %v2 = mul i32 %l2, 7547069
  store volatile i32 %v2, ptr getelementptr inbounds nuw (i8, ptr @p, i32 88)
  %l3 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 92)
  %v3 = add i32 %l3, -1843220
  store volatile i32 %v3, ptr getelementptr inbounds nuw (i8, ptr @p, i32 92)
  %l4 = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %v4 = or i32 %l4, 12265253
  store volatile i32 %v4, ptr getelementptr inbounds nuw (i8, ptr @p, i32 96)
  %s = mul i32 %r, 3
  %t = load volatile i32, ptr getelementptr inbounds nuw (i8, ptr @p, i32 8)
  %u = add i32 %t, %s
  ret i32 %u
done:
  call void @deepest()
  ret i32 1
}

define i32 @main(i32 %n) {
  %a = call i32 @first(i32 %n)
  %b = call i32 @second(i32 %a)
  ret i32 %b
}
