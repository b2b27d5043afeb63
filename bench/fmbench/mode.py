"""The ways to merge that can be compared: which passes `opt` runs on which module, and with which plugin.

`{report}` in a pipeline is the file that the pass writes its own figures to.
"""

from dataclasses import dataclass

from fmbench.tools import BenchError


@dataclass(frozen=True)
class Mode:
    """One way to merge. `passes` is what is checked and reported; `timed` the same without verification,
    where the time is worth knowing."""

    name: str
    passes: str
    timed: str | None
    llc_flags: tuple[str, ...] = ()
    module: str = "late.bc"
    ours: bool = False
    must_not_grow: bool = False

    @property
    def reports(self):
        """Whether the pipeline writes figures."""
        return "{report}" in self.passes


MODES = {
    mode.name: mode
    for mode in [
        Mode("default", "f3m<verify;report={report}>", "f3m<report={report}>", ours=True, must_not_grow=True),
        Mode("force", "f3m<force;verify;report={report}>", None, ours=True),
        Mode("keep", "f3m<force;thunks=keep;verify;report={report}>", None, ours=True),
        Mode("early", "f3m<verify;report={report}>,lto<O2>", "f3m<report={report}>,lto<O2>", module="early.bc", ours=True),
        Mode("none", "", ""),
        Mode("mergefunc", "mergefunc", "mergefunc"),
        Mode("early-mergefunc", "mergefunc,lto<O2>", "mergefunc,lto<O2>", module="early.bc"),
        Mode("global", "", "", llc_flags=("-enable-global-merge-func",)),
        Mode("outliner", "", "", llc_flags=("-enable-machine-outliner",)),
    ]
}
"""Ours first; then LLVM's own, which are what there is to beat. `none` changes nothing."""


def named(names):
    """The modes with these names, in this order."""
    for name in names:
        if name not in MODES:
            raise BenchError(f"no mode is named {name}; there are {', '.join(MODES)}")
    return [MODES[name] for name in names]


def custom(passes):
    """A mode of the user's own: any pipeline, to which `report={report}` may be added."""
    return Mode("custom", passes, passes, ours=True)
