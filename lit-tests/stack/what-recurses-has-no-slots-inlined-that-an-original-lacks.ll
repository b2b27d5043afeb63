; What LLVM inlines into one function of a recursion would put its slots into the frames of all with which that shares a body. So
; before inlining, functions that may recurse are merged only with those into which inlining brings the same.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/similar.ll > %t/1.ll
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %t/1.ll | %FileCheck %s --check-prefix=APART
; APART-NOT: .fmerge

; Slots of a chain of calls add up.
; RUN: sed 's/\[1000 x i8\]/[100 x i8]/' %t/1.ll > %t/2.ll
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %t/2.ll | %FileCheck %s --check-prefix=MERGED
; RUN: sed 's/call void @fill/call void @further/' %t/2.ll > %t/3.ll && cat %t/further.ll >> %t/3.ll
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %t/3.ll | %FileCheck %s --check-prefix=APART

; So do slots that code generation makes, of whatever size.
; RUN: sed -e 's/\[1000 x i8\]/[8 x i8]/' %t/1.ll > %t/4.ll
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %t/4.ll | %FileCheck %s --check-prefix=MERGED
; RUN: sed -e 's/mul i64 \(.n\), 10$/extractelement <32 x i64> splat (i64 7), i64 \1/' %t/4.ll > %t/5.ll
; RUN: %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S %t/5.ll | %FileCheck %s --check-prefix=APART

; It is another matter where nothing recurses, where both call it, and where nothing is inlined any more.
; RUN: sed 's/^declare .*/& nocallback/' %t/1.ll | %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S | %FileCheck %s --check-prefix=MERGED
; RUN: cat %t/common.ll %t/both.ll | %opt -passes='f3m<before-inlining;speed=ignore;verify>' -S | %FileCheck %s --check-prefix=MERGED
; RUN: %opt -passes='f3m<speed=ignore;verify>' -S %t/1.ll | %FileCheck %s --check-prefix=MERGED
; MERGED: define internal i64 @{{.*}}.fmerge(

;--- common.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @fill(ptr)
declare i64 @back(i64)
define internal i64 @large(i64 %n) minsize {
  %slots = alloca [1000 x i8]
  store i64 %n, ptr %slots
  call void @fill(ptr %slots)
  %v1 = mul i64 %n, 10
  %v2 = add i64 %v1, 17
  %v3 = xor i64 %v2, 24
  %v4 = mul i64 %v3, 31
  %v5 = add i64 %v4, 38
  %v6 = xor i64 %v5, 45
  %v7 = mul i64 %v6, 52
  %v8 = add i64 %v7, 59
  %v9 = xor i64 %v8, 66
  %v10 = mul i64 %v9, 73
  %v11 = add i64 %v10, 80
  %v12 = xor i64 %v11, 87
  %v13 = mul i64 %v12, 94
  %v14 = add i64 %v13, 101
  %v15 = xor i64 %v14, 108
  %v16 = mul i64 %v15, 115
  %v17 = add i64 %v16, 122
  %v18 = xor i64 %v17, 129
  %v19 = mul i64 %v18, 136
  %v20 = add i64 %v19, 143
  %v21 = xor i64 %v20, 150
  %v22 = mul i64 %v21, 157
  %v23 = add i64 %v22, 164
  %v24 = xor i64 %v23, 171
  %v25 = mul i64 %v24, 178
  %v26 = add i64 %v25, 185
  %v27 = xor i64 %v26, 192
  %v28 = mul i64 %v27, 199
  %v29 = add i64 %v28, 206
  %v30 = xor i64 %v29, 213
  %v31 = mul i64 %v30, 220
  %v32 = add i64 %v31, 227
  %v33 = xor i64 %v32, 234
  %v34 = mul i64 %v33, 241
  %v35 = add i64 %v34, 248
  %v36 = xor i64 %v35, 255
  %v37 = mul i64 %v36, 262
  %v38 = add i64 %v37, 269
  %v39 = xor i64 %v38, 276
  %v40 = mul i64 %v39, 283
  %v41 = add i64 %v40, 290
  %v42 = xor i64 %v41, 297
  %v43 = mul i64 %v42, 304
  %v44 = add i64 %v43, 311
  %v45 = xor i64 %v44, 318
  %v46 = mul i64 %v45, 325
  %v47 = add i64 %v46, 332
  %v48 = xor i64 %v47, 339
  %v49 = mul i64 %v48, 346
  %v50 = add i64 %v49, 353
  %v51 = xor i64 %v50, 360
  %v52 = mul i64 %v51, 367
  %v53 = add i64 %v52, 374
  %v54 = xor i64 %v53, 381
  %v55 = mul i64 %v54, 388
  %v56 = add i64 %v55, 395
  %v57 = xor i64 %v56, 402
  %v58 = mul i64 %v57, 409
  %v59 = add i64 %v58, 416
  store i64 %v59, ptr %slots
  call void @fill(ptr %slots)
  %r = load i64, ptr %slots
  ret i64 %r
}
;--- similar.ll
define internal i64 @plain(i64 %x) minsize {
  %v1 = mul i64 %x, 1068
  %v2 = add i64 %v1, 1099
  %v3 = sub i64 %v2, 8
  %v4 = xor i64 %v3, 1161
  %v5 = mul i64 %v4, 1192
  %v6 = add i64 %v5, 1223
  %v7 = sub i64 %v6, 1254
  %v8 = xor i64 %v7, 1285
  %v9 = mul i64 %v8, 1316
  %v10 = add i64 %v9, 1347
  %v11 = sub i64 %v10, 1378
  %v12 = xor i64 %v11, 1409
  %v13 = mul i64 %v12, 1440
  %v14 = add i64 %v13, 1471
  %b = call i64 @back(i64 %v14)
  %v15 = sub i64 %b, 1502
  %v16 = xor i64 %v15, 1533
  %v17 = mul i64 %v16, 1564
  %v18 = add i64 %v17, 1595
  %v19 = sub i64 %v18, 1626
  %v20 = xor i64 %v19, 1657
  %v21 = mul i64 %v20, 1688
  %v22 = add i64 %v21, 1719
  %v23 = sub i64 %v22, 1750
  %v24 = xor i64 %v23, 1781
  %v25 = mul i64 %v24, 1812
  %v26 = add i64 %v25, 1843
  %v27 = sub i64 %v26, 1874
  %v28 = xor i64 %v27, 1905
  ret i64 %v28
}
define internal i64 @deep(i64 %x) minsize {
  %v1 = mul i64 %x, 1068
  %v2 = add i64 %v1, 1099
  %v3 = sub i64 %v2, 8
  %v4 = xor i64 %v3, 1161
  %v5 = mul i64 %v4, 1192
  %v6 = add i64 %v5, 1223
  %v7 = sub i64 %v6, 1254
  %v8 = xor i64 %v7, 1285
  %v9 = mul i64 %v8, 1316
  %v10 = add i64 %v9, 1347
  %v11 = sub i64 %v10, 1378
  %v12 = xor i64 %v11, 1409
  %v13 = mul i64 %v12, 1440
  %v14 = add i64 %v13, 1471
  %is = icmp eq i64 %x, 77
  br i1 %is, label %much, label %rest
much:
  %h = call i64 @large(i64 %v14)
  br label %rest
rest:
  %p = phi i64 [ %v14, %0 ], [ %h, %much ]
  %b = call i64 @back(i64 %p)
  %v15 = sub i64 %b, 1502
  %v16 = xor i64 %v15, 1533
  %v17 = mul i64 %v16, 1564
  %v18 = add i64 %v17, 1595
  %v19 = sub i64 %v18, 1626
  %v20 = xor i64 %v19, 1657
  %v21 = mul i64 %v20, 1688
  %v22 = add i64 %v21, 1719
  %v23 = sub i64 %v22, 1750
  %v24 = xor i64 %v23, 1781
  %v25 = mul i64 %v24, 1812
  %v26 = add i64 %v25, 1843
  %v27 = sub i64 %v26, 1874
  %v28 = xor i64 %v27, 1905
  ret i64 %v28
}
define i64 @use(i64 %x) minsize {
  %a = call i64 @plain(i64 %x)
  %b = call i64 @deep(i64 %a)
  ret i64 %b
}
;--- both.ll
define internal i64 @plain(i64 %x) minsize {
  %v1 = mul i64 %x, 1068
  %v2 = add i64 %v1, 1099
  %v3 = sub i64 %v2, 8
  %v4 = xor i64 %v3, 2161
  %v5 = add i64 %v4, 1192
  %v6 = add i64 %v5, 1223
  %v7 = sub i64 %v6, 1254
  %v8 = xor i64 %v7, 1285
  %v9 = mul i64 %v8, 1316
  %v10 = add i64 %v9, 1347
  %v11 = sub i64 %v10, 1378
  %v12 = xor i64 %v11, 1409
  %v13 = mul i64 %v12, 1440
  %v14 = add i64 %v13, 1471
  %is = icmp eq i64 %x, 77
  br i1 %is, label %much, label %rest
much:
  %h = call i64 @large(i64 %v14)
  br label %rest
rest:
  %p = phi i64 [ %v14, %0 ], [ %h, %much ]
  %b = call i64 @back(i64 %p)
  %v15 = sub i64 %b, 1502
  %v16 = xor i64 %v15, 1533
  %v17 = mul i64 %v16, 1564
  %v18 = add i64 %v17, 1595
  %v19 = sub i64 %v18, 1626
  %v20 = xor i64 %v19, 1657
  %v21 = mul i64 %v20, 1688
  %v22 = add i64 %v21, 1719
  %v23 = sub i64 %v22, 1750
  %v24 = xor i64 %v23, 1781
  %v25 = mul i64 %v24, 1812
  %v26 = add i64 %v25, 1843
  %v27 = sub i64 %v26, 1874
  %v28 = xor i64 %v27, 1905
  ret i64 %v28
}
define internal i64 @deep(i64 %x) minsize {
  %v1 = mul i64 %x, 1068
  %v2 = add i64 %v1, 1099
  %v3 = sub i64 %v2, 8
  %v4 = xor i64 %v3, 1161
  %v5 = mul i64 %v4, 1192
  %v6 = add i64 %v5, 1223
  %v7 = sub i64 %v6, 1254
  %v8 = xor i64 %v7, 1285
  %v9 = mul i64 %v8, 1316
  %v10 = add i64 %v9, 1347
  %v11 = sub i64 %v10, 1378
  %v12 = xor i64 %v11, 1409
  %v13 = mul i64 %v12, 1440
  %v14 = add i64 %v13, 1471
  %is = icmp eq i64 %x, 77
  br i1 %is, label %much, label %rest
much:
  %h = call i64 @large(i64 %v14)
  br label %rest
rest:
  %p = phi i64 [ %v14, %0 ], [ %h, %much ]
  %b = call i64 @back(i64 %p)
  %v15 = sub i64 %b, 1502
  %v16 = xor i64 %v15, 1533
  %v17 = mul i64 %v16, 1564
  %v18 = add i64 %v17, 1595
  %v19 = sub i64 %v18, 1626
  %v20 = xor i64 %v19, 1657
  %v21 = mul i64 %v20, 1688
  %v22 = add i64 %v21, 1719
  %v23 = sub i64 %v22, 1750
  %v24 = xor i64 %v23, 1781
  %v25 = mul i64 %v24, 1812
  %v26 = add i64 %v25, 1843
  %v27 = sub i64 %v26, 1874
  %v28 = xor i64 %v27, 1905
  ret i64 %v28
}
define i64 @use(i64 %x) minsize {
  %a = call i64 @plain(i64 %x)
  %b = call i64 @deep(i64 %a)
  ret i64 %b
}
;--- further.ll
define internal void @further(ptr %p) minsize {
  %more = alloca [100 x i8]
  call void @fill(ptr %more)
  call void @fill(ptr %p)
  ret void
}
