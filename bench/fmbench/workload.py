"""What is built and run: one data file per program, `bench/workloads/<name>.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from fmbench.tools import BenchError

BENCH = Path(__file__).resolve().parent.parent
REPOSITORY = BENCH.parent
WORKLOADS = BENCH / "workloads"


@dataclass(frozen=True)
class Workload:
    """One program. Paths in `sources` and `includes` are globs inside the package's `folder`."""

    name: str
    why: str
    package: str
    folder: str
    sources: list[str]
    exclude: list[str]
    includes: list[str]
    defines: list[str]
    driver: str
    libraries: list[str]
    arguments: list[str]
    timeout: int
    text: str

    @property
    def driver_path(self):
        """The C file with `main`."""
        return BENCH / "drivers" / self.driver

    @property
    def expected_path(self):
        """What the program must print."""
        return BENCH / "expected" / f"{self.name}.expected"

    def argument_paths(self):
        """The files that the program is given, in sorted order; each pattern must match something."""
        return [path for pattern in self.arguments for path in globbed(BENCH / "drivers", pattern)]


def globbed(folder, pattern):
    """The files that `pattern` names, sorted; none at all means that the data file is wrong."""
    paths = sorted(folder.glob(pattern))
    if not paths:
        raise BenchError(f"nothing matches {pattern} in {folder}")
    return paths


def load(name):
    """Reads one data file."""
    path = WORKLOADS / f"{name}.toml"
    if not path.is_file():
        raise BenchError(f"no workload is named {name}; there are {', '.join(names())}")
    text = path.read_text()
    try:
        return Workload(name=name, text=text, **tomllib.loads(text))
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise BenchError(f"{path.name}: {error}") from None


def names():
    """All workloads, sorted."""
    return sorted(path.stem for path in WORKLOADS.glob("*.toml"))
