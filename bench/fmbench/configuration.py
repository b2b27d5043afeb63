"""The ways to merge that are compared, read from `bench/configurations.toml`, which explains the fields."""

import tomllib
from dataclasses import dataclass, field
from functools import cache

from fmbench.workload import BENCH
from fmtools.tools import Problem

FILE = BENCH / "configurations.toml"

OURS = ("f3m", "identical", "gfm", "fmerge")
"""Passes that need the plugin."""


@dataclass(frozen=True)
class Configuration:
    """One way to merge; the fields as in the file, `lists` for its `in`."""

    name: str
    what: str = ""
    early: str = ""
    late: str = ""
    llc: list[str] = field(default_factory=list)
    opt: list[str] = field(default_factory=list)
    on: str = "whole"
    lists: list[str] = field(default_factory=list)
    grows: bool = True
    plant: bool = False

    @property
    def ours(self):
        """Whether it needs the plugin."""
        return any(is_ours(passes) for passes in (self.early, self.late))

    @property
    def base(self):
        """The configuration that its sizes are compared with."""
        return "none" if self.on == "whole" else "separate-none"


def is_ours(passes):
    """Whether a pipeline names one of our passes."""
    return any(f",{name}<" in f",{passes}" or f",{name}," in f",{passes}," for name in OURS)


@cache
def configurations():
    """All of the file, by name, in its order."""
    return {name: make(name, data) for name, data in tomllib.loads(FILE.read_text()).items()}


def make(name, data):
    """A configuration from its table."""
    data = dict(data)
    lists = data.pop("in", [])
    try:
        made = Configuration(name=name, lists=lists, **data)
    except TypeError as error:
        raise Problem(f"{FILE.name}, {name}: {error}") from None
    if made.on not in ("whole", "separate"):
        raise Problem(f"{FILE.name}, {name}: `on` must be whole or separate")
    return made


def chosen(text):
    """The configurations that `text` names: a list's name, or names by comma; their bases come first."""
    known = configurations()
    names = [name for name, one in known.items() if text in one.lists] or text.split(",")
    for name in names:
        if name not in known:
            raise Problem(f"no configuration is named {name}; there are {', '.join(known)}, and the lists quick, default, short")
    bases = [known[name].base for name in names]
    return [known[name] for name in dict.fromkeys([*bases, *names])]


def custom(early, lates):
    """Configurations of the user's own: one, `custom`, or one for each of several late pipelines, named by these."""
    what = "given on the command line"
    if len(lates) < 2:
        return [Configuration("custom", what, early, *lates)] if early or lates else []
    return [Configuration(late.replace("{check}", "").replace("report={report}", "").replace("<>", ""), what, early, late) for late in lates]
