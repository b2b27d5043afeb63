"""Where the plugin and the command line are that cargo has built."""

import os
import shutil
from pathlib import Path

from fmtools import REPOSITORY, content, tools
from fmtools.tools import Problem


def plugin_path(given=None):
    """The plugin; without one nothing of ours can be tried."""
    # Where `make release` leaves it.
    own = REPOSITORY / "target" / ("" if tools.LLVM == tools.USUAL else f"llvm-{tools.LLVM}")
    target = Path(os.environ.get("CARGO_TARGET_DIR", own))
    path = given or target / "release" / "libfmerge.so"
    if not path.is_file():
        raise Problem(f"no plugin at {path}; build it with `make release LLVM={tools.LLVM}` or give --plugin")
    return path.resolve()


def cli_path(plugin):
    """The command line that was built with a plugin."""
    path = plugin.with_name("fmerge")
    if not path.is_file():
        raise Problem(f"no command line at {path}; build it with `cargo build --release --workspace`")
    return path


def copied(path, target):
    """A copy of one of them, so that a build meanwhile neither changes what is tried nor ends a linker that has it loaded."""
    return content.made_file(target, lambda made: shutil.copy(path, made))
