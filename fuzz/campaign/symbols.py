"""What an object needs of others and of the compiler's library.

Consumes objects. Produces the names that are undefined in them. Where code is generated and nothing is optimised, a merged
module needs nothing that the module did not need before: neither `__truncsfbf2` for a choice between two numbers of 16 bits, nor
`__divti3` where a constant was the divisor.
"""

from campaign import sandbox
from fmtools import tools

TOLD_BY_THE_ASSEMBLER = {"_GLOBAL_OFFSET_TABLE_"}
"""What is named for the way that addresses are formed."""


def needed(file):
    """The undefined symbols of an object; none of what is no object."""
    listed = sandbox.run([tools.llvm("llvm-nm"), "--undefined-only", "--format=just-symbols", file])
    return set(listed.stdout.decode().split()) - TOLD_BY_THE_ASSEMBLER


def fault(before, after):
    """The first symbol that only the merged object needs, as a fault."""
    more = sorted(needed(after) - needed(before))
    return ("symbols", more[0]) if more else None
