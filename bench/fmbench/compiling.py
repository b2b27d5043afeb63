"""From C and C++ sources to objects, file by file or by the package's own build.

Consumes a workload, a compiler and its options. Produces paths of objects in the cache. What is made
file by file is kept file by file, so that an interrupted build goes on where it ended.
"""

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

from fmbench import sources, store
from fmbench.workload import DRIVERS, globbed
from fmtools import content, tools


COMMON = ["-fPIC", "-ffunction-sections", "-fdata-sections", "-w", "-g0"]

SAVED = {"early.bc": ".0.2.internalize.bc", "late.bc": ".0.4.opt.bc"}
"""What is kept of what lld's --save-temps leaves beside a program, by the ends of the names."""


def compiler_name(workload):
    """clang, for the language."""
    return "clang++" if workload.build.language == "c++" else "clang"


def objects(workload, compiler, flags):
    """The objects to be linked, in order."""
    if workload.build.commands:
        built = own_build(workload, compiler, flags)
    else:
        built = file_by_file(workload, compiler, flags)
    return [*built, *driver(workload, compiler, flags)]


def identity(workload, flags):
    """All that decides what the objects contain, as a text."""
    version = tools.check([tools.llvm("clang"), "--version"]).stdout.decode()
    text = workload.driver_path.read_text() if workload.build.driver else ""
    return repr([sources.pinned(workload), workload.build, text, flags, version])


def file_by_file(workload, compiler, flags):
    """Compiles every source, as many at a time as there are processors."""
    root = sources.folder(workload)
    folder = _object_folder(workload, compiler, flags)
    generated = _generate(workload, root, folder)
    options = _options(workload, root, folder)

    def compile_one(path):
        name = str(path.relative_to(root if path.is_relative_to(root) else folder)).replace(os.sep, "_")
        command = [compiler, *flags, *options, "-c", path, "-o"]
        return content.made_file(folder / f"{name}.o", lambda made: tools.check([*command, made]))

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(compile_one, [*_sources(workload, root), *generated]))


def own_build(workload, compiler, flags):
    """Runs the package's own build in a copy of its sources."""
    root = sources.folder(workload)
    values = {"{cc}": compiler, "{cflags}": " ".join(flags), "{ar}": tools.llvm("llvm-ar"), "{jobs}": str(os.cpu_count())}

    def make(scratch):
        copy = scratch / "copy"
        shutil.copytree(root, copy)
        for command in workload.build.commands:
            tools.check([_filled(part, values) for part in command], cwd=copy)
        for name in workload.build.objects:
            os.rename(copy / name, scratch / os.path.basename(name))
        for name in workload.build.includes:
            shutil.copytree(copy / name, scratch / "includes" / name)
        shutil.rmtree(copy)

    folder = store.cached(f"objects-{workload.name}", _object_identity(workload, compiler, flags), make)
    return [folder / os.path.basename(name) for name in workload.build.objects]


def driver(workload, compiler, flags):
    """Compiles the driver, if there is one: apart, because it changes more often than what it drives."""
    if not workload.build.driver:
        return []
    folder = _object_folder(workload, compiler, flags)
    root = folder / "includes" if workload.build.commands else sources.folder(workload)
    path = workload.driver_path
    command = [compiler, *flags, *_options(workload, root, folder), "-c", path, "-o"]
    name = f"driver-{content.file_digest(path)}.o"
    return [content.made_file(folder / name, lambda made: tools.check([*command, made]))]


def _object_folder(workload, compiler, flags):
    return store.cached(f"objects-{workload.name}", _object_identity(workload, compiler, flags), lambda folder: None)


def _object_identity(workload, compiler, flags):
    build = workload.build
    version = tools.check([compiler, "--version"]).stdout.decode()
    parts = [build.includes, build.defines, build.flags, build.generated, build.commands, build.objects]
    return [sources.pinned(workload), workload.source.folder, version, flags, *parts]


def _generate(workload, root, folder):
    """Writes the files that the package's own build would have written; returns those to be compiled."""
    (folder / "generated").mkdir(exist_ok=True)
    paths = [folder / "generated" / name for name in sorted(workload.build.generated)]
    for path in paths:
        path.write_text(embedded(workload.build.generated[path.name], root))
    return [path for path in paths if path.suffix in (".c", ".cc", ".cpp")]


def embedded(text, root):
    """The text with `#embed "FILE"` replaced by the file's bytes as numbers, for any compiler."""

    def numbers(match):
        return ",".join(map(str, (root / match[1]).read_bytes()))

    return re.sub(r'^#embed "(.*)"$', numbers, text, flags=re.MULTILINE)


def _options(workload, root, folder):
    includes = [f"-I{root / name}" for name in workload.build.includes]
    generated = [f"-I{folder / 'generated'}"] if workload.build.generated else []
    defines = [f"-D{define}" for define in workload.build.defines]
    unplaced = [f"-ffile-prefix-map={place}/=" for place in (root, folder, DRIVERS)]
    return [*includes, *generated, *unplaced, *defines, *(flag.replace("{source}", str(root)) for flag in workload.build.flags)]


def _sources(workload, root):
    found = [path for pattern in workload.build.sources for path in globbed(root, pattern)]
    left_out = {path for pattern in workload.build.exclude for path in globbed(root, pattern)}
    return [path for path in found if path not in left_out]


def _filled(part, values):
    for name, value in values.items():
        part = part.replace(name, value)
    return part
