"""From modules to a sample: merge, generate code, link, run, compare.

Consumes a workload, a variant and a configuration. Produces a sample: plain data that can be written to
JSON, whose `failures` are empty exactly when nothing went wrong. A tool that fails is such a failure, so
that the other programs still get their turn.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

from fmbench import build, configuration, program, report, store, timing, training
from fmbench.merging import Merger
from fmtools import content, tools

FOLDING = ("none", "safe", "all")
"""What lld folds; what a program prints is tried with each."""

GNU = "gnu"
"""In the place of what lld folds: GNU ld, which folds nothing."""


@dataclass(frozen=True)
class Job:
    """What is measured. Repetitions after the first give times only, of passes that do not verify their work."""

    workload: object
    variant: build.Variant
    configuration: object
    plugin: Path | None
    repetition: int = 0
    tested: bool = True
    """Whether the program is linked with each way of folding, and its output compared with what is expected."""
    linked: tuple[str, ...] = ()
    """How else it is linked for its sizes: by what lld folds, or by GNU ld."""
    counted: bool = False
    """Whether its instructions are counted, when it does what its `[time]` says."""
    pairs: int = 0
    """How often it and the program without merging are timed in turns; nothing else is measured then."""

    @property
    def checked(self):
        """Whether this is the first sample, which the others only add times to."""
        return self.repetition == 0 and not self.pairs


@dataclass
class Outputs:
    """What must be printed, and which programs, by their bytes, have printed it: they need not run twice."""

    expected: bytes
    seen: set[str] = field(default_factory=set)


def sample(job, outputs, memo):
    """One sample; whatever fails is written down in it."""
    found = {"steps": {}, "failures": []}
    try:
        with store.scratch() as folder:
            measurement = _time_in_turns if job.pairs else _measure
            measurement(job, outputs, memo, folder, found)
    except tools.Problem as error:
        found["failures"].append(str(error))
    return found


def noticed(found):
    """Whether it was running the program that showed a fault: other output, a crash, or no end."""
    return "sizes" in found and bool(found["failures"])


def _measure(job, outputs, memo, folder, found):
    modules = training.modules(job.workload, job.variant)
    recipe = build.load_recipe(modules)
    merged = list(_merged(job, modules, recipe.lto, memo, folder))
    found["modules"] = content.digest([content.file_digest(one.module) for one in merged])
    found["report"] = vars(report.added([one for part in merged for one in part.reports]))
    found["report"].pop("bodies")
    objects = [_generate_code(job, one, memo) for one in merged]
    found["steps"] = _summed([one.steps for one in merged])
    if job.checked:
        found["functions"] = sum(count_functions(one.module) for one in merged)
        _link_and_run(job, recipe, modules, objects, outputs, folder, found)


def _time_in_turns(job, _, memo, folder, found):
    base = replace(job, configuration=configuration.configurations()[job.configuration.base])
    paths = [_program(one, memo, folder / name) for one, name in ((base, "base"), (job, "merged"))]
    found["pairs"] = timing.pairs(job.workload, *paths, job.pairs)


def _program(job, memo, folder):
    """The program, linked with --icf=all; all but linking was done before."""
    folder.mkdir()
    modules = training.modules(job.workload, job.variant)
    recipe = build.load_recipe(modules)
    objects = [_generate_code(job, one, memo) for one in _merged(job, modules, recipe.lto, memo, folder)]
    recipe.link(modules, objects, folder / "program", _link_flags("all"))
    return folder / "program"


def _merged(job, modules, lto, memo, folder):
    merger = Merger(job.configuration, job.plugin, memo, job.repetition)
    if job.configuration.on == "whole":
        return [merger.whole(modules, lto, folder)]
    return [merger.separate(module) for module in build.separate(job.workload, job.variant)]


def _generate_code(job, merged, memo):
    """An object; of modules that are the same, once in each repetition."""
    command = [tools.llvm("llc"), *build.CODEGEN, *job.configuration.llc]
    identity = [content.file_digest(merged.module), *command, job.repetition]
    folder, done = memo.get(identity, lambda made: tools.check([*command, merged.module, "-o", made / "out.o"]))
    merged.steps["codegen"] = done.took()
    return folder / "out.o"


def _link_and_run(job, recipe, modules, objects, outputs, folder, found):
    found["sizes"] = {}
    for folding in FOLDING if job.tested else ("all", *job.linked):
        # Always of the same name, which some programs print.
        path = folder / folding / "program"
        path.parent.mkdir()
        recipe.link(modules, objects, path, _link_flags(folding))
        found["sizes"][folding] = program.section_sizes(path)
        if job.counted and folding == "all":
            found["costs"] = timing.costs(job.workload, path)
        wrong = _wrong_output(job, path, outputs) if job.tested else None
        if wrong:
            found["failures"].append(f"with --icf={folding}, {wrong}")
            found["different"] = True


def _link_flags(folding):
    how = f"--ld-path={tools.find('ld.bfd')}" if folding == GNU else f"-Wl,--icf={folding}"
    return [how, "-Wl,--strip-all"]


def _wrong_output(job, path, outputs):
    digest = content.file_digest(path)
    if digest in outputs.seen:
        return None
    printed = program.execute(job.workload, path, job.variant.target.runner)
    if printed != outputs.expected:
        return f"prints something else: {program.difference(outputs.expected, printed)}"
    outputs.seen.add(digest)
    return None


def _summed(parts):
    """Steps of several objects as one: the sum of times, the largest of peaks."""
    whole = {}
    for steps in parts:
        for name, took in steps.items():
            so_far = whole.setdefault(name, {"seconds": 0.0, "elapsed": 0.0, "peak_kib": 0})
            so_far["seconds"] += took["seconds"]
            so_far["elapsed"] += took["elapsed"]
            so_far["peak_kib"] = max(so_far["peak_kib"], took["peak_kib"])
    return whole


def count_functions(module):
    """How many functions a module defines."""
    text = tools.check([tools.llvm("llvm-dis"), module, "-o", "-"]).stdout
    return text.count(b"\ndefine ")
