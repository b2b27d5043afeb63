"""From a cargo program to modules: std included, as rustc's own fat LTO sees them.

`cargo install` fetches, builds and links the program with the versions it was published with. rustc keeps
the module before and after its LTO pipeline, and a linker of ours (`record_link.py`) keeps all else that
was linked, so that the program can be linked again from another object.
"""

import json
import os
import shutil
from pathlib import Path

from fmbench import store
from fmtools import tools

PROFILE = {
    "LTO": "fat",
    "CODEGEN_UNITS": "1",
    "PANIC": "unwind",
    "DEBUG": "false",
    "STRIP": "none",
    "INCREMENTAL": "false",
}

LEVELS = {"Oz": "z", "Os": "s", "O1": "1", "O2": "2", "O3": "3"}

SAVED = {"early.bc": ".rcgu.lto.after-restriction.bc", "late.bc": ".rcgu.bc"}
"""What is kept of what -C save-temps leaves behind, by the ends of the names."""

RECORD = Path(__file__).resolve().parent / "record_link.py"

RECORD_OBJECTS = RECORD.with_name("record_objects.py")

RECORDING = RECORD.with_name("recording.py")
"""What both import."""

TIMEOUT = 3600


def modules(workload, variant):
    """The folder with `early.bc`, `late.bc`, `link.json` and the libraries that it names."""
    if variant.target.flags:
        raise tools.Problem(f"{workload.name}: Rust programs are built for this machine only")
    identity = _identity(workload, variant.level)
    return store.cached(f"{workload.name}-{variant.name}", identity, lambda made: _make(workload, variant.level, made))


def reference(workload):
    """The program built plainly: one optimisation level, no LTO."""

    def make(scratch):
        program = _install(workload, "O1", scratch, {"CARGO_PROFILE_RELEASE_LTO": "off"})
        os.rename(program, scratch / "program")
        _remove_all_but(scratch, {"program"})

    return store.cached(f"{workload.name}-reference", _identity(workload, "O1"), make) / "program"


def separate(workload, level, debug=False):
    """The folder with what is linked when each codegen unit is an object of its own, and `link.json`.

    Units of the program's own crates are modules, as they are before they are optimised for good; std stays
    the objects that it comes as.
    """

    described = {"CARGO_PROFILE_RELEASE_DEBUG": "true"} if debug else {}

    def make(made):
        flags = f"-Clinker-plugin-lto -Clinker={RECORD_OBJECTS}"
        units = {"CARGO_PROFILE_RELEASE_LTO": "false", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"} | described
        _install(workload, level, made, {"RUSTFLAGS": flags, "FMBENCH_LINK": str(made)} | units)
        linked = json.loads((made / "linked.json").read_text())
        (made / "link.json").write_text(json.dumps({"tool": "clang", "arguments": linked}))
        _remove_all_but(made, {*(part.rsplit("/", 1)[1] for part in linked if "{folder}/" in part), "link.json"})

    identity = [*_identity(workload, level), RECORD_OBJECTS.read_text(), *described.items()]
    return store.cached(f"objects-{workload.name}-units", identity, make)


def source_folder(workload):
    """Where cargo unpacked the program's own package; it has been built by then."""
    source = workload.source
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    for path in sorted((home / "registry" / "src").glob(f"*/{source.program}-{source.version}")):
        return path
    raise tools.Problem(f"cargo has not unpacked {source.program} {source.version}")


def _make(workload, level, made):
    flags = f"-Csave-temps -Clinker={RECORD}"
    environment = {"RUSTFLAGS": flags, "FMBENCH_LINK": str(made)}
    _install(workload, level, made, environment)
    saved = sorted((made / "target").rglob("deps/*.bc"))
    for name, end in SAVED.items():
        os.rename(_only(_ending(saved, workload, end), end), made / name)
    _write_recipe(made, level)
    kept = {part.rsplit("/", 1)[1] for part in json.loads((made / "link.json").read_text())["arguments"] if "{folder}/" in part}
    _remove_all_but(made, kept | {*SAVED, "link.json"})


def _ending(paths, workload, end):
    """Only the program's own module has been through LTO, so only it was saved before it."""
    stems = {path.name.removesuffix(SAVED["early.bc"]) for path in paths if path.name.endswith(SAVED["early.bc"])}
    return [path for path in paths if path.name.endswith(end) and path.name.removesuffix(end) in stems]


def _only(paths, end):
    if len(paths) != 1:
        raise tools.Problem(f"rustc left {len(paths)} modules that end in {end}, not one")
    return paths[0]


def _write_recipe(made, level):
    """What was linked, with the object of the whole program left open; rustc runs the LTO pipeline of its own level."""
    arguments = []
    for part in json.loads((made / "linked.json").read_text()):
        arguments.append("{objects}" if part.endswith("-cgu.0.rcgu.o") else part)
    if arguments.count("{objects}") != 1:
        raise tools.Problem("cannot tell which object of the link is the program's")
    (made / "link.json").write_text(json.dumps({"tool": "clang", "arguments": arguments, "lto": f"lto<{level}>"}))


def _install(workload, level, folder, environment):
    """Builds the program; returns its path."""
    source = workload.source
    package = [source.program, "--version", f"={source.version}", "--locked", "--bin", workload.build.binary]
    host = ["--target", "x86_64-unknown-linux-gnu"]
    places = ["--root", folder / "root", "--target-dir", folder / "target", "--no-track"]
    profile = {f"CARGO_PROFILE_RELEASE_{key}": value for key, value in PROFILE.items()}
    profile["CARGO_PROFILE_RELEASE_OPT_LEVEL"] = LEVELS[level]
    command = [tools.find("cargo"), "install", "--quiet", *package, *workload.build.flags, *host, *places]
    tools.check(command, timeout=TIMEOUT, env=profile | environment)
    return folder / "root" / "bin" / workload.build.binary


def _identity(workload, level):
    rustc = tools.check([tools.find("rustc"), "-vV"]).stdout.decode()
    return [repr(workload.source), repr(workload.build), f"lto<{level}>", PROFILE, rustc, RECORD.read_text(), RECORDING.read_text()]


def _remove_all_but(folder, names):
    for path in folder.iterdir():
        if path.name not in names:
            path.unlink() if path.is_file() else shutil.rmtree(path)
