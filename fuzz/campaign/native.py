"""Programs of ours in C++ that the campaign needs: built once, and kept by what they are made of."""

import hashlib
import os
import shlex

from campaign import tools


def build(folder, suffix, more):
    """What is built of all the sources in a folder, unless it is there. One and the same during a campaign."""
    sources = sorted(folder.glob("*"))
    flags = tools.run([tools.llvm("llvm-config"), "--cxxflags"]).stdout.decode()
    whole = [flags, *more, *(path.read_text() for path in sources)]
    identity = hashlib.sha256("\0".join(whole).encode()).hexdigest()[:16]
    product = tools.FOLDER / f"{folder.name}-{identity}{suffix}"
    if not product.exists():
        _compile([path for path in sources if path.suffix == ".cpp"], [*shlex.split(flags), "-fno-rtti", "-O1"], more, product)
    return product


def _compile(sources, flags, more, product):
    """Compiles under another name first: what is there is whole."""
    tools.FOLDER.mkdir(parents=True, exist_ok=True)
    partial = product.with_suffix(f".{os.getpid()}")
    done = tools.run([tools.find("c++"), *flags, *sources, *more, "-o", partial], seconds=300)
    if not done.good:
        raise tools.Broken(f"{product.name} does not compile: {done.said}")
    partial.rename(product)
