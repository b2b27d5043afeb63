#!/usr/bin/env python3
"""A linker for rustc: links with cc, and keeps copies of what was linked and the arguments.

The copies go to the folder named by FMBENCH_LINK, the arguments to `linked.json` there; files in them are
written `{folder}/name`. A later link in the same build replaces an earlier one: the program is linked last.
"""

import json
import os
import shutil
import sys
from pathlib import Path

LEFT_OUT = ("-L", "-B", "-fuse-ld=", "-Wl,--gc-sections", "-Wl,--strip")


def main():
    arguments = expanded(sys.argv[1:])
    folder = Path(os.environ["FMBENCH_LINK"])
    (folder / "linked.json").write_text(json.dumps(list(recorded(arguments, folder))))
    os.execvp("cc", ["cc", *sys.argv[1:]])


def expanded(arguments):
    """Long command lines come in a file, one argument a line."""
    for argument in arguments:
        if argument.startswith("@"):
            yield from (line.replace("\\ ", " ") for line in Path(argument[1:]).read_text().splitlines())
        else:
            yield argument


def recorded(arguments, folder):
    """The arguments with their files replaced by copies; without the output, and without search paths."""
    arguments = iter(arguments)
    for number, argument in enumerate(arguments):
        if argument in ("-o", "-L"):
            next(arguments)
        elif argument.endswith("-cgu.0.rcgu.o"):
            yield argument
        elif os.path.isfile(argument):
            name = f"{number:03}-{os.path.basename(argument)}"
            shutil.copyfile(argument, folder / name)
            yield "{folder}/" + name
        elif not argument.startswith(LEFT_OUT):
            yield argument


main()
