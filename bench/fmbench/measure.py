"""From modules to a sample: merge, generate code, link, run, compare.

Consumes a workload, a variant and a configuration. Produces a sample: plain data that can be written to
JSON, whose `failures` are empty exactly when nothing went wrong. A tool that fails is such a failure, so
that the other programs still get their turn.
"""

from dataclasses import dataclass, field
from pathlib import Path

from fmbench import build, program, report, store
from fmbench.merging import Merger
from fmtools import content, tools

CODEGEN = ["-O2", "-relocation-model=pic", "--function-sections", "--data-sections", "--addrsig", "-filetype=obj"]
FOLDING = ("none", "safe", "all")


@dataclass(frozen=True)
class Job:
    """What is measured. Repetitions after the first give times only, of passes that do not verify their work."""

    workload: object
    variant: build.Variant
    configuration: object
    plugin: Path | None
    repetition: int = 0

    @property
    def checked(self):
        """Whether the program is linked, run and compared."""
        return self.repetition == 0


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
            _measure(job, outputs, memo, folder, found)
    except tools.Problem as error:
        found["failures"].append(str(error))
    return found


def noticed(found):
    """Whether it was running the program that showed a fault: other output, a crash, or no end."""
    return "sizes" in found and bool(found["failures"])


def _measure(job, outputs, memo, folder, found):
    modules = build.modules(job.workload, job.variant)
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


def _merged(job, modules, lto, memo, folder):
    merger = Merger(job.configuration, job.plugin, memo, job.repetition)
    if job.configuration.on == "whole":
        return [merger.whole(modules, lto, folder)]
    return [merger.separate(module) for module in build.separate(job.workload, job.variant)]


def _generate_code(job, merged, memo):
    """An object; of modules that are the same, once in each repetition."""
    command = [tools.llvm("llc"), *CODEGEN, *job.configuration.llc]
    identity = [content.file_digest(merged.module), *command, job.repetition]
    folder, done = memo.get(identity, lambda made: tools.check([*command, merged.module, "-o", made / "out.o"]))
    merged.steps["codegen"] = done.took()
    return folder / "out.o"


def _link_and_run(job, recipe, modules, objects, outputs, folder, found):
    found["sizes"] = {}
    for folding in FOLDING:
        # Always of the same name, which some programs print.
        path = folder / folding / "program"
        path.parent.mkdir()
        recipe.link(modules, objects, path, [f"-Wl,--icf={folding}", "-Wl,--strip-all"])
        found["sizes"][folding] = program.section_sizes(path)
        wrong = _wrong_output(job, path, outputs)
        if wrong:
            found["failures"].append(f"with --icf={folding}, {wrong}")
            found["different"] = True


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
