"""Names for contents, and files and folders that are made once and appear in one step.

What was interrupted leaves nothing half-made: it is made beside, then moved into place.
"""

import hashlib
import os
import tempfile
from pathlib import Path


def digest(identity):
    """A short name for a list of texts."""
    return hashlib.sha256("\0".join(map(str, identity)).encode()).hexdigest()[:16]


def file_digest(*paths):
    """A short name for the content of files, one after the other."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def made_file(path, make):
    """A file that `make` writes, once."""
    if path.is_file():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".made-") as scratch:
        made = Path(scratch) / path.name
        make(made)
        os.rename(made, path)
    return path


def made_folder(path, make):
    """A folder that `make` fills, once."""
    if path.is_dir():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        make(made)
        _publish(made, path)
    return path


def _publish(made, path):
    """Moves a finished folder into place; someone else may have been faster, with the same content."""
    try:
        os.rename(made, path)
    except OSError:
        if not path.is_dir():
            raise
