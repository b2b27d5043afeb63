"""A campaign of random programs: each is built with and without fmerge, and both must do the same.

`cli` reads the arguments, `campaign` runs the seeds, `csmith`, `stress`, `twins`, `shapes`, `deep` and `mutants` make a module for a
seed, `check` merges it in every mode and compares, `worker` is its compiler and linker, `reduction` makes a
small test of what was found. `objects` builds programs of several objects, with Rust from `rust`, and `flags` builds
programs under random flags by the real compiler, `dead` and `places` under flags of their own; `shape_parts` has what `shapes` is made of, and `stack` measures.
`machine` is what the programs are made for; `frames` and `relocations` look at code.
"""

import sys
from pathlib import Path

# `fmtools` is what the bench and the campaign share.
sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
