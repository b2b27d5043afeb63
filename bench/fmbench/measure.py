"""From a module to figures: merge, generate code, link, run, compare.

Consumes a workload's modules and a mode. Produces a `Result`, whose `failures` are empty exactly when
nothing went wrong; a tool that fails is such a failure, so that the other programs still get their turn.
"""

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from fmbench import build, tools
from fmbench.report import Report, read

CODEGEN = ["-O2", "-relocation-model=pic", "--function-sections", "--data-sections", "-filetype=obj"]
FOLDING = {"plain": [], "icf": ["-Wl,--icf=all"]}
COUNTED = (".text", ".eh_frame", ".gcc_except_table")
ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC"}


@dataclass
class Binary:
    """A linked program: bytes by section, for each kind of folding, and what running it printed."""

    sections: dict[str, dict[str, int]]
    output: bytes
    codegen_seconds: float
    functions: int

    def total(self, folding="icf"):
        """Code, unwind tables and exception tables, in bytes."""
        return sum(self.sections[folding].get(name, 0) for name in COUNTED)


@dataclass
class Result:
    """One program in one mode, beside the same program without merging."""

    program: str
    mode: str
    before: Binary
    after: Binary | None = None
    report: Report = field(default_factory=Report)
    opt_seconds: float = 0.0
    deterministic: bool | None = None
    failures: list[str] = field(default_factory=list)

    @property
    def change(self):
        """Total change in percent, with the linker's folding on both sides."""
        return 100.0 * (self.after.total() / self.before.total() - 1.0)


def baseline(workload, expected):
    """The program as it is without merging; it must print what is expected, or nothing can be compared."""
    with scratch() as folder:
        module = build.modules(workload) / "late.bc"
        binary = finish(workload, module, [], folder)
    if binary.output != expected:
        raise tools.BenchError(f"{workload.name} without merging prints other than expected: {difference(expected, binary.output)}")
    return binary


def merged(workload, mode, before, plugin, repeats):
    """One program in one mode; whatever fails is written down in the result."""
    result = Result(workload.name, mode.name, before)
    try:
        with scratch() as folder:
            _measure(workload, mode, plugin, repeats, folder, result)
    except tools.BenchError as error:
        result.failures.append(str(error))
    return result


def _measure(workload, mode, plugin, repeats, folder, result):
    source = build.modules(workload) / mode.module

    def again(passes, name):
        return optimise(passes, source, folder / name, plugin, mode)

    module = again(mode.passes, "first")
    timed = module if mode.timed is None else again(mode.timed, "timed")
    note_figures(result, mode, module, timed)
    others = [again(mode.passes, f"again{i}") for i in range(repeats)]
    if timed is not module:
        others.append(timed)
    if others:
        result.deterministic = all(other.bytes() == module.bytes() for other in others)
    result.after = finish(workload, module.path, mode.llc_flags, folder)
    result.failures += judge(result, mode)


def note_figures(result, mode, module, timed):
    """Takes what the pass says of itself; its times from the run without verification, if there was one."""
    result.opt_seconds = timed.seconds
    if mode.reports:
        result.report = read(module.report)
        result.report.phases_ms = read(timed.report).phases_ms


@dataclass(frozen=True)
class Optimised:
    """A module that came out of `opt`."""

    path: Path
    report: Path
    seconds: float

    def bytes(self):
        """The bitcode."""
        return self.path.read_bytes()


def optimise(passes, source, folder, plugin, mode):
    """Runs `opt`, which verifies the module that comes out, in a folder of its own."""
    folder.mkdir()
    made = Optimised(folder / "merged.bc", folder / "report.json", 0.0)
    load = [f"-load-pass-plugin={plugin}"] if mode.ours else []
    pipeline = passes.replace("{report}", "report.json") or "verify"
    command = [tools.llvm("opt"), *load, f"-passes={pipeline}", source, "-o", made.path]
    done = tools.check(command, cwd=folder)
    return Optimised(made.path, made.report, done.seconds)


def finish(workload, module, llc_flags, folder):
    """Generates code, links with and without folding, runs both programs."""
    objects = folder / "program.o"
    done = tools.check([tools.llvm("llc"), *CODEGEN, *llc_flags, module, "-o", objects])
    sections, output = {}, None
    for name, flags in FOLDING.items():
        program = folder / f"program-{name}"
        build.link(workload, [objects], program, flags)
        sections[name] = section_sizes(program)
        printed = execute(workload, program)
        if output is not None and printed != output:
            raise tools.BenchError("the linker's folding changes what the program prints")
        output = printed
    return Binary(sections, output, done.seconds, count_functions(module))


def execute(workload, program):
    """Runs a program in an empty folder; returns what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, *workload.argument_paths()]
        return tools.check(command, timeout=workload.timeout, cwd=folder, env=ENVIRONMENT).stdout


def section_sizes(program):
    """Bytes by section, as `llvm-size -A` prints them."""
    lines = tools.check([tools.llvm("llvm-size"), "-A", program]).stdout.decode().splitlines()
    rows = [line.split() for line in lines if line.startswith(".")]
    return {row[0]: int(row[1]) for row in rows}


def count_functions(module):
    """How many functions a module defines."""
    text = tools.check([tools.llvm("llvm-dis"), module, "-o", "-"]).stdout
    return sum(line.startswith(b"define ") for line in text.splitlines())


def judge(result, mode):
    """What is wrong with a result, in words."""
    wrong = []
    if result.after.output != result.before.output:
        wrong.append(f"prints something else: {difference(result.before.output, result.after.output)}")
    if result.deterministic is False:
        wrong.append("two runs of the pass gave different modules")
    if mode.must_not_grow and result.change > 0:
        wrong.append(f"the program grew by {result.change:.2f}%")
    return wrong


def difference(expected, printed):
    """Where two outputs part, in one line."""
    left, right = expected.splitlines(), printed.splitlines()
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return f"line {number}: expected {_short(a)}, printed {_short(b)}"
    return f"expected {len(left)} lines, printed {len(right)}"


def _short(line):
    return repr(line[:80].decode(errors="replace"))


def scratch():
    """A folder that goes when it is left."""
    build.CACHE.mkdir(parents=True, exist_ok=True)
    return _Scratch()


class _Scratch(tempfile.TemporaryDirectory):
    def __init__(self):
        super().__init__(dir=build.CACHE, prefix=f".run-{os.getpid()}-")

    def __enter__(self):
        return Path(super().__enter__())
