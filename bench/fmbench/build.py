"""From sources to modules: what LTO passes see of the whole program, early and late.

Consumes a workload and a variant (level of optimisation, target). Produces a folder of the cache with
`early.bc` (linked and internalised, before the LTO pipeline), `late.bc` (after it) and `link.json`, the
`Recipe` by which an object made from them becomes a program; for some workloads also `separate/`, the
modules of single objects as they are compiled without LTO. Linking with lld's `--save-temps` leaves the
first two; rustc's `-C save-temps` for Rust.
"""

import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fmbench import compiling, package, rust, sources, store
from fmbench.compiling import COMMON, SAVED, compiler_name
from fmtools import tools
from fmtools.target import NATIVE, Target

REFERENCE = ["-O1", *COMMON]

POSITION = "-relocation-model=pic"
"""Programs may be loaded anywhere, as lld tells its LTO. It also decides what LLVM optimises: tables of addresses become distances."""

CODEGEN = ["-O2", POSITION, "--function-sections", "--data-sections", "--addrsig", "-filetype=obj"]
"""How `llc` makes an object of a module."""

LEVELS = ("Oz", "Os", "O2", "O3")
"""Of optimisation, that programs are measured at."""

LTO = "lto<O2>"
"""The pipeline between the two, as lld runs it; -Oz and -Os are attributes of functions there."""


@dataclass(frozen=True)
class Variant:
    """Level of optimisation (`Oz`, `Os`), target, and whether the program has run before, so that there is a profile."""

    level: str = "Oz"
    target: Target = NATIVE
    profile: bool = False

    @property
    def name(self):
        """For folders and tables."""
        return f"{self.level}-{self.target.name}{'-profile' * self.profile}"


@dataclass(frozen=True)
class Recipe:
    """How to make a program of objects: in `arguments`, {objects} and {folder} are filled in."""

    tool: str
    arguments: list[str] = field(default_factory=list)
    lto: str = LTO

    def link(self, folder, objects, program, flags):
        """Links with lld, or the linker that `flags` name, leaving out what nothing refers to. What else the link writes, such as busybox's map, goes beside the program."""
        lld = f"--ld-path={tools.llvm('ld.lld')}"
        parts = [part.replace("{folder}", str(folder)) for part in self.arguments]
        at = parts.index("{objects}")
        parts[at : at + 1] = objects
        tools.check([tools.llvm(self.tool), lld, "-Wl,--gc-sections", *flags, *parts, "-o", program], cwd=Path(program).parent)


def modules(workload, variant=Variant()):
    """The folder with `early.bc`, `late.bc` and `link.json`, built unless it is there."""
    if workload.build.language == "rust":
        return rust.modules(workload, variant)
    if workload.build.package:
        return package.modules(workload, variant)
    variant.target.check()
    flags = [f"-{variant.level}", "-flto", *COMMON, *variant.target.flags]

    def make(scratch):
        objects = compiling.objects(workload, tools.llvm(compiler_name(workload)), flags)
        made = recipe(workload, variant.target)
        made.link(scratch, objects, scratch / "program", ["-flto", "-Wl,--save-temps"])
        for name, end in SAVED.items():
            os.rename(scratch / f"program{end}", scratch / name)
        (scratch / "link.json").write_text(json.dumps(asdict(made)))
        _keep_only(scratch, [*SAVED, "link.json"])

    identity = [compiling.identity(workload, flags), workload.build.libraries, workload.build.link]
    return store.cached(f"{workload.name}-{variant.name}", identity, make)


def separate(workload, variant=Variant()):
    """The modules of single objects, as clang leaves them to code generation without LTO, sorted."""
    if not workload.build.separate:
        raise tools.Problem(f"{workload.name} is not measured as separate objects")
    flags = [f"-{variant.level}", "-emit-llvm", *COMMON, *variant.target.flags]
    return compiling.objects(workload, tools.llvm(compiler_name(workload)), flags)


def load_recipe(folder):
    """The recipe that lies beside modules."""
    return Recipe(**json.loads((folder / "link.json").read_text()))


def recipe(workload, for_target):
    """The recipe of a program that was compiled from C or C++."""
    libraries = [f"-l{library}" for library in workload.build.libraries]
    options = [*for_target.flags, "{objects}", *workload.build.link, *libraries]
    return Recipe(compiler_name(workload), options)


def reference(workload, gcc=False):
    """The program built plainly: another optimisation level, no LTO, no fmerge, or even another compiler."""
    if workload.build.language == "rust":
        return rust.reference(workload)
    clang = compiler_name(workload)
    compiler = tools.find({"clang": "gcc", "clang++": "g++"}[clang]) if gcc else tools.llvm(clang)

    def make(scratch):
        objects = compiling.objects(workload, compiler, REFERENCE)
        recipe(workload, NATIVE).link(scratch, objects, scratch / "program", [])

    identity = [compiling.identity(workload, REFERENCE), compiler, workload.build.libraries, workload.build.link]
    return store.cached(f"{workload.name}-reference", identity, make) / "program"


def source_folder(workload):
    """Where the sources lie."""
    return rust.source_folder(workload) if workload.build.language == "rust" else sources.folder(workload)


def _keep_only(folder, names):
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink() if path.is_file() else shutil.rmtree(path)
