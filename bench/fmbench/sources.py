"""Where the programs' sources lie: crates pinned by `bench/sources/Cargo.lock`, unpacked by cargo."""

import json
from functools import cache
from pathlib import Path

from fmbench import tools
from fmbench.workload import BENCH

MANIFEST = BENCH / "sources" / "Cargo.toml"


def folder(workload):
    """The folder that holds a workload's sources."""
    packages = _packages()
    if workload.package not in packages:
        raise tools.BenchError(f"{workload.package} is not named in bench/sources/Cargo.toml")
    path = packages[workload.package] / workload.folder
    if not path.is_dir():
        raise tools.BenchError(f"{workload.package} has no folder {workload.folder}")
    return path


@cache
def _packages():
    cargo = tools.find("cargo")
    pinned = ["--locked", "--manifest-path", MANIFEST]
    tools.check([cargo, "fetch", "--quiet", *pinned])
    described = tools.check([cargo, "metadata", "--format-version", "1", *pinned])
    packages = json.loads(described.stdout)["packages"]
    return {package["name"]: Path(package["manifest_path"]).parent for package in packages}
