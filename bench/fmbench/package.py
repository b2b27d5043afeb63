"""From a Debian package to modules, by the package's own build system.

Consumes a workload whose `[build]` is a package's, and a level of optimisation. Produces the folder with `early.bc`, `late.bc`,
`link.json` and the native files that it names. The package's build runs a compiler of ours (`record_cc.sh`), which keeps the
modules of each link and its arguments. Of the programs that were linked the named one is taken, or else the largest.
"""

import json
import os
import shutil
from pathlib import Path

from fmbench import recording, sources, store
from fmbench.compiling import COMMON, SAVED, compiler_name
from fmtools import tools

COMPILER = Path(__file__).with_name("record_cc.sh")

OLD = ("implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-function-pointer-types")
"""What older C does and today's compilers take for errors."""

FLAGS = ["-flto", *COMMON, *(f"-Wno-error={name}" for name in OLD)]

TIMEOUT = 1800
"""Seconds that a build may take."""

USUAL = {
    "configure": "configure && make -k -j$JOBS || true",
    "CMakeLists.txt": "cmake -S . -B own-build $CMAKE_OPTIONS && cmake --build own-build -j$JOBS -- -k || true",
    "configure.ac": "autoreconf -fi && configure && make -k -j$JOBS || true",
    "meson.build": "meson setup own-build --buildtype=plain && ninja -C own-build -k 0 || true",
    "Makefile": "make -k -j$JOBS $MAKE_OPTIONS || true",
}
"""How a package is built that says nothing else, by the first of these files that it has. What does not build, such as
documents, is no reason to stop: the program has to be there."""


def modules(workload, variant):
    """The folder with the modules, built unless it is there."""
    if variant.target.flags:
        raise tools.Problem(f"{workload.name}: packages are built for this machine only")
    version = tools.check([tools.llvm("clang"), "--version"]).stdout.decode()
    identity = [sources.pinned(workload), workload.build, variant.level, FLAGS, USUAL, COMPILER.read_text(), version]
    return store.cached(f"{workload.name}-{variant.name}", identity, lambda made: _make(workload, variant, made))


def _make(workload, variant, made):
    tree = made / "tree"
    shutil.copytree(sources.folder(workload), tree, symlinks=True)
    done = tools.run(["bash", "-c", _script(workload, tree)], timeout=TIMEOUT, cwd=tree, env=_environment(made, variant), merge=True)
    program = _program(workload, tree, done)
    for name, end in SAVED.items():
        os.rename(Path(str(program) + end), made / name)
    recipe = {"tool": compiler_name(workload), "arguments": list(_relinked(program, tree, made))}
    (made / "link.json").write_text(json.dumps(recipe))
    shutil.rmtree(tree)
    shutil.rmtree(made / "bin")


def _script(workload, tree):
    usual = [command for file, command in USUAL.items() if (tree / file).exists()]
    command = workload.build.own or (usual[0] if usual else "false")
    # All files are equally old, so that nothing is made anew by tools of other versions, and no manual.
    header = 'find . -exec touch -h -d @1000000000 {} +\nconfigure() { ./configure --disable-dependency-tracking --disable-nls --disable-shared $CONFIGURE_OPTIONS "$@"; }'
    return f"{header}\n{workload.build.prepare or ':'}\n{command}\n"


def _environment(made, variant):
    """The variables of the build: our compiler, and LLVM's tools for archives of bitcode."""
    compilers = made / "bin"
    compilers.mkdir()
    for name in ("cc", "c++", "gcc", "g++", "clang", "clang++"):
        (compilers / name).symlink_to(COMPILER)
    archiver = {"AR": "llvm-ar", "RANLIB": "llvm-ranlib", "NM": "llvm-nm"}
    given = {name: tools.llvm(tool) for name, tool in archiver.items()}
    cmake = f"-DCMAKE_AR={given['AR']} -DCMAKE_RANLIB={given['RANLIB']} -DCMAKE_BUILD_TYPE= -DBUILD_SHARED_LIBS=OFF"
    cc, cxx = compilers / "cc", compilers / "c++"
    return given | {
        "CC": str(cc), "CXX": str(cxx), "CFLAGS": "-O2", "CXXFLAGS": "-O2", "CMAKE_OPTIONS": cmake, "JOBS": str(os.cpu_count()),
        "MAKE_OPTIONS": f"CC={cc} CXX={cxx} AR={given['AR']} RANLIB={given['RANLIB']}",
        "PATH": f"{compilers}:{os.environ['PATH']}", "FMBENCH_FLAGS": f"-{variant.level} {' '.join(FLAGS)}",
        "FMBENCH_CLANG": tools.llvm("clang"), "FMBENCH_CLANGXX": tools.llvm("clang++"), "FMBENCH_LLD": tools.llvm("ld.lld"), "LC_ALL": "C",
    }


def _program(workload, tree, done):
    """The path of the program, without the end of what lies beside it."""
    linked = [Path(str(path).removesuffix(".link")) for path in sorted(tree.rglob("*.link"))]
    linked = [path for path in linked if all(Path(str(path) + end).is_file() for end in SAVED.values())]
    wanted = workload.build.binary
    exact = [path for path in linked if str(path).endswith("/" + wanted)]
    named = exact or [path for path in linked if ("/" + wanted) in str(path.relative_to(tree.parent))]
    if not named:
        last = done.stdout[-1500:].decode(errors="replace")
        there = ", ".join(str(path.relative_to(tree)) for path in linked)
        raise tools.Problem(f"{workload.name}: no such program was linked (linked: {there or 'none'}); the build ends with\n{last}")
    return max(named, key=lambda path: Path(str(path) + SAVED["early.bc"]).stat().st_size)


def _relinked(program, tree, made):
    """The arguments of the link with the place of the program's object left open; native files of the tree are kept."""
    folder, *arguments = Path(str(program) + ".link").read_text().splitlines()
    arguments = list(_expanded(arguments, Path(folder)))
    folders = {part: Path(folder, part[2:]) for part in arguments if part.startswith("-L") and Path(folder, part[2:]).resolve().is_relative_to(tree)}
    rest, placed = enumerate(arguments), False
    for number, part in rest:
        path = _library(part, folders.values()) or Path(folder, part)
        if part == "-o":
            next(rest)
        elif path.is_file():
            # The object goes where the first of bitcode was.
            if not placed and _is_bitcode(path):
                placed = True
                yield "{objects}"
            yield from _native(path, number, made)
        elif part.startswith("-") and part not in folders:
            yield part
    if not placed:
        yield "{objects}"


def _expanded(arguments, folder):
    for part in arguments:
        if part.startswith("@") and (folder / part[1:]).is_file():
            yield from (folder / part[1:]).read_text().split()
        else:
            yield part


def _library(part, folders):
    """The file of the tree that `-lNAME` or `-l:FILE` stands for, if it is of the tree."""
    if part.startswith("-l"):
        files = [part[3:]] if part.startswith("-l:") else [f"lib{part[2:]}{end}" for end in (".so", ".a")]
        for path in (folder / file for folder in folders for file in files):
            if path.is_file():
                return path
    return None


def _is_bitcode(path):
    with path.open("rb") as file:
        return file.read(4) == b"BC\xc0\xde"


def _native(path, number, made):
    """What is left of a file that is linked when bitcode goes: the argument for its copy, or nothing."""
    if path.suffix != ".a":
        yield from () if _is_bitcode(path) else [recording.kept(path, number, made)]
        return
    with store.scratch() as scratch:
        tools.check([tools.llvm("llvm-ar"), "x", path.resolve()], cwd=scratch)
        members = [member for member in sorted(scratch.iterdir()) if not _is_bitcode(member)]
        if members:
            tools.check([tools.llvm("llvm-ar"), "rcs", scratch / path.name, *members])
            yield recording.kept(scratch / path.name, number, made)
