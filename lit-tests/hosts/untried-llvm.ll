; A plugin that was built for a version of LLVM that nobody tests it with says so once in its log, however many passes run.
; There is no such version to build one for: the copy takes another for tested.
; RUN: rm -rf %t && mkdir -p %t
; RUN: %python -c "import sys; tried = b'tested with LLVM 19 and 22'; text = open(sys.argv[1], 'rb').read(); assert text.count(tried) == 1; open(sys.argv[2], 'wb').write(text.replace(tried, b'tested with LLVM 18 and 17'))" %plugin %t/untried.so
; RUN: env FMERGE_LOG=info %llvm_tools/opt -load-pass-plugin=%t/untried.so -load-pass-plugin=%t/untried.so -passes='f3m,fmerge' %s -S -o %t/merged.ll 2> %t/log
; RUN: %FileCheck %s --input-file=%t/log
; CHECK: fmerge: info: built for LLVM {{19|22}} by its documentation; tested with LLVM 18 and 17
; CHECK-NOT: by its documentation
; It merges all the same.
; RUN: %FileCheck %s --input-file=%t/merged.ll --check-prefix=MERGED
; MERGED: define {{.*}}@one

; Usually it says nothing, and one that is tested never does.
; RUN: %llvm_tools/opt -load-pass-plugin=%t/untried.so -passes='f3m' %s -disable-output 2>&1 | count 0
; RUN: env FMERGE_LOG=info %opt -passes='f3m' %s -disable-output 2>&1 | %FileCheck %s --check-prefix=TESTED --allow-empty
; TESTED-NOT: by its documentation

define i32 @one(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
