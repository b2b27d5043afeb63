"""Modules with a profile: what LTO passes see of a program that has been run.

Consumes a workload with `[time]` and a variant. Produces the folder of `build.modules`; for a variant with a profile, one
whose functions and branches have the counts of the very commands under `[time]`. The module before the LTO pipeline is
instrumented as context-sensitive profiles are, which works for every language: sources are compiled once only.
"""

import shutil

from fmbench import build, compiling, store, timing
from fmtools import tools

INSTRUMENT = "pgo-instr-gen,instrprof"


def modules(workload, variant):
    """The folder with `early.bc`, `late.bc` and `link.json`, built unless it is there."""
    if not variant.profile:
        return build.modules(workload, variant)
    plain = build.modules(workload, build.Variant(variant.level, variant.target))

    def make(scratch):
        profile = _profile(workload, plain, scratch)
        used = ["-passes=pgo-instr-use", f"-pgo-test-profile-file={profile}"]
        shutil.copytree(plain, scratch, ignore=shutil.ignore_patterns(*compiling.SAVED), dirs_exist_ok=True)
        tools.check([tools.llvm("opt"), *used, plain / "early.bc", "-o", scratch / "early.bc"])
        _optimize(plain, scratch / "early.bc", scratch / "late.bc")

    identity = [plain.name, INSTRUMENT, *timing.identity(workload)]
    return store.cached(f"{workload.name}-{variant.name}", identity, make)


def _profile(workload, plain, scratch):
    """A file with how often each edge ran while the commands did."""
    with store.scratch() as folder:
        tools.check([tools.llvm("opt"), f"-passes={INSTRUMENT}", plain / "early.bc", "-o", folder / "counting.bc"])
        _optimize(plain, folder / "counting.bc", folder / "optimized.bc")
        tools.check([tools.llvm("llc"), *build.CODEGEN, folder / "optimized.bc", "-o", folder / "counting.o"])
        build.load_recipe(plain).link(plain, [folder / "counting.o"], folder / "program", ["-fprofile-generate"])
        timing.run_each(workload, folder / "program", {"LLVM_PROFILE_FILE": str(folder / "%p.profraw")})
        counted = sorted(folder.glob("*.profraw"))
        if not counted:
            raise tools.Problem(f"{workload.name} wrote no profile")
        tools.check([tools.llvm("llvm-profdata"), "merge", *counted, "-o", scratch / "profile.profdata"])
    return scratch / "profile.profdata"


def _optimize(plain, module, into):
    tools.check([tools.llvm("opt"), build.POSITION, f"-passes={build.load_recipe(plain).lto}", module, "-o", into])
