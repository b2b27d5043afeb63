"""From sources to modules: what LTO passes see of the whole program, early and late.

Consumes a workload. Produces, in a folder of the cache, `early.bc` (linked and internalised, before the
LTO pipeline) and `late.bc` (after it). The folder appears in one step, so a build that was interrupted
leaves nothing half-made; its name is a hash of all that it was made from.
"""

import hashlib
import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fmbench import sources, tools
from fmbench.workload import REPOSITORY, globbed

CACHE = REPOSITORY / "build" / "bench"

COMMON = ["-fPIC", "-ffunction-sections", "-fdata-sections", "-w", "-g0"]
MERGED = ["-Oz", "-flto", *COMMON]
REFERENCE = ["-O1", *COMMON]

SAVED = {"early.bc": "program.0.2.internalize.bc", "late.bc": "program.0.4.opt.bc"}
"""What is kept of what lld's --save-temps leaves behind."""


def modules(workload):
    """The folder with `early.bc` and `late.bc`, built unless it is there."""

    def make(scratch):
        objects = compile_all(workload, tools.llvm("clang"), MERGED, scratch)
        link(workload, objects, scratch / "program", ["-flto", "-Wl,--save-temps"])
        for name, saved in SAVED.items():
            os.rename(scratch / saved, scratch / name)
        _keep_only(scratch, SAVED)

    return cached(f"{workload.name}-modules", [*_identity(workload), *MERGED], make)


def reference(workload, compiler):
    """The program built plainly, by another optimisation level and without LTO or fmerge."""
    compiler = tools.find(compiler)

    def make(scratch):
        objects = compile_all(workload, compiler, REFERENCE, scratch)
        link(workload, objects, scratch / "program", [])
        _keep_only(scratch, ["program"])

    key = [*_identity(workload), *REFERENCE, compiler]
    return cached(f"{workload.name}-reference", key, make) / "program"


def compile_all(workload, compiler, flags, scratch):
    """Compiles every source and the driver, as many at a time as there are processors."""
    root = sources.folder(workload)
    paths = [*_sources(workload, root), workload.driver_path]
    includes = [f"-I{root / folder}" for folder in workload.includes]
    defines = [f"-D{define}" for define in workload.defines]

    def compile_one(numbered):
        number, path = numbered
        target = scratch / f"{number:03}-{path.stem}.o"
        tools.check([compiler, *flags, *includes, *defines, "-c", path, "-o", target])
        return target

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(compile_one, enumerate(paths)))


def link(workload, objects, target, flags):
    """Links with lld, leaving out what nothing refers to."""
    lld = f"--ld-path={tools.llvm('ld.lld')}"
    libraries = [f"-l{library}" for library in workload.libraries]
    gc = "-Wl,--gc-sections"
    tools.check([tools.llvm("clang"), lld, gc, *flags, *objects, *libraries, "-o", target])


def cached(name, identity, make):
    """A folder that `make` fills, once for each identity."""
    digest = hashlib.sha256("\0".join(identity).encode()).hexdigest()[:16]
    final = CACHE / f"{name}-{digest}"
    if final.is_dir():
        return final
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix=f".{name}-") as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        make(made)
        _publish(made, final)
    return final


def _publish(made, final):
    """Moves a finished folder into place; someone else may have been faster, with the same content."""
    try:
        os.rename(made, final)
    except OSError:
        if not final.is_dir():
            raise


def _sources(workload, root):
    found = [path for pattern in workload.sources for path in globbed(root, pattern)]
    left_out = {path for pattern in workload.exclude for path in globbed(root, pattern)}
    return [path for path in found if path not in left_out]


def _identity(workload):
    version = tools.check([tools.llvm("clang"), "--version"]).stdout.decode()
    lock = (sources.MANIFEST.parent / "Cargo.lock").read_text()
    return [workload.text, workload.driver_path.read_text(), lock, version]


def _keep_only(folder, names):
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink() if path.is_file() else shutil.rmtree(path)
