"""The cache: folders that are made once for each identity and appear in one step.

A build that was interrupted leaves nothing half-made: it is made beside, then moved into place.
"""

import hashlib
import os
import tempfile
from pathlib import Path

from fmbench.workload import REPOSITORY

CACHE = Path(os.environ.get("FMERGE_BENCH_CACHE", REPOSITORY / "build" / "bench"))


def digest(identity):
    """A short name for a list of texts."""
    return hashlib.sha256("\0".join(map(str, identity)).encode()).hexdigest()[:16]


def file_digest(path):
    """A short name for a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def cached(name, identity, make):
    """A folder that `make` fills, once for each identity."""
    final = CACHE / f"{name}-{digest(identity)}"
    if final.is_dir():
        return final
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix=f".{name}-") as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        make(made)
        _publish(made, final)
    return final


def cached_file(path, make):
    """A file that `make` writes, once."""
    if path.is_file():
        return path
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".made-") as scratch:
        made = Path(scratch) / path.name
        make(made)
        os.rename(made, path)
    return path


def _publish(made, final):
    """Moves a finished folder into place; someone else may have been faster, with the same content."""
    try:
        os.rename(made, final)
    except OSError:
        if not final.is_dir():
            raise


def scratch():
    """A folder that goes when it is left."""
    CACHE.mkdir(parents=True, exist_ok=True)
    return _Scratch()


class _Scratch(tempfile.TemporaryDirectory):
    def __init__(self):
        super().__init__(dir=CACHE, prefix=f".run-{os.getpid()}-")

    def __enter__(self):
        return Path(super().__enter__())
