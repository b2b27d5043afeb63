"""A campaign of random programs: each is built with and without fmerge, and both must do the same.

`cli` reads the arguments, `campaign` runs the seeds, `csmith`, `stress` and `twins` make a module for a
seed, `check` merges it in every mode and compares, `worker` is its compiler and linker, `reduction` makes a
small test of what was found.
"""
