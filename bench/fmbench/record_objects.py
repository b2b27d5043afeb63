#!/usr/bin/env python3
"""A linker for rustc that links nothing: it keeps what was to be linked.

Copies of all files go to the folder named by FMBENCH_LINK, the arguments to `linked.json` there; files in them
are written `{folder}/name`. What it leaves as output is empty: the modules are still to be compiled. A later
link in the same build replaces an earlier one: the program is linked last.
"""

import json
import os
import sys
from pathlib import Path

from recording import expanded, kept

LEFT_OUT = ("-B", "-fuse-ld=", "-Wl,--gc-sections", "-Wl,--strip", "-Wl,-plugin-opt", "-Wl,--version-script")


def main():
    arguments = iter(list(expanded(sys.argv[1:])))
    folder = Path(os.environ["FMBENCH_LINK"])
    linked = []
    for number, argument in enumerate(arguments):
        if argument == "-o":
            Path(next(arguments)).touch(mode=0o755)
        elif argument == "-L":
            next(arguments)
        elif os.path.isfile(argument):
            linked.append(kept(argument, number, folder))
        elif not argument.startswith(LEFT_OUT):
            linked.append(argument)
    (folder / "linked.json").write_text(json.dumps(linked))


main()
