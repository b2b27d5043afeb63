; What is wrong in a limit, or with the driver's folder, stops the tool with a plain message.
; RUN: not %opt -passes='gfm<limit=9-2>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=BACKWARDS
; BACKWARDS: fmerge: error: in -passes: gfm: option `limit` cannot be `9-2` (`9-2` ends before it begins; write the smaller number first)

; LLVM cuts a pipeline at a comma; in a pipeline of the extension points one may stand.
; RUN: not %opt -passes='gfm<limit=1-2,5>' -disable-output %s 2>&1 | %FileCheck %s --check-prefix=COMMA
; COMMA: `gfm<limit=1-2` does not end in `>`; LLVM cuts a pipeline at `,`
; RUN: %opt -passes='gfm<limit=1-2:5>' -disable-output %s
; RUN: env FMERGE_PIPELINE='gfm<limit=1-2,5>' %opt -passes='default<Oz>' -disable-output %s

; RUN: rm -rf %t && mkdir -p %t
; RUN: not env FMERGE_BISECT=%t/nowhere %opt -passes=gfm -disable-output %s 2>&1 | %FileCheck %s --check-prefix=NOWHERE
; NOWHERE: fmerge: error: {{.*}}cannot read {{.*}}nowhere/allowed.json: No such file {{.*}}; FMERGE_BISECT must name a folder that `fmerge bisect` has made, or be unset
; RUN: echo 'limit=5' > %t/allowed.json
; RUN: not env FMERGE_BISECT=%t %opt -passes=gfm -disable-output %s 2>&1 | %FileCheck %s --check-prefix=CONTENT
; CONTENT: allowed.json is no file of `fmerge bisect`
; RUN: echo '{"version":99}' > %t/allowed.json
; RUN: not env FMERGE_BISECT=%t %opt -passes=gfm -disable-output %s 2>&1 | %FileCheck %s --check-prefix=VERSION
; VERSION: allowed.json was written by another version of fmerge

define void @f() {
  ret void
}
