"""From a module before merging to one that code can be generated for, by `opt`.

Consumes the modules of a workload and a configuration. Produces the merged module, what each pass of ours
reported, and what each step took. LTO's own pipeline runs between the early and the late passes, without
any of the plugin's default passes.
"""

from dataclasses import dataclass, field
from pathlib import Path

from fmbench import planting, report, tools
from fmbench.configuration import is_ours

ENVIRONMENT = {"FMERGE_PIPELINE": "none"}
"""Only what the configuration names may merge."""


@dataclass
class Merged:
    """A merged module. `steps` has seconds of processor time and peak memory, by step."""

    module: Path
    reports: list[report.Report] = field(default_factory=list)
    steps: dict[str, dict] = field(default_factory=dict)


@dataclass(frozen=True)
class Merger:
    """How to merge: the configuration, the plugin, and whether the passes verify their work."""

    configuration: object
    plugin: Path | None
    checked: bool = True

    def whole(self, modules, lto, folder):
        """Merges the module of a whole program."""
        one = self.configuration
        merged = Merged(modules / "late.bc")
        if one.early:
            merged.module = modules / "early.bc"
            self._run("early", one.early, merged, folder)
            self._run("lto", lto, merged, folder)
        if one.late:
            self._run("late", one.late, merged, folder)
        if one.plant:
            self._plant(merged, folder)
        return merged

    def separate(self, module, folder):
        """Merges the module of one object."""
        merged = Merged(module)
        if self.configuration.late:
            self._run("late", self.configuration.late, merged, folder)
        return merged

    def _plant(self, merged, folder):
        bodies = [name for one in merged.reports for name in one.bodies]
        planting.plant(merged.module, bodies, folder / "planted.bc")
        merged.module = folder / "planted.bc"

    def _run(self, step, passes, merged, folder):
        """Runs `opt`, which verifies the module that comes out."""
        out, report_file = folder / f"{step}.bc", folder / f"{step}.json"
        filled = passes.replace("{check}", "verify;" if self.checked else "").replace("{report}", report_file.name)
        load = [f"-load-pass-plugin={self.plugin}"] if is_ours(passes) else []
        options = self.configuration.opt if step != "lto" else []
        command = [tools.llvm("opt"), *load, *options, f"-passes={filled}", merged.module, "-o", out]
        done = tools.check(command, cwd=folder, env=ENVIRONMENT)
        merged.module = out
        merged.steps[step] = {"seconds": done.seconds, "peak_kib": done.peak_kib}
        if "{report}" in passes:
            merged.reports.append(report.read(report_file))
