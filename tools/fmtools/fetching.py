"""Sources of programs that none of us wrote, fetched by the package managers themselves.

Consumes the name and exact version of a package of Debian or crates.io, and a folder of the caller's. Produces its
unpacked sources in that folder. Guarantees: apt and cargo check what they fetch, and the system's settings stay as they are.
"""

import os
import shutil
from pathlib import Path

from fmtools import tools

SYSTEM_SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
"""Where Debian says which mirror to use."""


def debian(name, version, folder):
    """A Debian source package, with Debian's patches, as `unpacked` in the folder."""
    tools.find("dpkg-source")
    apt = [tools.find("apt-get"), "-q", *_own_apt(folder / "apt")]
    tools.check([*apt, "update"])
    tools.check([*apt, "source", f"{name}={version}"], cwd=folder)
    unpacked = [path for path in folder.iterdir() if path.is_dir() and path.name != "apt"]
    shutil.rmtree(folder / "apt")
    os.rename(unpacked[0], folder / "unpacked")
    return folder / "unpacked"


def crate(name, version, folder):
    """A package of crates.io, with the lock file that it was published with, as `unpacked` in the folder. It is a workspace of its own."""
    asking = folder / "asking"
    (asking / "src").mkdir(parents=True)
    (asking / "src/lib.rs").touch()
    manifest = f'[workspace]\n[package]\nname = "asking"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n{name} = "={version}"\n'
    (asking / "Cargo.toml").write_text(manifest)
    tools.check([tools.find("cargo"), "fetch", "--quiet"], cwd=asking)
    shutil.rmtree(asking)
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    sources = sorted((home / "registry/src").glob(f"*/{name}-{version}"))
    if not sources:
        raise tools.Problem(f"cargo has not unpacked {name} {version}")
    unpacked = folder / "unpacked"
    shutil.copytree(sources[-1], unpacked)
    manifest = unpacked / "Cargo.toml"
    if "[workspace]" not in manifest.read_text():
        manifest.write_text(manifest.read_text() + "\n[workspace]\n")
    # Tests of programs often ask git where they are.
    tools.check(["git", "init", "-q"], cwd=unpacked)
    return unpacked


def _own_apt(folder):
    """Options that make apt look for sources on the system's mirror, without touching its settings."""
    for name in ("parts", "lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    if not SYSTEM_SOURCES.is_file():
        raise tools.Problem(f"no {SYSTEM_SOURCES}; sources from Debian need Debian 12")
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
