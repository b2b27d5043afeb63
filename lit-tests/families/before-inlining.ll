; Before inlining, too, a family becomes one function in one step. Merged in pairs, it would have an identifier for each step.
; RUN: %opt -passes='f3m<before-inlining;min-size=40;verify>,verify' -pass-remarks=fmerge -disable-output %s 2>&1 | %FileCheck %s
; CHECK: merged f{{[0-3]}} and f{{[0-3]}} and f{{[0-3]}} and f{{[0-3]}}
; CHECK-NOT: merged
target triple = "x86_64-unknown-linux-gnu"
declare i32 @start(i32)
declare i32 @end(i32, i32)
declare void @log0(i32)
declare void @log1(i32)
declare void @log2(i32)
declare void @log3(i32)
define internal i32 @f0(i32 %a, i32 %b) minsize {
  %v0 = call i32 @start(i32 %a)
  %v1 = xor i32 %v0, %b
  %v2 = mul i32 %v1, 1038
  %v3 = xor i32 %v2, %b
  %v4 = mul i32 %v3, 1112
  %v5 = xor i32 %v4, %b
  %v6 = add i32 %v5, 5
  %v7 = xor i32 %v6, %b
  %v8 = mul i32 %v7, 1260
  %v9 = xor i32 %v8, %b
  %v10 = mul i32 %v9, 1334
  %v11 = xor i32 %v10, %b
  %v12 = mul i32 %v11, 1408
  %v13 = xor i32 %v12, %b
  %v14 = mul i32 %v13, 1482
  %v15 = xor i32 %v14, %b
  %v16 = mul i32 %v15, 1556
  %v17 = xor i32 %v16, %b
  %v18 = mul i32 %v17, 1630
  %v19 = xor i32 %v18, %b
  %v20 = mul i32 %v19, 1704
  %v21 = add i32 %v20, 20
  %v22 = mul i32 %v21, 1778
  %v23 = xor i32 %v22, %b
  %v24 = mul i32 %v23, 1852
  %v25 = xor i32 %v24, %b
  %v26 = mul i32 %v25, 1926
  %v27 = xor i32 %v26, %b
  %v28 = mul i32 %v27, 2000
  %v29 = xor i32 %v28, %b
  %v30 = mul i32 %v29, 2074
  %v31 = xor i32 %v30, %b
  %v32 = mul i32 %v31, 2148
  %v33 = xor i32 %v32, %b
  %v34 = mul i32 %v33, 2222
  %v35 = xor i32 %v34, %b
  %v36 = mul i32 %v35, 2296
  %v37 = xor i32 %v36, %b
  %v38 = mul i32 %v37, 2370
  %v39 = xor i32 %v38, %b
  %v40 = mul i32 %v39, 2444
  call void @log0(i32 %v40)
  %z = call i32 @end(i32 %v40, i32 %b)
  ret i32 %z
}
define internal i32 @f1(i32 %a, i32 %b) minsize {
  %v0 = call i32 @start(i32 %a)
  %v1 = xor i32 %v0, %b
  %v2 = mul i32 %v1, 1038
  %v3 = xor i32 %v2, %b
  %v4 = mul i32 %v3, 1112
  %v5 = xor i32 %v4, %b
  %v6 = add i32 %v5, 8
  %v7 = xor i32 %v6, %b
  %v8 = mul i32 %v7, 1260
  %v9 = xor i32 %v8, %b
  %v10 = mul i32 %v9, 1334
  %v11 = xor i32 %v10, %b
  %v12 = mul i32 %v11, 1408
  %v13 = xor i32 %v12, %b
  %v14 = mul i32 %v13, 1482
  %v15 = xor i32 %v14, %b
  %v16 = mul i32 %v15, 1556
  %v17 = xor i32 %v16, %b
  %v18 = mul i32 %v17, 1630
  %v19 = xor i32 %v18, %b
  %v20 = mul i32 %v19, 1704
  %v21 = add i32 %v20, 23
  %v22 = mul i32 %v21, 1778
  %v23 = xor i32 %v22, %b
  %v24 = mul i32 %v23, 1852
  %v25 = xor i32 %v24, %b
  %v26 = mul i32 %v25, 1926
  %v27 = xor i32 %v26, %b
  %v28 = mul i32 %v27, 2000
  %v29 = xor i32 %v28, %b
  %v30 = mul i32 %v29, 2074
  %v31 = xor i32 %v30, %b
  %v32 = mul i32 %v31, 2148
  %v33 = xor i32 %v32, %b
  %v34 = mul i32 %v33, 2222
  %v35 = xor i32 %v34, %b
  %v36 = mul i32 %v35, 2296
  %v37 = xor i32 %v36, %b
  %v38 = mul i32 %v37, 2370
  %v39 = xor i32 %v38, %b
  %v40 = mul i32 %v39, 2444
  call void @log1(i32 %v40)
  %z = call i32 @end(i32 %v40, i32 %b)
  ret i32 %z
}
define internal i32 @f2(i32 %a, i32 %b) minsize {
  %v0 = call i32 @start(i32 %a)
  %v1 = xor i32 %v0, %b
  %v2 = mul i32 %v1, 1038
  %v3 = xor i32 %v2, %b
  %v4 = mul i32 %v3, 1112
  %v5 = xor i32 %v4, %b
  %v6 = add i32 %v5, 11
  %v7 = xor i32 %v6, %b
  %v8 = mul i32 %v7, 1260
  %v9 = xor i32 %v8, %b
  %v10 = mul i32 %v9, 1334
  %v11 = xor i32 %v10, %b
  %v12 = mul i32 %v11, 1408
  %v13 = xor i32 %v12, %b
  %v14 = mul i32 %v13, 1482
  %v15 = xor i32 %v14, %b
  %v16 = mul i32 %v15, 1556
  %v17 = xor i32 %v16, %b
  %v18 = mul i32 %v17, 1630
  %v19 = xor i32 %v18, %b
  %v20 = mul i32 %v19, 1704
  %v21 = add i32 %v20, 26
  %v22 = mul i32 %v21, 1778
  %v23 = xor i32 %v22, %b
  %v24 = mul i32 %v23, 1852
  %v25 = xor i32 %v24, %b
  %v26 = mul i32 %v25, 1926
  %v27 = xor i32 %v26, %b
  %v28 = mul i32 %v27, 2000
  %v29 = xor i32 %v28, %b
  %v30 = mul i32 %v29, 2074
  %v31 = xor i32 %v30, %b
  %v32 = mul i32 %v31, 2148
  %v33 = xor i32 %v32, %b
  %v34 = mul i32 %v33, 2222
  %v35 = xor i32 %v34, %b
  %v36 = mul i32 %v35, 2296
  %v37 = xor i32 %v36, %b
  %v38 = mul i32 %v37, 2370
  %v39 = xor i32 %v38, %b
  %v40 = mul i32 %v39, 2444
  call void @log2(i32 %v40)
  %z = call i32 @end(i32 %v40, i32 %b)
  ret i32 %z
}
define internal i32 @f3(i32 %a, i32 %b) minsize {
  %v0 = call i32 @start(i32 %a)
  %v1 = xor i32 %v0, %b
  %v2 = mul i32 %v1, 1038
  %v3 = xor i32 %v2, %b
  %v4 = mul i32 %v3, 1112
  %v5 = xor i32 %v4, %b
  %v6 = add i32 %v5, 14
  %v7 = xor i32 %v6, %b
  %v8 = mul i32 %v7, 1260
  %v9 = xor i32 %v8, %b
  %v10 = mul i32 %v9, 1334
  %v11 = xor i32 %v10, %b
  %v12 = mul i32 %v11, 1408
  %v13 = xor i32 %v12, %b
  %v14 = mul i32 %v13, 1482
  %v15 = xor i32 %v14, %b
  %v16 = mul i32 %v15, 1556
  %v17 = xor i32 %v16, %b
  %v18 = mul i32 %v17, 1630
  %v19 = xor i32 %v18, %b
  %v20 = mul i32 %v19, 1704
  %v21 = add i32 %v20, 29
  %v22 = mul i32 %v21, 1778
  %v23 = xor i32 %v22, %b
  %v24 = mul i32 %v23, 1852
  %v25 = xor i32 %v24, %b
  %v26 = mul i32 %v25, 1926
  %v27 = xor i32 %v26, %b
  %v28 = mul i32 %v27, 2000
  %v29 = xor i32 %v28, %b
  %v30 = mul i32 %v29, 2074
  %v31 = xor i32 %v30, %b
  %v32 = mul i32 %v31, 2148
  %v33 = xor i32 %v32, %b
  %v34 = mul i32 %v33, 2222
  %v35 = xor i32 %v34, %b
  %v36 = mul i32 %v35, 2296
  %v37 = xor i32 %v36, %b
  %v38 = mul i32 %v37, 2370
  %v39 = xor i32 %v38, %b
  %v40 = mul i32 %v39, 2444
  call void @log3(i32 %v40)
  %z = call i32 @end(i32 %v40, i32 %b)
  ret i32 %z
}
define i32 @use0(i32 %a) {
  %r = call i32 @f0(i32 %a, i32 0)
  %q = call i32 @f0(i32 %r, i32 5)
  ret i32 %q
}
define i32 @use1(i32 %a) {
  %r = call i32 @f1(i32 %a, i32 1)
  %q = call i32 @f1(i32 %r, i32 5)
  ret i32 %q
}
define i32 @use2(i32 %a) {
  %r = call i32 @f2(i32 %a, i32 2)
  %q = call i32 @f2(i32 %r, i32 5)
  ret i32 %q
}
define i32 @use3(i32 %a) {
  %r = call i32 @f3(i32 %a, i32 3)
  %q = call i32 @f3(i32 %r, i32 5)
  ret i32 %q
}
