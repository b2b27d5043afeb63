// Whatever bit of a summary changes, the program works: at most a warning, and less is merged.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %clang -c main.c -o main.o
// RUN: %clang -Oz -emit-llvm -c -DNAME=one -DNUMBER=3 a.c -o a.bc
// RUN: %clang -Oz -emit-llvm -c -DNAME=two -DNUMBER=5 a.c -o b.bc
// RUN: %opt -passes='gfm-analyze<out=a.part>' -disable-output a.bc
// RUN: %opt -passes='gfm-analyze<out=b.part>' -disable-output b.bc
// RUN: %fmerge combine a.part b.part -o summary
// RUN: %clang main.o a.bc b.bc -o plain && ./plain > expected
// RUN: %python flip.py %plugin %clang expected | %FileCheck %s
// CHECK: {{[1-9][0-9]*}} merged all the same, {{[1-9][0-9]*}} did not, 0 wrong

//--- flip.py
import os, random, subprocess, sys
plugin, clang, expected = sys.argv[1], sys.argv[2], open(sys.argv[3]).read()
folder = os.path.dirname(clang)
rng = random.Random(1)
whole = open("summary", "rb").read()

def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True)

merged = unmerged = wrong = 0
for turn in range(24):
    bad = bytearray(whole)
    for _ in range(rng.choice([1, 1, 3, 30])):
        # Half of the time in the header and the first entries.
        at = rng.randrange(256 if rng.random() < 0.5 else len(bad))
        bad[at] ^= 1 << rng.randrange(8)
    open("flipped", "wb").write(bad)
    said = ""
    for name in "ab":
        said += run(f"{folder}/opt", f"-load-pass-plugin={plugin}", f"{name}.bc", "-o", f"{name}.2.bc",
                    "-passes=gfm-merge<summary=flipped;fold=comdat;verify>,verify").stderr
    run(clang, "main.o", "a.2.bc", "b.2.bc", "-o", "program")
    wrong += run("./program").stdout != expected
    names = run(f"{folder}/llvm-nm", "program").stdout
    merged += "fmerge." in names
    unmerged += "fmerge." not in names
    assert ("fmerge." in names) == ("warning" not in said), said
print(f"{merged} merged all the same, {unmerged} did not, {wrong} wrong")

//--- a.c
int total(const char *name, int value);
int NAME(int x) {
  int r = total("name", x) * NUMBER;
  r += total("again", r);
  r ^= total("last", x + r);
  r -= total("nearly", x ^ r) + total("not yet", r);
  if (r > total("limit", x))
    r = total("reduced", r) / (x + 1);
  return total("end", r);
}

//--- main.c
#include <stdio.h>
#include <string.h>
int one(int), two(int);
int total(const char *name, int value) { return (int)strlen(name) * value % 1000 + 1; }
int main(void) {
  printf("%d %d\n", one(5), two(6));
  return 0;
}
