"""Compiles a program in two rounds, links and runs it: what it prints must be what it prints without merging.

    rounds.py CLANG PLUGIN FMERGE LLD [--flags FLAGS] [--plain FLAGS] [--options OPTIONS] SOURCE...

Each source is analysed; the summaries are combined at the default prices and at none, where everything is merged that
can be; each source is merged with each `fold`, and linked by lld with `--icf=all`, which folds code, and by GNU ld,
which folds names alone. Sources of IR are merged as they are, and those of C and C++ where clang runs plugins.
FLAGS are for each compilation, those of `--plain` for the unmerged program instead; OPTIONS are for both passes.
Prints one line for each program: prices, fold, and how many shared bodies its objects have and the program.
"""

import os
import shlex
import sys

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../../Inputs")

import separate
from separate import run


def arguments():
    parser = separate.parser()
    parser.add_argument("--plain")
    parser.add_argument("--options", default="")
    return parser.parse_args()


class Rounds:
    """The program, and how to compile it."""

    def __init__(self, given):
        self.given = given
        self.flags = [*shlex.split(given.flags), "-ffunction-sections"]
        self.tools = os.path.dirname(given.clang)
        self.driver = separate.driver(given)

    def compiled(self, source, to, passes, flags=None):
        """An object, by way of a pass where one is named."""
        flags = self.flags if flags is None else flags
        if source.endswith(".ll"):
            if passes:
                run(f"{self.tools}/opt", f"-load-pass-plugin={self.given.plugin}", f"-passes={passes},verify", source,
                    "-o", f"{to}.bc")
                source = f"{to}.bc"
            run(self.given.clang, "-O1", "-Xclang", "-disable-llvm-passes", "-ffunction-sections", "-c", source, "-o", to)
            return to
        environment = dict(os.environ, FMERGE_PIPELINE=passes or "none")
        run(self.given.clang, *flags, f"-fpass-plugin={self.given.plugin}", "-c", source, "-o", to, env=environment)
        return to

    def all_compiled(self, kind, passes, flags=None):
        return [self.compiled(source, f"{source}.{kind}.o", passes, flags) for source in self.given.sources]

    def printed(self, objects, program, linker):
        run(*self.driver, *linker, *objects, "-o", program)
        return separate.printed(program)

    def bodies(self, *files):
        """The addresses of shared bodies; in objects, each function has a section of its own, and they are all 0."""
        names = run(f"{self.tools}/llvm-nm", *files).stdout.splitlines()
        return [line.split()[0] for line in names if ".Tgm" in line or " fmerge." in line]


def main():
    given = arguments()
    rounds = Rounds(given)
    lld, bfd = [f"--ld-path={given.lld}", "-Wl,--icf=all"], ["-fuse-ld=bfd"]
    plain = rounds.all_compiled("plain", None, given.plain and [*shlex.split(given.plain), "-ffunction-sections"])
    expected = rounds.printed(plain, "plain", lld)
    more = given.options and f";{given.options}"
    analysed = rounds.all_compiled("analysed", f"gfm-analyze<others=same{more}>")
    for prices, options in [("default", []), ("none", ["--thunk", "0", "--parameter", "0"])]:
        run(given.fmerge, "combine", *analysed, *options, "-o", f"{prices}.summary")
        for fold in ["icf", "comdat", "auto"]:
            passes = f"gfm-merge<summary={prices}.summary;fold={fold};speed=ignore;verify{more}>"
            merged = rounds.all_compiled(f"{prices}.{fold}", passes)
            for name, linker in [("lld", lld), ("bfd", bfd)]:
                program = f"{prices}.{fold}.{name}"
                found = rounds.printed(merged, program, linker)
                if found != expected:
                    sys.exit(f"{program} prints\n{found}instead of\n{expected}")
            made, left = len(rounds.bodies(*merged)), len(set(rounds.bodies(f"{prices}.{fold}.lld")))
            print(f"prices {prices}, fold {fold}: {made} made, {left} left")
    print(expected, end="")


main()
