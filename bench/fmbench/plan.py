"""What one run measures: parts, each of them programs, variants, configurations and repetitions.

Consumes `bench/plans.toml`, or the arguments of a command line. Produces tasks.
"""

import tomllib
from dataclasses import dataclass

from fmbench import build, configuration, known, session, workload
from fmtools import target
from fmtools.tools import Problem

FILE = workload.BENCH / "plans.toml"


@dataclass(frozen=True)
class Part:
    """Lists are names, separated by commas."""

    only: str = ""
    """Programs; all if empty."""
    quick: bool = False
    """Only programs of the quick table."""
    levels: str = "Oz"
    targets: str = "x86-64"
    configurations: str = "default"
    """Names, or the name of a list."""
    repeat: int = 0
    """How often times are taken, one by one."""
    timed: str = ""
    """Of large programs, only these configurations are timed; all if empty."""
    counted: str = ""
    """In these configurations instructions are counted; `all` are all."""
    pairs: int = 0
    """How often programs in these configurations are timed in turns with the program without merging."""
    profile: bool = False
    """Whether the programs have a profile of the commands that are counted; those without such commands are left out."""
    brief: bool = False
    """Whether programs are linked once only, and not tested; what is printed while instructions are counted is compared."""

    def programs(self):
        """The programs."""
        every = map(known.load, self.only.split(",") if self.only else workload.names())
        able = [one for one in every if one.quick or self.only or not self.quick]
        return [one for one in able if one.time or not self.profile]

    def variants(self):
        """All pairs of a level and a target."""
        levels = self.levels.split(",")
        for level in levels:
            if level not in build.LEVELS:
                raise Problem(f"no level is named {level}; there are {', '.join(build.LEVELS)}")
        return [build.Variant(level, target.named(name), self.profile) for level in levels for name in self.targets.split(",")]

    def timed_names(self):
        """Names of the configurations that large programs are timed in; `None` for all."""
        return [one.name for one in configuration.chosen(self.timed)] if self.timed else None

    def counts(self, one):
        """Whether instructions are counted in a configuration."""
        return self.counted == "all" or bool(self.counted) and one in configuration.chosen(self.counted)

    def tasks(self, plugin, more=()):
        """All samples, also in `more` configurations."""
        configurations = [*configuration.chosen(self.configurations), *more]
        return session.tasks(self.programs(), self.variants(), configurations, plugin, self)


def load(name):
    """The parts of a plan."""
    plans = tomllib.loads(FILE.read_text())
    if name not in plans:
        raise Problem(f"no plan is named {name}; there are {', '.join(plans)}")
    try:
        return [Part(**part) for part in plans[name]]
    except TypeError as error:
        raise Problem(f"{FILE.name}, {name}: {error}") from None


def within(parts, only):
    """The parts, as far as they are about the programs named in `only`."""
    if not only:
        return parts
    names = only.split(",")
    left = [(part, [one.name for one in part.programs() if one.name in names]) for part in parts]
    return [Part(**vars(part) | {"only": ",".join(some)}) for part, some in left if some]
