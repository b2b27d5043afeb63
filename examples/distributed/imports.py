#!/usr/bin/env python3
"""Tells Ninja what each module imports from, as the index says: writes a file of dependencies (`dyndep`).

    imports.py OUT MODULE...
"""

import sys

out, modules = sys.argv[1], sys.argv[2:]
lines = ["ninja_dyndep_version = 1"]
for module in modules:
    with open(f"{module}.imports") as listed:
        lines.append(f"build {module.removesuffix('.thin.o')}.bc: dyndep | {' '.join(listed.read().split())}")
with open(out, "w") as written:
    written.write("\n".join(lines) + "\n")
