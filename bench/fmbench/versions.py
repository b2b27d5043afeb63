"""What results depend on: tools, plugin, packages, machine."""

import os
import platform
from pathlib import Path

from fmbench import sources
from fmtools import REPOSITORY, content, tools


def versions(programs, plugin):
    """Names and versions, in order."""
    found = {name: _first_line([tools.llvm(tool), "--version"]) for name, tool in (("clang", "clang"), ("lld", "ld.lld"))}
    found["LLVM"] = tools.check([tools.llvm("llvm-config"), "--version"]).stdout.decode().strip()
    if any(one.build.language == "rust" for one in programs):
        found["rustc"] = _first_line([tools.find("rustc"), "--version"])
    if plugin:
        found["fmerge"] = f"{_commit()}, plugin {content.file_digest(plugin)}"
    found |= {one.name: sources.pinned(one) for one in programs}
    found["machine"] = f"{_processor()}, {os.cpu_count()} processors"
    return found


def _first_line(command):
    return tools.check(command).stdout.decode().splitlines()[0]


def _commit():
    git = ["git", "-C", REPOSITORY]
    commit = tools.run([*git, "rev-parse", "--short", "HEAD"]).stdout.decode().strip() or "no commit"
    changed = tools.run([*git, "status", "--porcelain", "--untracked-files=no"]).stdout.strip()
    return commit + (" with changes" if changed else "")


def _processor():
    info = Path("/proc/cpuinfo")
    for text in info.read_text().splitlines() if info.is_file() else []:
        if text.startswith("model name"):
            return text.split(":", 1)[1].strip()
    return platform.machine()
