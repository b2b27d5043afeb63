"""Where a campaign writes, and what a command in it may take of time and memory."""

from fmtools import REPOSITORY, tools

FOLDER = REPOSITORY / "build" / "campaign"
"""Everything that a campaign writes."""

TOOL_SECONDS = 120
"""Processor seconds after which a compiler is taken for hung."""

PROGRAM_SECONDS = 4
"""Processor seconds after which a merged program is taken for endless."""

REFERENCE_SECONDS = 1
"""Processor seconds that a program may take unmerged: an endless one is found out soon."""

WAIT_FACTOR = 6
"""How many times its processor seconds a command may take by the clock, on a busy machine."""

MEMORY = 4 << 30
"""Most bytes of address space for any command."""

MOST_OUTPUT = 1 << 20
"""Most bytes of output that are kept and compared."""


def run(command, seconds=TOOL_SECONDS, env=None, cwd=None, stack=None, memory=MEMORY):
    """Runs a command to its end or its limits. Sizes are in bytes."""
    limits = tools.Limits(seconds, memory, stack, MOST_OUTPUT)
    return tools.run(command, seconds * WAIT_FACTOR, cwd, env, limits=limits)


def same(one, other):
    """Whether two runs are alike to whoever runs the program."""
    return (one.status, one.stdout) == (other.status, other.stdout)
