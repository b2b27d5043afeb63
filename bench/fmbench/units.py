"""The objects of a program that is compiled one by one.

Consumes a workload. Produces its `Units`: the modules of its objects as code generation finds them without
LTO, objects of foreign code as they are, and the arguments of the link. Both are in the cache.
"""

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fmbench import build, compiling, rust, store
from fmtools import content, tools

BITCODE = b"BC\xc0\xde"


@dataclass(frozen=True)
class Units:
    """What is compiled and linked."""

    modules: list[Path]
    """Bitcode (`.bc`), and objects."""
    tool: str
    """The compiler that links."""
    arguments: list[str]
    """Of the link, with {objects} for what is made of `modules`."""


def load(workload, jobs, debug=False):
    """Builds the modules unless they are there; with debug information if that is asked for."""
    rusty = workload.build.language == "rust"
    units, arguments = (_rust if rusty else _clang)(workload, debug)
    identity = [content.file_digest(path) for path in units] + [tools.check([tools.llvm("clang"), "--version"]).stdout.decode()]

    def make(folder):
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            list(pool.map(lambda numbered: _finish(*numbered, folder), enumerate(units)))

    folder = store.cached(f"units-{workload.name}", identity, make)
    modules = sorted(path for path in folder.iterdir() if path.suffix in (".bc", ".o"))
    return Units(modules, "clang" if rusty else compiling.compiler_name(workload), arguments)


def _finish(number, unit, folder):
    """The module of a compile without LTO, right before code is generated. Objects of foreign code stay."""
    if not is_bitcode(unit):
        shutil.copyfile(unit, folder / f"{number:04}.o")
        return
    tools.check([tools.llvm("clang"), "-Oz", "-fPIC", "-w", "-x", "ir", unit, "-emit-llvm", "-c", "-o", folder / f"{number:04}.bc"])


def is_bitcode(path):
    """Whether a file is a module."""
    with open(path, "rb") as file:
        return file.read(4) == BITCODE


def _clang(workload, debug):
    """Modules as a compile for LTO leaves them, which the cache has from the bench's other runs."""
    flags = ["-Oz", "-flto", *compiling.COMMON, *(["-g"] if debug else [])]
    made = compiling.objects(workload, tools.llvm(compiling.compiler_name(workload)), flags)
    units = [unit for path in made for unit in (_members(path) if path.suffix == ".a" else [path])]
    return units, build.recipe(workload, build.NATIVE).arguments


def _rust(workload, debug):
    """The units of all crates but std's, whose libraries are linked as they are."""
    folder = rust.separate(workload, "Oz", debug)
    units, arguments = [], ["{objects}"]
    for part in json.loads((folder / "link.json").read_text())["arguments"]:
        path = Path(part.replace("{folder}", str(folder)))
        found = _members(path) if path.suffix == ".rlib" else [path] if path.suffix == ".o" else []
        if any(is_bitcode(unit) for unit in found) or path.suffix == ".o":
            units += found
        else:
            arguments.append(str(path) if "{folder}" in part else part)
    return units, arguments


def _members(archive):
    """The objects of an archive, in its order."""

    def make(folder):
        shutil.copyfile(archive, folder / ".archive")
        tools.check([tools.llvm("llvm-ar"), "x", ".archive"], cwd=folder)
        os.remove(folder / ".archive")

    folder = store.cached(f"members-{archive.stem}", [content.file_digest(archive)], make)
    names = tools.check([tools.llvm("llvm-ar"), "t", archive]).stdout.decode().splitlines()
    if len(set(names)) != len(names):
        raise tools.Problem(f"{archive.name} has two members of one name")
    return [folder / name for name in names if name.endswith(".o")]
