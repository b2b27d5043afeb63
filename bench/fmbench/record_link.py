#!/usr/bin/env python3
"""A linker for rustc: links with cc, and keeps copies of what was linked and the arguments.

The copies go to the folder named by FMBENCH_LINK, the arguments to `linked.json` there; files in them are
written `{folder}/name`. A later link in the same build replaces an earlier one: the program is linked last.
"""

import json
import os
import sys
from pathlib import Path

from recording import expanded, kept

LEFT_OUT = ("-L", "-B", "-fuse-ld=", "-Wl,--gc-sections", "-Wl,--strip")


def main():
    arguments = expanded(sys.argv[1:])
    folder = Path(os.environ["FMBENCH_LINK"])
    (folder / "linked.json").write_text(json.dumps(list(recorded(arguments, folder))))
    os.execvp("cc", ["cc", *sys.argv[1:]])


def recorded(arguments, folder):
    """The arguments with their files replaced by copies; without the output, and without search paths."""
    arguments = iter(arguments)
    for number, argument in enumerate(arguments):
        if argument in ("-o", "-L"):
            next(arguments)
        elif argument.endswith("-cgu.0.rcgu.o"):
            yield argument
        elif os.path.isfile(argument):
            yield kept(argument, number, folder)
        elif not argument.startswith(LEFT_OUT):
            yield argument


main()
