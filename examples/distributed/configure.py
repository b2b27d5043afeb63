#!/usr/bin/env python3
"""Writes a `build.ninja` in which similar functions of separately compiled objects share code, and every action could run on
another machine: it reads the files that it names, and writes files.

    configure.py --clang clang++-22 --opt opt-22 --plugin libfmerge.so --fmerge fmerge [--lto thin] [--flags FLAGS] [--link FLAGS] \
                 [--headers FILE...] SOURCE...

Without LTO, a source is optimised once (`compile`), and `code` generates its code when all are known. With `--lto thin`, `index`
decides what each module imports from others (`imports` tells Ninja), and `optimise` is ThinLTO's back end; objects with bitcode may
stand in the place of sources. `combine` is the one action that reads something of
all objects: their modules. What it writes is cut into a slice for each object. When the slice is what it was, no code is
generated anew.
"""

import argparse
import os
import re

RULES = """
rule compile
  command = $sandbox --reads $in $headers --writes $out -- sh -c "$clang $flags $lto -c $in -o $made $merge"
  description = compile $in
  restat = 1
rule take
  command = cp $in $out
rule index
  command = $sandbox --reads $in --writes $out -- $clang $flags -flto=thin $linker -Wl,--thinlto-index-only=$list -Wl,--thinlto-emit-imports-files $in $link -o program
  description = index
  restat = 1
rule imports
  command = python3 $folder/imports.py $out $in
  description = imports
rule optimise
  command = $sandbox --reads $in --reads-list $imports --writes $out -- sh -c "$clang $flags -x ir $thin -fthinlto-index=$index -emit-llvm -c -o $made $merge"
  description = optimise $thin
  restat = 1
rule combine
  command = $sandbox --reads $in --writes $out -- $fmerge combine --plugin $plugin --similar $similar $in -o $out
  description = combine
  restat = 1
rule slice
  command = $sandbox --reads $in --writes $out -- $fmerge slice $in -o $out
  description = slice $out
  restat = 1
rule code
  command = $sandbox --reads $in --writes $out -- sh -c "$opt -load-pass-plugin=$plugin '-passes=f3m-merge<summary=$slice>' $module -o merged.bc && $clang $flags -ffunction-sections -x ir merged.bc -Xclang -disable-llvm-passes -c -o $out"
  description = code $out
  restat = 1
rule link
  command = $sandbox --reads $in --writes $out -- $clang $flags $linker -Wl,--icf=$icf -Wl,--gc-sections $in $link -o $out
  description = link $out
  restat = 1
"""

# clang 22 loads no plugin where it is told an index, so that opt does.
MERGE = "&& $opt -load-pass-plugin=$plugin '-passes=fmerge<linkonce=skip>,f3m-analyze<out={stem}.module>' optimised.bc -o {stem}.bc"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("clang", "opt", "plugin", "fmerge"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--lto", choices=["none", "thin"], default="none")
    parser.add_argument("--flags", default="-Oz")
    parser.add_argument("--link", default="")
    parser.add_argument("--linker", default="-fuse-ld=lld")
    parser.add_argument("--icf", default="all")
    parser.add_argument("--similar", default="others=free", help="what is merged of similar functions, and how far (`fmerge combine --similar`)")
    parser.add_argument("--headers", nargs="*", default=[])
    parser.add_argument("sources", nargs="+")
    given = parser.parse_args()
    headers = " ".join(given.headers)
    for path in given.headers + [source for source in given.sources if not source.endswith(".o")]:
        if os.path.isabs(path) or ".." in path.split("/") or re.search(r"[\s$:]", path):
            parser.error(f"{path}: a sandbox has files of the build's folder, whose names are without spaces, $ and :")
    folder = os.path.dirname(os.path.abspath(__file__))
    tools = {name: getattr(given, name) for name in ("clang", "opt", "plugin", "fmerge", "flags", "link", "linker", "icf", "similar")}
    tools |= {"folder": folder, "sandbox": f"python3 {folder}/sandbox.py", "headers": headers}
    lines = [f"{name} = {value}" for name, value in tools.items()] + [RULES]
    stems = [f"out/{number}-{os.path.splitext(os.path.basename(source))[0]}" for number, source in enumerate(given.sources)]
    for stem, source in zip(stems, given.sources):
        if given.lto == "none":
            lines += build([f"{stem}.bc", f"{stem}.module"], "compile", [source], headers, made="optimised.bc", lto="-emit-llvm", merge=MERGE.format(stem=stem))
        elif source.endswith(".o"):
            lines += build([f"{stem}.thin.o"], "take", [source])
        else:
            lines += build([f"{stem}.thin.o"], "compile", [source], headers, made=f"{stem}.thin.o", lto="-flto=thin")
    if given.lto == "thin":
        thin = [f"{stem}.thin.o" for stem in stems]
        lines += build(["out/list", *(name + end for name in thin for end in (".thinlto.bc", ".imports"))], "index", thin, list="out/list")
        lines += build(["out/imports"], "imports", thin, " ".join(f"{name}.imports" for name in thin))
        for stem, module in zip(stems, thin):
            index, imports = f"{module}.thinlto.bc", f"{module}.imports"
            lines += build([f"{stem}.bc", f"{stem}.module"], "optimise", [module, index], f"{imports} || out/imports", dyndep="out/imports", made="optimised.bc", thin=module, index=index, imports=imports, merge=MERGE.format(stem=stem))
    lines += build(["out/store"], "combine", [f"{stem}.module" for stem in stems])
    for stem in stems:
        lines += build([f"{stem}.slice"], "slice", ["out/store", f"{stem}.module"])
        lines += build([f"{stem}.o"], "code", [f"{stem}.bc", f"{stem}.slice"], module=f"{stem}.bc", slice=f"{stem}.slice")
    lines += build(["program"], "link", [f"{stem}.o" for stem in stems])
    with open("build.ninja", "w") as out:
        out.write("\n".join(lines) + "\n")


def build(outputs, rule, inputs, more="", **variables):
    """A statement of Ninja's; `more` are inputs that the rule does not name by `$in`."""
    after = f" | {more}" if more else ""
    return [f"build {' '.join(outputs)}: {rule} {' '.join(inputs)}{after}", *(f"  {name} = {value}" for name, value in variables.items())]


main()
