"""Where the plugin is."""

import os
from pathlib import Path

from fmbench import tools, workload


def plugin_path(given=None):
    """The plugin; without one nothing of ours can be measured."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", workload.REPOSITORY / "target"))
    path = given or target / "release" / "libfmerge.so"
    if not path.is_file():
        raise tools.BenchError(f"no plugin at {path}; build it with `cargo build --release` or give --plugin")
    return path.resolve()
