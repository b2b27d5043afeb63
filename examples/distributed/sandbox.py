#!/usr/bin/env python3
"""Runs one action of a build in a folder that has the files that it says it reads, and nothing else.

    sandbox.py --reads FILE... --writes FILE... -- COMMAND

Files are named from the folder of the build. What an action reads may be a list of further files, by `--reads-list`, as ThinLTO
writes for each module (`.imports`). A file that is what it was stays untouched, so that Ninja (`restat`) ends there.
"""

import argparse
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reads", nargs="*", default=[])
    parser.add_argument("--reads-list")
    parser.add_argument("--writes", nargs="*", default=[])
    at = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:at])
    reads = list(arguments.reads)
    if arguments.reads_list:
        with open(arguments.reads_list) as listed:
            reads += listed.read().split()
    with tempfile.TemporaryDirectory() as folder:
        for path in reads + arguments.writes:
            os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        for path in reads:
            shutil.copy(path, os.path.join(folder, path))
        done = subprocess.run(sys.argv[at + 1 :], cwd=folder)
        if done.returncode:
            sys.exit(done.returncode)
        for path in arguments.writes:
            made = os.path.join(folder, path)
            if not os.path.exists(path) or not filecmp.cmp(made, path, shallow=False):
                os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
                shutil.move(made, path)


main()
