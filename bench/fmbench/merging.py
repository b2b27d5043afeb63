"""From a module before merging to one that code can be generated for, by `opt`.

Consumes the modules of a workload and a configuration. Produces the merged module, what each pass of ours
reported, and what each step took. LTO's own pipeline runs between the early and the late passes, without
any of the plugin's default passes; where there are no early passes, it starts from the same module. What was computed before from the same module is taken from a memo; only
passes whose time is wanted run again.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from fmbench import planting, report
from fmbench.build import POSITION
from fmbench.configuration import is_ours
from fmtools import content, tools

ENVIRONMENT = {"FMERGE_PIPELINE": "none"}
"""Only what the configuration names may merge."""

KEEPING = ["-preserve-bc-uselistorder"]
"""What LLVM makes of a module depends on the order of uses, which files do not keep otherwise: sed changes by 40 bytes."""

plugin_digest = cache(content.file_digest)
"""The plugin does not change during a run, and is large."""


def by_opt(module, plugin, passes, made):
    """Makes a module of another by passes of the plugin, which say nothing but errors."""
    command = [tools.llvm("opt"), f"-load-pass-plugin={plugin}", f"-passes={passes}", module, "-o", made]
    tools.check(command, env=ENVIRONMENT | {"FMERGE_LOG": "error"})


@dataclass
class Merged:
    """A merged module. `steps` has seconds of processor time and by the clock, and peak memory, by step."""

    module: Path
    reports: list[report.Report] = field(default_factory=list)
    steps: dict[str, dict] = field(default_factory=dict)


@dataclass(frozen=True)
class Merger:
    """How to merge: the configuration, the plugin, and which repetition this is (see `measure.Job`)."""

    configuration: object
    plugin: Path | None
    memo: object
    repetition: int = 0

    def whole(self, modules, lto, folder):
        """Merges the module of a whole program."""
        one = self.configuration
        merged = Merged(modules / "early.bc")
        if one.early:
            self._run("early", one.early, merged)
        self._run("lto", lto, merged)
        if one.late:
            self._run("late", one.late, merged)
        if one.plant:
            self._plant(merged, folder)
        return merged

    def separate(self, module):
        """Merges the module of one object."""
        merged = Merged(module)
        if self.configuration.late:
            self._run("late", self.configuration.late, merged)
        return merged

    def _plant(self, merged, folder):
        bodies = [name for one in merged.reports for name in one.bodies]
        planting.plant(merged.module, bodies, folder / "planted.bc")
        merged.module = folder / "planted.bc"

    def _run(self, step, passes, merged):
        """Runs `opt`, which verifies the module that comes out."""
        timed = [self.configuration.name, self.repetition] if self.repetition and step != "lto" else []
        loaded = [self.plugin] if is_ours(passes) else []
        options = self.configuration.opt if step != "lto" else [POSITION]
        filled, reports = self._filled(passes)
        identity = [content.file_digest(merged.module), filled, *options, *map(plugin_digest, loaded), *timed]
        command = [tools.llvm("opt"), *(f"-load-pass-plugin={one}" for one in loaded), *KEEPING, *options, f"-passes={filled}", merged.module]
        folder, done = self.memo.get(identity, lambda made: tools.check([*command, "-o", made / "out.bc"], cwd=made, env=ENVIRONMENT))
        merged.module = folder / "out.bc"
        merged.steps[step] = done.took()
        merged.reports += [report.read(folder / name) for name in reports]

    def _filled(self, passes):
        """The pipeline as opt takes it, and the names of the files that each pass of ours writes."""
        checked, *rest = passes.replace("{check}", "" if self.repetition else "verify;").split("{report}")
        names = [f"{number}.json" for number in range(len(rest))]
        return checked + "".join(map("".join, zip(names, rest))), names
