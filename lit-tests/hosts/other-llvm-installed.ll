; The same with another LLVM, where one is installed: none of the variables that only the own LLVM has must stand in the way
; (src/shim/loading.h). opt of LLVM 14 reads the module before it loads the plugin.
; REQUIRES: other-llvm
; RUN: not %other_opt -load-pass-plugin=%plugin -passes=fmerge -disable-output %s 2>&1 | %FileCheck %s
; CHECK: fmerge: error: the plugin needs a compiler, linker or opt of LLVM {{[0-9]+}}, but the LLVM of the program that loads it is {{none, or older than LLVM 16|LLVM [0-9.]+}}
define void @f() {
  ret void
}
