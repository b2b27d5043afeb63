"""Whole-program benchmarks: programs none of us wrote, merged, linked, run and measured.

One way through: `workload` reads what is to be built, `sources` fetches it, `build` makes the modules that
LTO passes see (with `compiling` for C and C++, `rust` for Rust; all kept by `store`), `merging` takes them
through the passes of a `configuration`, `measure` through code generation, links and runs to a sample, with
what running costs by `timing` and `counting`, `session` says which samples are taken in which order, `results` makes rows of them, and `table`, `picture`,
`document` and `comparison` show these, `costs_table` and `curve` what running costs. `known` excuses what LLVM's own passes break; `planting` proves that
faults are noticed, and `blessing` says what programs must print. `cli` names the commands.
"""

import sys
from pathlib import Path

# `fmtools` is what the bench and the campaign share.
sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
