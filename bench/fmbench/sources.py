"""Where the programs' sources lie, fetched by the package managers themselves.

Crates are pinned by `bench/sources/Cargo.lock` and unpacked by cargo. Debian source packages are pinned
by their version and unpacked by apt in the cache; apt checks their signatures. Programs that `cargo
install` builds are fetched when they are built, see `rust`.
"""

import json
import os
import shutil
from functools import cache
from pathlib import Path

from fmbench import store
from fmbench.workload import BENCH
from fmtools import tools

MANIFEST = BENCH / "sources" / "Cargo.toml"

SYSTEM_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
"""Where Debian says which mirror to use."""


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

    def make(scratch):
        apt = [tools.find("apt-get"), "-q", *_own_apt(scratch / "apt")]
        tools.check([*apt, "update"])
        tools.check([*apt, "source", f"{source.debian}={source.version}"], cwd=scratch)
        unpacked = [path for path in scratch.iterdir() if path.is_dir() and path.name != "apt"]
        shutil.rmtree(scratch / "apt")
        os.rename(unpacked[0], scratch / "unpacked")

    tools.find("dpkg-source")
    return store.cached(f"debian-{source.debian}", [source.debian, source.version], make) / "unpacked"


def _own_apt(folder):
    """Options that make apt look for sources on the system's mirror, without touching its settings."""
    for name in ("parts", "lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    if not SYSTEM_SOURCES.is_file():
        raise tools.Problem(f"no {SYSTEM_SOURCES}; workloads from Debian need Debian 12")
    listed = SYSTEM_SOURCES.read_text().replace("Types: deb\n", "Types: deb-src\n")
    (folder / "parts" / "debian.sources").write_text(listed)
    settings = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": folder / "parts",
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "APT::Sandbox::User": "root",
    }
    return [part for key, value in settings.items() for part in ("-o", f"{key}={value}")]
