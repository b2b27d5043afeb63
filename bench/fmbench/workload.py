"""What is built and run: one data file per program, `bench/workloads/<name>.toml`.

Consumes TOML; produces `Workload`s, checked as far as that is possible without the sources. `why` says
why a program is there. `[source]` says where it comes from, `[build]` how it is built, `[run]` how it is
run; what it must print is in `bench/expected/<name>.expected`. `[time]` says what its instructions are counted
and its time is taken for. The fields are explained below.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from fmtools.tools import Problem

BENCH = Path(__file__).resolve().parent.parent
WORKLOADS = BENCH / "workloads"
DRIVERS = BENCH / "drivers"


@dataclass(frozen=True)
class Source:
    """Where a program comes from: exactly one of a crate, a Debian source package, a cargo program."""

    crate: str = ""
    """A package of bench/sources/Cargo.toml, which pins its version."""
    debian: str = ""
    """A Debian source package, of exactly `version`."""
    program: str = ""
    """A binary package for `cargo install`, of exactly `version`, with the versions it was published with."""
    version: str = ""
    folder: str = "."
    """Where in the package everything else is looked for."""

    def __post_init__(self):
        given = [name for name in ("crate", "debian", "program") if getattr(self, name)]
        if len(given) != 1:
            raise TypeError("[source] must name one of crate, debian, program")
        if bool(self.version) == bool(self.crate):
            raise TypeError("[source] needs a version, but a crate's stands in bench/sources/Cargo.toml")


@dataclass(frozen=True)
class Build:
    """How modules are made. Without `commands`, the files of `sources` are compiled one by one."""

    language: str
    """`c`, `c++` or `rust`."""
    sources: list[str] = field(default_factory=list)
    """Globs in the source folder."""
    exclude: list[str] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    defines: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    """More options of the compiler."""
    generated: dict[str, str] = field(default_factory=dict)
    """Files that the package's own build system would write: name to text, in which `#embed` works."""
    commands: list[list[str]] = field(default_factory=list)
    """The package's own build, in a copy of its source folder; {cc}, {cflags} and {ar} are filled in."""
    objects: list[str] = field(default_factory=list)
    """What `commands` leave to be linked."""
    driver: str = ""
    """The file of bench/drivers with `main`, if the sources have none."""
    libraries: list[str] = field(default_factory=list)
    link: list[str] = field(default_factory=list)
    """More options of the linker."""
    separate: bool = False
    """Whether separate objects are measured too."""
    targets: list[str] = field(default_factory=list)
    """What else it is compiled for; see tools/fmtools/target.py."""
    binary: str = ""
    """The program's name, for cargo; of a package's own build, the end of its path, or nothing for the largest that is linked."""
    own: str = ""
    """How a package is built, in the language of bash, where the usual command of `package.USUAL` is not enough."""
    prepare: str = ""
    """What is done to a package's sources first, such as options for its build system, in the language of bash."""

    @property
    def package(self):
        """Whether the package's own build system says what the program is made of."""
        return self.language != "rust" and not (self.sources or self.commands)


@dataclass(frozen=True)
class Run:
    """How the program is run: each of `commands` in the same, at first almost empty folder."""

    timeout: int
    """Seconds, for all commands together on a busy machine."""
    commands: list[list[str]] = field(default_factory=lambda: [[]])
    """Arguments. `glob:PATTERN` stands for all files that match, sorted; `each:PATTERN` for a run with each."""
    inputs: list[str] = field(default_factory=list)
    """What is copied into the folder: paths in bench/drivers, or after `source:` in the source folder."""
    folder: str = "."
    """Where in that folder the program starts."""
    masked: list[str] = field(default_factory=list)
    """Regular expressions: what they match in the output differs from run to run, and is left out."""


@dataclass(frozen=True)
class Time:
    """What is counted and timed: commands, one after the other in the same folder, which ends as each other's input.

    They must print and write the same on every run, with the same exit status; that is compared with what the
    program without merging prints and writes.
    """

    commands: dict[str, list[str]]
    """Name to arguments, with patterns as in `Run`."""
    prepare: list[list[str]] = field(default_factory=list)
    """Run before, and not counted: what makes their inputs."""
    inputs: list[str] = field(default_factory=list)
    folder: str = "."
    """Both as in `Run`."""
    variables: dict[str, str] = field(default_factory=dict)
    """Of the environment, such as one that keeps a program from starting threads."""
    start: list[str] = field(default_factory=lambda: ["--version"])
    """What next to nothing is done by: for what starting the program costs."""
    timeout: int = 600
    """Seconds for each command while its instructions are counted, which takes about five times as long as running it."""


@dataclass(frozen=True)
class Broken:
    """How a program fails that a pass of LLVM's own miscompiles."""

    shows: str
    """What stands in each failure, such as `signal 6`: a row that fails otherwise is not excused."""
    why: str
    """What the pass does wrong."""
    variants: list[str] = field(default_factory=lambda: ["Oz-x86-64"])
    """Where it does; elsewhere the program must run."""

    def __post_init__(self):
        if not (self.shows and self.why and self.variants):
            raise TypeError("[broken] must say what it shows, why, and in which variants")


@dataclass(frozen=True)
class Workload:
    """One program."""

    name: str
    why: str
    source: Source
    build: Build
    run: Run
    time: Time | None = None
    quick: bool = False
    """Whether it belongs to the quick table."""
    large: bool = False
    """Whether it takes minutes; such ones are timed less often."""
    skipped: dict[str, str] = field(default_factory=dict)
    """Configurations that it is not measured in, and why."""
    broken: dict[str, Broken] = field(default_factory=dict)
    """Configurations of LLVM's own that it fails in; see `known`."""

    @property
    def driver_path(self):
        """The file with `main`."""
        return DRIVERS / self.build.driver

    @property
    def expected_path(self):
        """What the program must print."""
        return BENCH / "expected" / f"{self.name}.expected"


def globbed(folder, pattern):
    """The files that `pattern` names, sorted; none at all means that the data file is wrong."""
    paths = sorted(folder.glob(pattern))
    if not paths:
        raise Problem(f"nothing matches {pattern} in {folder}")
    return paths


def load(name):
    """Reads one data file."""
    path = WORKLOADS / f"{name}.toml"
    if not path.is_file():
        raise Problem(f"no workload is named {name}; there are {', '.join(names())}")
    try:
        return parse(name, path.read_text())
    except (tomllib.TOMLDecodeError, TypeError, KeyError) as error:
        raise Problem(f"{path.name}: {error}") from None


def parse(name, text):
    """A workload from the text of its data file."""
    data = tomllib.loads(text)
    parts = {"source": Source(**data.pop("source")), "build": Build(**data.pop("build")), "run": Run(**data.pop("run"))}
    if "time" in data:
        parts["time"] = Time(**data.pop("time"))
    broken = {name: _broken(name, said) for name, said in data.pop("broken", {}).items()}
    return Workload(name=name, **parts, broken=broken, **data)


def _broken(name, said):
    if not isinstance(said, dict):
        raise TypeError(f"[broken] must be tables: write [broken.{name}] with shows and why")
    return Broken(**said)


def names():
    """All workloads, sorted."""
    return sorted(path.stem for path in WORKLOADS.glob("*.toml"))
