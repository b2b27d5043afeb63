; What a dump's functions and their fingerprints say of each other, and the pictures of it.
; RUN: %opt -passes='f3m<dump=%t.dump>' -disable-output %S/text.ll
; RUN: %fmerge rank %t.dump --out %t.jsonl | %FileCheck %s --check-prefix=TABLE
; TABLE: 3 functions, 3 asked about
; TABLE-NEXT: fingerprint R aligned R saved
; TABLE: minhash
; TABLE: pairs-and-blocks
; RUN: %FileCheck %s --check-prefix=LINES < %t.jsonl
; LINES: {"left":"one","right":"two","similarity":{{.*}}"minhash":1.0{{.*}},"alignment":1.0,"saved":{{[0-9]+}}}

; RUN: %fmerge plot heatmap %t.jsonl --fingerprint minhash --title Map -o %t.svg | %FileCheck %s --check-prefix=SAID
; SAID: pairs, R = {{-?[0-9.]+}}
; RUN: %FileCheck %s --check-prefix=MAP < %t.svg
; MAP: <svg
; MAP: Map (R = {{-?[0-9.]+}}, {{[0-9]+}} pairs)
; MAP: alignment ratio
; RUN: %fmerge plot histogram %t.jsonl --fingerprint opcodes -o %t.svg | %FileCheck %s --check-prefix=NEAREST
; NEAREST: functions, {{[0-9]}} of them gain by their nearest

; The pairs of the pass can be drawn as well.
; RUN: %opt -passes='f3m-rank<format=lines;out=%t.pass.jsonl>' -disable-output %S/text.ll
; RUN: %fmerge plot heatmap %t.pass.jsonl -o %t.svg
; RUN: %FileCheck %s --check-prefix=ONE < %t.svg
; ONE: 1 pairs

; RUN: %fmerge rank %t.dump --fingerprints minhash,opcodes --json > %t.json
; RUN: %fmerge plot recall %t.json -o %t.svg | %FileCheck %s --check-prefix=RECALL
; RECALL: 2 fingerprints on

; What is missing is named.
; RUN: not %fmerge plot heatmap %t.jsonl -o %t.svg 2>&1 | %FileCheck %s --check-prefix=SEVERAL
; SEVERAL: line 1 has several similarities; name one of them by --fingerprint
; RUN: not %fmerge rank %t.dump --fingerprints wrong 2>&1 | %FileCheck %s --check-prefix=WRONG
; WRONG: no such fingerprint; there are: opcodes, bounds, minhash
