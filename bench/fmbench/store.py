"""The cache of the bench: folders that are made once for each identity, and folders that go."""

import os
import tempfile
from pathlib import Path

from fmtools import REPOSITORY, content

CACHE = Path(os.environ.get("FMERGE_BENCH_CACHE", REPOSITORY / "build" / "bench"))


def cached(name, identity, make):
    """A folder that `make` fills, once for each identity."""
    return content.made_folder(CACHE / f"{name}-{content.digest(identity)}", make)


def scratch():
    """A folder that goes when it is left."""
    CACHE.mkdir(parents=True, exist_ok=True)
    return _Scratch()


class _Scratch(tempfile.TemporaryDirectory):
    def __init__(self):
        super().__init__(dir=CACHE, prefix=f".run-{os.getpid()}-")

    def __enter__(self):
        return Path(super().__enter__())
