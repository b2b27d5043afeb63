"""Programs of ours in C++ that the campaign needs: built once, and kept by what they are made of."""

import shlex

from campaign import sandbox
from fmtools import content, tools


def build(folder, suffix, more):
    """What is built of all the sources in a folder, unless it is there. One and the same during a campaign."""
    sources = sorted(folder.glob("*"))
    flags = sandbox.run([tools.llvm("llvm-config"), "--cxxflags"]).stdout.decode()
    whole = [flags, *more, *(path.read_text() for path in sources)]
    product = sandbox.FOLDER / f"{folder.name}-{content.digest(whole)}{suffix}"
    command = [tools.find("c++"), *shlex.split(flags), "-fno-rtti", "-O1", *sorted(folder.glob("*.cpp")), *more, "-o"]
    return content.made_file(product, lambda made: tools.check([*command, made]))
