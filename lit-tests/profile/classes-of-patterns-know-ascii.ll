; Names may have any letters, and patterns too, but \w, \d, \s, \b and (?i) mean those of ASCII. Classes such as \pL are an error.
; RUN: %opt -passes='f3m<verify;skip=größe;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=SKIPPED
; RUN: %opt -passes='f3m<verify;skip=^[^ ]+$;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=SKIPPED
; RUN: %opt -passes='f3m<verify;skip=^\w+$;report=->' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=MERGED
; RUN: not %opt -passes='f3m<skip=\pL>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=WRONG
; SKIPPED: "merges":0,
; MERGED: "merges":1,
; WRONG: option `skip` cannot be `\pL` (Unicode character classes are not supported)
target triple = "x86_64-unknown-linux-gnu"
@p = global i32 0
@t = global [2 x ptr] [ptr @"größe_a", ptr @"größe_b"]
define internal void @"größe_a"(i32 %x) minsize optsize cold {
  %v0 = load volatile i32, ptr @p
  %w0 = add i32 %v0, %x
  store volatile i32 %w0, ptr @p
  %v1 = load volatile i32, ptr @p
  %w1 = add i32 %v1, %x
  store volatile i32 %w1, ptr @p
  %v2 = load volatile i32, ptr @p
  %w2 = add i32 %v2, %x
  store volatile i32 %w2, ptr @p
  %v3 = load volatile i32, ptr @p
  %w3 = add i32 %v3, %x
  store volatile i32 %w3, ptr @p
  %v4 = load volatile i32, ptr @p
  %w4 = add i32 %v4, %x
  store volatile i32 %w4, ptr @p
  %v5 = load volatile i32, ptr @p
  %w5 = add i32 %v5, %x
  store volatile i32 %w5, ptr @p
  call void @g(i32 1)
  call void @g(i32 2)
  ret void
}
define internal void @"größe_b"(i32 %x) minsize optsize cold {
  %v0 = load volatile i32, ptr @p
  %w0 = add i32 %v0, %x
  store volatile i32 %w0, ptr @p
  %v1 = load volatile i32, ptr @p
  %w1 = add i32 %v1, %x
  store volatile i32 %w1, ptr @p
  %v2 = load volatile i32, ptr @p
  %w2 = add i32 %v2, %x
  store volatile i32 %w2, ptr @p
  %v3 = load volatile i32, ptr @p
  %w3 = add i32 %v3, %x
  store volatile i32 %w3, ptr @p
  %v4 = load volatile i32, ptr @p
  %w4 = add i32 %v4, %x
  store volatile i32 %w4, ptr @p
  %v5 = load volatile i32, ptr @p
  %w5 = add i32 %v5, %x
  store volatile i32 %w5, ptr @p
  store volatile i32 7, ptr @p
  call void @h(i32 3)
  ret void
}
declare void @g(i32)
declare void @h(i32)
