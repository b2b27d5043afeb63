"""Frames of merged functions, as code generation makes them, beside those of the functions that they were made of.

Consumes a module, the merged one and the report of the merge. Produces a fault where a function that may call itself has
a frame more than twice as large as before, be it merged or a caller, where one is larger than its functions are to be without a warning, or
where any merged function takes much more than all its functions together; and counts the frames that have hardly grown. A thunk that is no jump adds its frame to that of the function it calls.
"""

from dataclasses import dataclass

from campaign import machine, worker
from fmtools import tools
from fmtools.frames import FACTOR, RETURN_ADDRESS, SLACK, Merges
from fmtools.target import NATIVE

DOUBLE = "a function that calls itself has more than twice the frame"
WARNED = "a frame is larger than its limit"
TOGETHER = "a frame is much larger than those of its functions together"
"""Signs."""

SPILLS = 512
"""Bytes that a merged function may keep on the stack besides, of values that found a register in its functions."""


CALLS = {"bl", "blx", "blr", "call", "callq", "jal", "jalr"}
"""Instructions that call, on each target."""


@dataclass(frozen=True)
class Frame:
    """Bytes of a function's frame, whether calls may lead back to it, and how large it may be at most, if it says so."""

    size: int
    recursion: str
    limit: int | None


def file_of(module):
    """Where its frames are written."""
    return module.with_suffix(".frames")


def of_code(module):
    """Whom to tell, when code is generated, that frames are wanted, too: on x86 they are those of other code, without pushes."""
    return [] if machine.native() else [file_of(module)]


def of_module(module):
    """Frames by name, or `None` where LLVM generates no code."""
    target = file_of(module)
    if not target.exists() and not worker.frames(module, target).good:
        return None
    return dict(_frame(line.split("\t")) for line in target.read_text().splitlines())


def calls_of(module):
    """Tells of functions of the module whether their code calls; what jumps has no frame by then, even if it had one."""

    def calls(name):
        alone = module.with_suffix(".alone.bc")
        tools.check([tools.llvm("llvm-extract"), f"--func={name}", module, "-o", alone])
        text = tools.check([tools.llvm("llc"), "-O2", alone, "-o", "-"]).stdout.decode()
        return any(CALLS.intersection(line.split()[:1]) for line in text.splitlines())

    return calls


def below():
    """Bytes of a frame that LLVM does not count."""
    return RETURN_ADDRESS if machine.chosen == NATIVE else 0


def _frame(fields):
    name, size, recursion, limit = fields
    return name, Frame(int(size) + below(), recursion, int(limit) + below() if limit else None)


def fault(before, after, report, tally, calls):
    """What is wrong with the frames after a merge, as a kind and a sign; `calls` is `calls_of` the merged module."""
    merges = Merges(report)
    taken = {part for merged, parts in merges.parts.items() for part in parts if part != merged}
    # What calls a merged function may have to pass it more.
    signs = {DOUBLE for name, frame in before.items() if frame.recursion != "none" and name in after and after[name].size > _most(frame)}
    for merged in [name for name in merges.parts if name not in taken and name in after]:
        originals = {name: before[name] for name in merges.behind(merged) if name in before}
        if originals:
            _count(merged, originals, after, tally)
            if after[merged].size > 2 * sum(frame.size for frame in originals.values()) + SPILLS:
                signs.add(TOGETHER)
        signs |= {DOUBLE for name, frame in originals.items() if frame.recursion != "none" and _deepens(name, frame, merged, after, calls)}
    return _warned(before, after) or (("frame", signs.pop()) if signs else None)


def _most(frame):
    """What a frame may become: twice what it was."""
    return 2 * frame.size


def _deepens(name, frame, merged, after, calls):
    """Whether a call of an original takes more than it may in the merged program."""
    thunk = after[name].size if name != merged and name in after else 0
    if after[merged].size > _most(frame):
        return True
    return thunk > below() and after[merged].size + thunk > _most(frame) and calls(name)


def _count(merged, originals, after, tally):
    largest = max(frame.size for frame in originals.values())
    tally.note("merged frames", 1)
    tally.note("merged frames that have hardly grown", after[merged].size <= FACTOR * largest + SLACK)


def _warned(before, after):
    """A function that is larger than its limit, where none was."""
    exceed = [any(frame.limit is not None and frame.size > frame.limit for frame in frames.values()) for frames in (before, after)]
    return ("frame", WARNED) if exceed == [False, True] else None
