"""From a Debian package to modules, by the package's own build system.

Consumes a workload whose `[build]` is a package's, and a level of optimisation. Produces the folder with `early.bc`, `late.bc`,
`link.json` and the native files that it names. The package's build runs a compiler of ours (`record_cc.sh`), which keeps the
modules of each link and its arguments. Of the programs that were linked the named one is taken, or else the largest.
"""

import json
import os
import shutil
from pathlib import Path

from fmbench import sources, store
from fmtools import tools

COMPILER = Path(__file__).with_name("record_cc.sh")

OLD = ("implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-function-pointer-types")
"""What older C does and today's compilers take for errors."""

FLAGS = ["-flto", "-fPIC", "-ffunction-sections", "-fdata-sections", "-w", "-g0", *(f"-Wno-error={name}" for name in OLD)]

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

SAVED = {"early.bc": ".0.2.internalize.bc", "late.bc": ".0.4.opt.bc"}
"""What is kept of what lld's --save-temps leaves beside a program."""


def modules(workload, variant):
    """The folder with the modules, built unless it is there."""
    if variant.target.flags:
        raise tools.Problem(f"{workload.name}: packages are built for this machine only")
    version = tools.check([tools.llvm("clang"), "--version"]).stdout.decode()
    identity = [sources.pinned(workload), workload.build, workload.build.own, workload.build.prepare, variant.level, FLAGS, USUAL, COMPILER.read_text(), version]
    return store.cached(f"{workload.name}-{variant.name}", identity, lambda made: _make(workload, variant, made))


def _make(workload, variant, made):
    tree = made / "tree"
    shutil.copytree(sources.folder(workload), tree, symlinks=True)
    done = tools.run(["bash", "-c", _script(workload, tree)], timeout=TIMEOUT, cwd=tree, env=_environment(made, variant), merge=True)
    program = _program(workload, tree, done)
    for name, end in SAVED.items():
        os.rename(Path(str(program) + end), made / name)
    recipe = {"tool": "clang++" if workload.build.language == "c++" else "clang", "arguments": list(_relinked(program, tree, made))}
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
    folder = Path(folder)
    arguments = list(_expanded(arguments, folder))
    inside = [folder / part[2:] for part in arguments if part.startswith("-L") and (folder / part[2:]).resolve().is_relative_to(tree)]
    placed, skip = False, False
    for number, part in enumerate(arguments):
        path = _library(part, inside) or folder / part
        if skip or part == "-o":
            skip = not skip
        elif part.startswith("-"):
            if path.is_file():
                yield from _native(path, number, made)
            elif not (part.startswith("-L") and (folder / part[2:]).resolve().is_relative_to(tree)):
                yield part
        elif path.is_file():
            # The object goes where the first of bitcode was.
            kept = list(_native(path, number, made))
            if not placed and _is_bitcode(path):
                placed = True
                yield "{objects}"
            yield from kept
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
    if _is_bitcode(path):
        return
    name = f"{number:03}-{path.name}"
    if path.suffix != ".a":
        shutil.copyfile(path, made / name)
        yield "{folder}/" + name
        return
    with store.scratch() as scratch:
        tools.check([tools.llvm("llvm-ar"), "x", path.resolve()], cwd=scratch)
        members = [member for member in sorted(scratch.iterdir()) if not _is_bitcode(member)]
        if members:
            tools.check([tools.llvm("llvm-ar"), "rcs", made / name, *members])
            yield "{folder}/" + name
