"""What the programs share that compile several objects for a test: `global/Inputs/rounds.py` and `objects/Inputs/objects.py`."""

import argparse
import shlex
import subprocess
import sys


def parser():
    """The programs to run come first, and the sources last."""
    made = argparse.ArgumentParser()
    for name in ["clang", "plugin", "fmerge", "lld"]:
        made.add_argument(name)
    made.add_argument("sources", nargs="+")
    made.add_argument("--flags", default="-Oz")
    return made


def driver(given):
    """The compiler as it links the sources' language."""
    is_cpp = any(source.endswith((".cc", ".cpp")) for source in given.sources)
    return [given.clang, "--driver-mode=g++"] if is_cpp else [given.clang]


def run(*command, **more):
    """What a command says; the test ends where it fails."""
    answer = subprocess.run(command, capture_output=True, text=True, timeout=300, **more)
    if answer.returncode:
        sys.exit(f"{shlex.join(command)}: exit status {answer.returncode}\n{answer.stdout}{answer.stderr}")
    return answer


def printed(program):
    """What a program prints, and how it ends."""
    answer = subprocess.run([f"./{program}"], capture_output=True, text=True, timeout=60)
    return f"{answer.stdout}exit status {answer.returncode}\n"
