"""Compiles a program of several objects in two rounds, links and runs it.

    objects.py CLANG PLUGIN FMERGE LLD [--flags FLAGS] [--second FLAGS] [--similar OPTIONS] [--changed FOLDER] \
               [--without SOURCE] [--link FLAGS] [--batch COUNT] SOURCE...

Each source is analysed with FLAGS; the modules are combined; each source is merged, by FLAGS or by those of `--second`.
With `--changed`, sources that are in that folder too are taken from there in the second round. The program is linked by lld
(with and without `--icf=all`), GNU ld and gold, and must print what it prints unmerged. The object of `--without` is analysed, and not linked. At most `--batch`
instructions are merged at once. Says which functions share bodies.
"""

import os
import re
import shlex
import sys

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../../Inputs")

import separate
from separate import run


def arguments():
    parser = separate.parser()
    parser.add_argument("--second")
    parser.add_argument("--similar", default="force")
    parser.add_argument("--changed")
    parser.add_argument("--without")
    parser.add_argument("--link", default="")
    parser.add_argument("--batch", default="2000000")
    return parser.parse_args()


class Objects:
    """The program, and how to compile it."""

    def __init__(self, given):
        self.given = given
        self.driver = separate.driver(given)

    def compiled(self, source, to, passes, flags):
        """An object; what the plugin says goes to stderr."""
        environment = dict(os.environ, FMERGE_PIPELINE=passes, FMERGE_LOG="info")
        command = [self.given.clang, *shlex.split(flags), "-ffunction-sections", f"-fpass-plugin={self.given.plugin}"]
        if source.endswith(".ll"):
            command += ["-Xclang", "-disable-llvm-passes"]
            if passes != "none":
                optimise = f"{os.path.dirname(self.given.clang)}/opt"
                said = run(optimise, f"-load-pass-plugin={self.given.plugin}", f"-passes={passes},verify", source, "-o", f"{to}.bc", env=environment).stderr
                run(self.given.clang, *shlex.split(flags), "-ffunction-sections", "-c", f"{to}.bc", "-o", to)
                return said
        return run(*command, "-c", source, "-o", to, env=environment).stderr

    def all_compiled(self, kind, passes, flags, sources):
        said = [self.compiled(source, f"{index}.{kind}.o", passes, flags) for index, source in enumerate(sources)]
        return [f"{index}.{kind}.o" for index in range(len(sources))], "".join(said)

    def printed(self, objects, program, linker):
        run(*self.driver, *linker, *objects, *shlex.split(self.given.link), "-o", program)
        return separate.printed(program)


def main():
    given = arguments()
    objects = Objects(given)
    lld = f"--ld-path={given.lld}"
    changed = given.changed and os.listdir(given.changed)
    second = [f"{given.changed}/{source}" if changed and source in changed else source for source in given.sources]
    flags = given.second or given.flags
    analysed, _ = objects.all_compiled("analysed", "f3m-analyze", given.flags, given.sources)
    run(given.fmerge, "combine", "--plugin", given.plugin, "--similar", given.similar, "--batch", given.batch, *analysed, "-o", "summary")
    plain, _ = objects.all_compiled("plain", "none", flags, second)
    merged, said = objects.all_compiled("merged", "f3m-merge<summary=summary;verify>", flags, second)
    linked = [index for index, source in enumerate(given.sources) if source != given.without]
    plain, merged = [plain[index] for index in linked], [merged[index] for index in linked]
    shared = re.findall(r"info: (.*) shares (fmerge\.\w+) with", said)
    for name, linker in [("lld", [lld]), ("icf", [lld, "-Wl,--icf=all"]), ("bfd", ["-fuse-ld=bfd"]), ("gold", ["-fuse-ld=gold"])]:
        expected = objects.printed(plain, f"plain.{name}", linker)
        found = objects.printed(merged, f"merged.{name}", linker)
        if found != expected:
            sys.exit(f"linked by {name}, it prints\n{found}instead of\n{expected}")
    for name, _ in sorted(shared):
        print(f"{name} shares a body")
    print(f"{len({body for _, body in shared})} bodies")
    print(expected, end="")


main()
