"""Where the programs' sources lie, fetched by the package managers themselves.

Crates are pinned by `bench/sources/Cargo.lock` and unpacked by cargo. Debian source packages are pinned
by their version and unpacked by apt in the cache; apt checks their signatures. Programs that `cargo
install` builds are fetched when they are built, see `rust`.
"""

import json
from functools import cache
from pathlib import Path

from fmbench import store
from fmbench.workload import BENCH
from fmtools import fetching, tools

MANIFEST = BENCH / "sources" / "Cargo.toml"


def folder(workload):
    """The folder that holds a workload's sources."""
    root = debian(workload.source) if workload.source.debian else crate(workload.source)[0]
    path = root / workload.source.folder
    if not path.is_dir():
        raise tools.Problem(f"{workload.name}: the sources have no folder {workload.source.folder}")
    return path


def pinned(workload):
    """Package and exact version."""
    source = workload.source
    if source.crate:
        return f"{source.crate} {crate(source)[1]} (crates.io)"
    if source.debian:
        return f"{source.debian} {source.version} (Debian)"
    return f"{source.program} {source.version} (crates.io)"


def crate(source):
    """Folder and version of a crate."""
    packages = _packages()
    if source.crate not in packages:
        raise tools.Problem(f"{source.crate} is not named in bench/sources/Cargo.toml")
    return packages[source.crate]


@cache
def _packages():
    cargo = tools.find("cargo")
    options = ["--locked", "--manifest-path", MANIFEST]
    tools.check([cargo, "fetch", "--quiet", *options])
    described = tools.check([cargo, "metadata", "--format-version", "1", *options])
    packages = json.loads(described.stdout)["packages"]
    return {package["name"]: (Path(package["manifest_path"]).parent, package["version"]) for package in packages}


def debian(source):
    """The folder of an unpacked Debian source package."""
    name = f"debian-{source.debian}"
    return store.cached(name, [source.debian, source.version], lambda scratch: fetching.debian(source.debian, source.version, scratch)) / "unpacked"
