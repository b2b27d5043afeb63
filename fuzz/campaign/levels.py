"""Levels of optimisation: each runs before a merge (its pipeline) and after it (pipeline and code)."""

ALL = ["-O0", "-O1", "-O2", "-Os", "-Oz"]

CODE = "code"
"""After a merge: no pipeline, and code as from -O1 on."""
