"""Whole-program benchmarks: programs none of us wrote, merged, linked, run and measured.

One way through: `workload` reads what is to be built, `sources` finds it, `build` makes the module that
late LTO passes see (cached), `measure` takes that module through opt, llc, lld and a run for one `mode`,
`table` prints what came out. `cli` is the list of these steps.
"""
