"""What the linkers for rustc have in common: `record_link.py` and `record_objects.py`, which are run as they stand."""

import os
import shutil
from pathlib import Path


def expanded(arguments):
    """Long command lines come in a file, one argument a line."""
    for argument in arguments:
        if argument.startswith("@"):
            yield from (line.replace("\\ ", " ") for line in Path(argument[1:]).read_text().splitlines())
        else:
            yield argument


def kept(argument, number, folder):
    """Copies a file that is linked to a folder; the argument that stands for it, whatever that is called then."""
    name = f"{number:03}-{os.path.basename(argument)}"
    shutil.copyfile(argument, folder / name)
    return "{folder}/" + name
