"""Runs each command line of a table by a compiler alone and by `fmerge`, and compares all that comes of it.

    command-lines.py FMERGE PLUGIN LLVM_TOOLS [PART]

Nothing in these files can be merged. So equal are: the exit status, what is printed (but for lines of fmerge's own), which
files there are afterwards, and each byte of them (but for the plugin's name in files of dependencies; bitcode is compared as
text, because each process numbers the kinds of metadata that it knows). In which modules the plugin ran is in the table. With PART, only the command lines run that contain it, and files stay where they are.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

FILES = {
    "t.c": '#include "h.h"\nint other(int), by_hand(int);\nint main(void) { return other(SEVEN) - 21; }\n',
    "u.c": "int by_hand(int);\nint other(int x) { return by_hand(x) * 3; }\n",
    "a b.c": "int by_hand(int);\nint other(int x) { return by_hand(x) * 3; }\n",
    "whole.c": "int main(void) { return 0; }\n",
    "v.s": ".globl by_hand\nby_hand: movl %edi, %eax\n ret\n.section .note.GNU-stack\n",
    "w.S": '#include "h.h"\n#define NAME by_hand\n.globl NAME\nNAME: movl %edi, %eax\n ret\n.section .note.GNU-stack\n',
    "whole.cpp": "struct Two { int x; };\nint main() { return Two{0}.x; }\n",
    "h.h": "#define SEVEN 7\n",
    "bad.c": "int main(void) { return nothing; }\n",
    "c.txt": "int other(int x) { return x * 3; }\n",
    "s.txt": ".globl by_hand\nby_hand: ret\n",
    "assembly.rsp": "-c v.s -o v.o",
    "nested.rsp": "-Oz @inner.rsp\n-o out/t.o",
    "inner.rsp": "-c\nt.c",
    "itself.rsp": "-c t.c @itself.rsp",
    "quoted.rsp": """-DA='x "y"' "-DB=\\"z\\"" -c "a b.c" -o a\\ b.o '' """,
    "single.rsp": "'a b.c' -c -DX='it\\'s' -o 'out/a b.o'",
    "newline.rsp": "-c t.c \\\n-o t.o",
    "comment.rsp": "-c t.c # -c",
    "link.rsp": "-flto lto-t.o lto-u.o v.o -o p",
    "objects.rsp": "t.o u.o v.o",
    "bitcode.rsp": "lto-t.o lto-u.o v.o",
    "for-linker.rsp": "--gc-sections lto-u.o",
    "own.rsp": "-c t.c -mllvm -fmerge-pipeline=none",
    "language.rsp": "-x assembler -c s.txt -x none",
    "long.rsp": "\n".join(f"-DNAME_{number}=this_makes_it_long" for number in range(9000)) + "\n-flto t.c u.c v.s -o p\n",
    "wide.rsp": "-c t.c -o wide.o".encode("utf-16"),
    "lto.cfg": "# a comment\n-flto \\\n  -Oz\n",
    "compile.cfg": "-c\n",
}

# How each file that commands need is made.
MADE = """
clang -Oz -c t.c -o t.o
clang -Oz -c u.c -o u.o
clang -c v.s -o v.o
clang -Oz -flto -c t.c -o lto-t.o
clang -Oz -flto -c u.c -o lto-u.o
clang -Oz -flto=thin -c t.c -o thin-t.o
clang -Oz -flto=thin -c u.c -o thin-u.o
clang -Oz -fPIC -flto -c u.c -o pic.sho
clang -Oz -S -emit-llvm u.c -o u.ll
clang -Oz -c -emit-llvm u.c -o u.bc
clang -Oz -x c-header h.h -o h.pch
llvm-ar rcs libplain.a u.o v.o
llvm-ar rcs liblto.a lto-u.o v.o
llvm-ar rcsT libthin.a lto-u.o v.o
"""


@dataclass
class Row:
    """A command line."""

    line: str
    # The modules in which the plugin runs.
    ran: str = ""
    # What the compiler alone is given besides, where fmerge gives it.
    plain: str = ""
    # What fmerge alone is given besides, before all else.
    own: str = ""
    # What is on standard input.
    given: str = ""
    # What fmerge warns of.
    warning: str = ""
    # What is printed on standard error, and which may differ: commands that are shown, times.
    shows_commands: bool = False
    # Which tool of fmerge's.
    tool: str = "cc"
    # Files that say which command made them.
    differ: set = field(default_factory=set)


# Where clang comes to link bitcode, fmerge chooses lld, and lets it fold.
FOLD = "-Wl,--icf=safe"
LLD = f"-fuse-ld=lld {FOLD}"
WHOLE = "ld-temp.o"

TABLE = [
    # One step.
    Row("-Oz -c t.c", "t.c"),
    Row("-c t.c -o out/t.o", "t.c"),
    Row("-Oz -g -c t.c", "t.c"),
    Row("-O2 -gsplit-dwarf -c t.c", "t.c"),
    Row("-Oz -S t.c", "t.c"),
    Row("-Oz -S t.c -o -", "t.c"),
    Row("-Oz -S -emit-llvm t.c", "t.c"),
    Row("-Oz -emit-llvm -c t.c", "t.c"),
    Row("-Oz -flto -c t.c"),
    Row("-Oz -flto=thin -c t.c -o thin.o"),
    Row("-E t.c"),
    Row("-E t.c -o -"),
    Row("-E -P t.c -o t.i"),
    Row("-E -dM t.c"),
    Row("-fsyntax-only t.c"),
    Row("-fsyntax-only bad.c"),
    Row("--analyze t.c"),
    Row("-Oz -pipe -c t.c", "t.c"),
    Row("-Oz -c -- t.c", "t.c"),
    Row("--compile -Oz t.c --output=x.o", "t.c"),
    Row("-Oz -fno-integrated-as -c t.c", "t.c"),
    Row("-Oz -c t.c -Wa,--noexecstack -Xassembler --noexecstack", "t.c"),
    Row("-Oz -c t.c -Xclang -disable-llvm-passes"),
    Row("-Oz -c t.c -Xpreprocessor -DX -Xclang -DY", "t.c"),
    Row("-Oz -c t.c -lm -Wl,--gc-sections", "t.c"),
    Row("-Oz -c t.c --serialize-diagnostics t.dia", "t.c"),
    Row("-Oz -fstack-usage -c t.c", "t.c"),
    Row("-Oz -fprofile-instr-generate -fcoverage-mapping -c t.c", "t.c"),
    Row("-Oz --target=aarch64-linux-gnu -c u.c", "u.c"),
    Row("-Oz --target=wasm32 -c u.c", "u.c"),
    # Dependencies.
    Row("-M t.c"),
    Row("-MM t.c"),
    Row("-MM -MF d -MT target -MP t.c"),
    Row("-Oz -MD -c t.c", "t.c"),
    Row("-Oz -MMD -MF d -MT target.o -MP -c t.c", "t.c"),
    Row("-Oz -Wp,-MD,d -c t.c", "t.c"),
    Row("-Oz -Wp,-DX,-MMD,d -c t.c"),
    Row("-E -MD -MF d t.c"),
    Row("-MD -c w.S"),
    Row("-Oz -MD -MF d -c v.s"),
    Row("-Oz -MJ d.json -c t.c", "t.c", differ={"d.json"}),
    # All intermediate files.
    Row("-Oz -save-temps -c t.c", "t.bc"),
    Row("-Oz --save-temps -c t.c -o x.o", "t.bc"),
    Row("-Oz -save-temps=cwd -c t.c -o out/x.o", "t.bc"),
    Row("-Oz -save-temps=obj -c t.c -o out/x.o", "t.bc"),
    Row("-Oz -save-temps -S t.c", "t.bc"),
    Row("-Oz -save-temps t.c u.c v.s -o p", "t.bc u.bc"),
    Row("-save-temps -c v.s"),
    Row("-save-temps=obj -c w.S -o out/w.o"),
    Row("-Oz -save-temps -flto t.c u.c v.s -o p", WHOLE, LLD),
    Row("-Oz -save-temps -fno-integrated-as -c t.c", "t.bc"),
    # Several sources, languages.
    Row("-Oz -c t.c u.c", "t.c u.c"),
    # Another driver, which knows other arguments.
    Row("--driver-mode=cl /Brepro /O1 /c u.c"),
    Row("-Oz -c t.c v.s w.S", "t.c"),
    Row("-Oz t.c u.c v.s -o p", "t.c u.c"),
    Row("-Oz t.c u.c w.S", "t.c u.c"),
    Row("-Oz t.c u.o v.o -o p", "t.c"),
    Row("-x c c.txt -c -o x.o", "c.txt"),
    Row("-xc c.txt -c -o x.o", "c.txt"),
    Row("-x assembler s.txt -c -o x.o"),
    Row("-xassembler-with-cpp s.txt -c -o x.o"),
    Row("-Oz -x ir u.ll -c -o x.o", "u.ll"),
    Row("-Oz -c u.bc -o x.o", "u.bc"),
    Row("-Oz -c u.ll", "u.ll"),
    Row("-Oz -x c c.txt -x assembler s.txt -x none u.c -c", "c.txt u.c"),
    Row("-Oz -x c - -c -o x.o", "-", given=FILES["u.c"]),
    Row("-Oz -xc - -x none v.s -o p", "-", given="int main(void) { return 0; }"),
    Row("-E -", given="int x = __LINE__;\n"),
    Row("-x assembler - -c -o x.o", given=FILES["v.s"]),
    Row("-Oz whole.cpp -o p", "whole.cpp", tool="c++"),
    Row("-Oz -x c++ whole.c -c", "whole.c", tool="c++"),
    # Assembly only.
    Row("-c v.s"),
    Row("-c w.S -o out/w.o"),
    Row("-E w.S"),
    Row("-S w.S -o -"),
    Row("-c -fno-integrated-as v.s"),
    Row("-c -g -Wa,--noexecstack w.S"),
    Row("v.s -nostdlib -Wl,-e,by_hand -o p"),
    # Precompiled headers.
    Row("-Oz -x c-header h.h -o x.pch"),
    Row("-Oz h.h"),
    Row("-Oz -include-pch h.pch -c t.c", "t.c"),
    Row("-Oz -include h.h -c u.c", "u.c"),
    # Response files.
    Row("@assembly.rsp"),
    Row("@nested.rsp", "t.c"),
    Row("@itself.rsp"),
    Row("@quoted.rsp", "a b.c"),
    Row("@single.rsp", "a b.c"),
    Row("@newline.rsp"),
    Row("@comment.rsp"),
    Row("@wide.rsp", "t.c"),
    Row("@/dev/stdin", "t.c", given="-Oz -c @more.rsp t.c".replace("@more.rsp", "-DX=1")),
    Row("-Oz @language.rsp u.c", "u.c"),
    Row("-Oz @missing.rsp -c t.c"),
    Row("@link.rsp", WHOLE, LLD),
    Row("@bitcode.rsp -o p", WHOLE, LLD),
    Row("@objects.rsp -o p"),
    Row("-Oz @long.rsp", WHOLE, LLD),
    Row("-Oz -flto lto-t.o v.o -Wl,@for-linker.rsp -o p", WHOLE, LLD),
    Row("t.o v.o -fuse-ld=lld -Wl,@for-linker.rsp -o p", WHOLE),
    # Configuration files.
    Row("--config=./lto.cfg t.c u.c v.s -o p", WHOLE, LLD),
    Row("--config ./compile.cfg t.c", "t.c"),
    # Links without LTO.
    Row("t.o u.o v.o -o p"),
    Row("t.o u.o v.o -fuse-ld=lld -o p"),
    Row("t.o u.o v.o -fuse-ld=bfd -o p"),
    Row("t.o u.o v.o -fuse-ld=gold -o p"),
    Row("t.o u.o v.o -fuse-ld=no-such -o p"),
    Row("t.o libplain.a -o p"),
    Row("t.o -L. -lplain -o p"),
    Row("t.o u.o -r -o x.o"),
    Row("-Oz -shared -fPIC u.c v.s -o x.so", "u.c"),
    Row("-Oz -static t.c u.c v.s -o p", "t.c u.c"),
    Row("-Oz -flto t.c u.c v.s -fno-lto -o p", "t.c u.c"),
    Row("-Oz t.c u.c v.s -Wl,-Map=map -o p -fuse-ld=lld -Wl,--icf=all", "t.c u.c", differ={"map"}),
    Row("-Oz --emit-static-lib u.c -o x.a", "u.c", differ={"x.a"}),
    # Links with LTO.
    Row("-Oz -flto t.c u.c v.s", WHOLE, LLD),
    Row("-Oz -fno-lto -flto t.c u.c v.s -o p", WHOLE, LLD),
    Row("lto-t.o lto-u.o v.o -o p", WHOLE, LLD),
    Row("lto-t.o lto-u.o v.o -fuse-ld=lld -o p", WHOLE, FOLD),
    Row("lto-t.o lto-u.o v.o --ld-path=LLD -o p", WHOLE, FOLD),
    Row("lto-t.o u.o v.o -fno-lto -fuse-ld=lld -o p", WHOLE, FOLD),
    Row("-flto=thin thin-t.o thin-u.o v.o -o p", "thin-t.o thin-u.o", LLD),
    Row("-flto lto-t.o liblto.a -o p", WHOLE, LLD),
    Row("t.o liblto.a -o p", WHOLE, LLD),
    Row("t.o libthin.a -o p", WHOLE, LLD),
    Row("t.o -L. -l:liblto.a -o p", WHOLE, LLD),
    Row("t.o -L . -Wl,--library=:liblto.a -o p", WHOLE, LLD),
    Row("t.o -L. -llto -o p", WHOLE, LLD),
    Row("t.o -L. -lplain -o p"),
    Row("-flto t.o -L. -llto -o p", WHOLE, LLD),
    Row("-flto lto-t.o lto-u.o -r -o x.o", WHOLE, "-fuse-ld=lld"),
    Row("-flto -shared pic.sho v.o -o x.so", WHOLE, LLD),
    Row("-flto -static lto-t.o lto-u.o v.o -o p", WHOLE, LLD),
    Row("-flto lto-t.o lto-u.o v.o -o p -fuse-ld=bfd", warning="the linker bfd cannot load the plugin"),
    Row("-flto --target=wasm32 -nostdlib -Wl,--no-entry u.c -o x.wasm", warning="the linker for wasm32"),
    Row("-flto lto-t.o lto-u.o v.o -Xlinker --save-temps -o p", WHOLE, LLD),
    Row("-flto lto-t.o lto-u.o v.o -o p -Wl,--thinlto-jobs=1 -Wl,-O2 -Wl,--icf=safe", WHOLE, LLD),
    # What the build says of fmerge counts.
    Row("-Oz -c t.c", own="-mllvm -fmerge-pipeline=none"),
    Row("-Oz -c t.c v.s w.S", own="-mllvm -fmerge-pipeline=none"),
    Row("-Oz -flto t.c u.c v.s -o p", own="-mllvm=-fmerge-pipeline=none", plain=LLD),
    Row("-Oz -flto t.c u.c v.s -o p", WHOLE, own="-fpass-plugin=PLUGIN", plain=LLD),
    # Nothing is compiled.
    Row(""),
    Row("--version"),
    Row("--help"),
    Row("-dumpmachine"),
    Row("-print-search-dirs"),
    Row("-print-file-name=libc.so"),
    Row("-print-prog-name=ld"),
    Row("--print-supported-cpus"),
    Row("-v", shows_commands=True),
    Row("-###", shows_commands=True),
    Row("-### t.c u.c v.s -flto", shows_commands=True),
    Row("-v -c t.c", "t.c", shows_commands=True),
    Row("-cc1 -emit-obj u.c -o x.o"),
    Row("-cc1as -filetype obj v.s -o x.o"),
    # Errors.
    Row("-c missing.c"),
    Row("missing.o -o p"),
    Row("-c bad.c"),
    Row("bad.c t.o -o p"),
    Row("--no-such-option -c t.c"),
    Row("t.o -o"),
    Row("t.o -o p"),
    Row("-Oz -c t.c -o no-such-folder/t.o"),
    Row("-c t.c u.c -o p"),
    # The linker by itself.
    Row("--version", tool="ld"),
    Row("-v", tool="ld"),
    Row("lto-t.o lto-u.o v.o -e main -o p", WHOLE, "--icf=safe", tool="ld"),
    Row("@bitcode.rsp -e main -o p", WHOLE, "--icf=safe", tool="ld"),
    Row("t.o u.o -r -o x.o", tool="ld"),
    Row("-q t.o u.o v.o -e main -o p", plain="--icf=safe", tool="ld"),
    Row("missing.o -o p", tool="ld"),
    Row("", tool="ld"),
]


class Comparison:
    """The programs, and a folder to work in."""

    def __init__(self, fmerge, plugin, tools, folder):
        self.fmerge, self.plugin, self.tools, self.folder = fmerge, plugin, Path(tools), Path(folder)
        self.inputs = self.folder / "inputs"
        (self.inputs / "out").mkdir(parents=True)
        for name, content in FILES.items():
            data = content if isinstance(content, bytes) else content.encode()
            (self.inputs / name).write_bytes(data)
        for line in MADE.strip().splitlines():
            tool, *words = line.split()
            subprocess.run([self.tools / tool, *words], cwd=self.inputs, check=True)

    def program(self, tool):
        return self.tools / {"cc": "clang", "c++": "clang++", "ld": "ld.lld"}[tool]

    def run(self, number, row, by_fmerge):
        """What one run gives: status, output, errors, files; and what fmerge says."""
        # Both run in a folder of the same name, which debug information and some messages hold.
        folder = self.folder / str(number)
        shutil.copytree(self.inputs, folder)
        words = (row.own if by_fmerge else row.plain).split() + row.line.split()
        words = [self.placed(word) for word in words]
        environment = dict(os.environ, FMERGE_LOG="info", FMERGE_PLUGIN=self.plugin, FMERGE_CC=str(self.program("cc")))
        environment.update(FMERGE_CXX=str(self.program("c++")), FMERGE_LD=str(self.program("ld")))
        program = [self.fmerge, row.tool] if by_fmerge else [self.program(row.tool)]
        result = subprocess.run(
            [*program, *words], cwd=folder, env=environment, input=row.given.encode(), capture_output=True, timeout=120
        )
        errors = result.stderr.decode(errors="replace").splitlines()
        said = [line for line in errors if line.startswith("fmerge: ")]
        others = [line for line in errors if not line.startswith("fmerge: ")]
        files = {}
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder))
            files[name] = self.content(path) if path.is_file() and name not in row.differ else b""
        shutil.rmtree(folder)
        shown = None if row.shows_commands else others
        return {"exit status": result.returncode, "output": result.stdout, "errors": shown, **files}, said

    def content(self, path):
        data = path.read_bytes()
        if data.startswith(b"BC\xc0\xde"):
            return subprocess.run([self.tools / "llvm-dis", "-o", "-", path], capture_output=True, check=True).stdout
        return without(data, self.plugin.encode()) if path.suffix in ("", ".d") and b".o: " in data else data

    def placed(self, word):
        return word.replace("PLUGIN", self.plugin).replace("LLD", str(self.program("ld")))

    def faults(self, number, row):
        """How a run by fmerge differs."""
        plain, _ = self.run(number, row, by_fmerge=False)
        ours, said = self.run(number, row, by_fmerge=True)
        for key in sorted(set(plain) | set(ours)):
            if plain.get(key) != ours.get(key):
                yield f"{key}: {str(plain.get(key))[:600]} | {str(ours.get(key))[:600]}"
        ran = {line.split(" on ", 1)[1].rsplit(":", 1)[0] for line in said if " on " in line and "functions" in line}
        ran = sorted(name if " " in name else Path(name).name for name in ran)
        if " ".join(ran) != row.ran:
            yield f"the plugin ran on [{' '.join(ran)}], not on [{row.ran}]"
        warnings = [line for line in said if "fmerge: warning: " in line]
        if any(row.warning not in line or not row.warning for line in warnings) or (row.warning and not warnings):
            yield f"warns {warnings}"


def without(text, name):
    """A file of dependencies without one of them, and without the way in which lines are broken."""
    return b" ".join(word for word in text.split() if word not in (name, b"\\", name + b":"))


def main(fmerge, plugin, tools, part=None):
    folder = tempfile.mkdtemp(prefix="command-lines-")
    comparison = Comparison(fmerge, plugin, tools, folder)
    rows = [(number, row) for number, row in enumerate(TABLE) if part is None or part in row.line]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        found = pool.map(lambda numbered: list(comparison.faults(*numbered)), rows)
        wrong = [(row, faults) for (_, row), faults in zip(rows, found) if faults]
    for row, faults in wrong:
        print(f"fmerge {row.tool} {row.own} {row.line}", *faults, sep="\n    ")
    print(f"{len(rows)} command lines, {len(wrong)} wrong")
    if part is None:
        shutil.rmtree(folder)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
