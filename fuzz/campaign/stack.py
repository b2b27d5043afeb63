"""How much stack a program needs: a merged program must do with twice what the plain build needs at least.

Code that is generated at -O0 is not held to it. There a jump to a callee is a call, and every value that is used in
another block has a place of its own in the frame, so the frame of a function that was merged of four may be as large
as the four frames together. (Clang at -O0 marks its functions `optnone`, and those are not merged.)

The need is found by bisection among sizes that grow by the square root of two. What is measured is the stack of
the first thread.
"""

from campaign import sandbox

LADDER = [int(16384 * 2 ** (step / 2)) // 4096 * 4096 for step in range(19)]
"""Bytes: from 16 KB to 8 MB."""


def need(executable, expected, **how):
    """The smallest size of the ladder under which a program does what is expected; `None` if the largest is too small."""
    low, high = 0, len(LADDER)
    while low < high:
        middle = (low + high) // 2
        if sandbox.same(sandbox.run([executable], sandbox.PROGRAM_SECONDS, stack=LADDER[middle], **how), expected):
            high = middle
        else:
            low = middle + 1
    return LADDER[low] if low < len(LADDER) else None


def enough(least, level):
    """What must do for a merged program, if the least is known that the plain build needs at a level; `None` if no limit is known."""
    return least and (None if level == "-O0" else 2 * least)


def fault(executable, expected, enough, **how):
    """Runs a merged program on so much stack, if it is said how much: what is wrong with it, as a kind and a sign."""
    done = sandbox.run([executable], sandbox.PROGRAM_SECONDS, stack=enough, **how)
    if done.status is None:
        # On a busy machine the time may be up too early.
        done = sandbox.run([executable], sandbox.PROGRAM_SECONDS, stack=enough, **how)
    if sandbox.same(done, expected):
        return None
    if enough is not None and sandbox.same(sandbox.run([executable], sandbox.PROGRAM_SECONDS, **how), expected):
        return "stack", "needs too much"
    return "output", "differs"


def commands(plain, merged):
    """Shell commands that say how much stack two programs need, where plain.out holds what the first prints and returns."""
    sizes = " ".join(str(size // 1024) for size in LADDER)
    return [
        f"for program in {plain} {merged}; do",
        f"  for size in {sizes}; do",
        "    (ulimit -s $size; ./$program > stack.out 2> /dev/null; echo $? >> stack.out) 2> /dev/null",
        '    cmp -s stack.out plain.out && echo "$program needs $size KB of stack" && break',
        "  done",
        "done",
    ]
