"""How much stack a program needs: a merged program must do with twice what the plain build needs at least.

Code that is generated at -O0 is not held to it. There a jump to a callee is a call, and every value that is used in
another block has a place of its own in the frame, so the frame of a function that was merged of four may be as large
as the four frames together. (Clang at -O0 marks its functions `optnone`, and those are not merged.)

The need is found by bisection among sizes that grow by the square root of two. What is measured is the stack of
the first thread. Under qemu, which takes its own stack from the same limit, nothing is known of it.

Programs of `deep` measure themselves: they say on standard error what each of their recursions took.
"""

from campaign import machine, sandbox

LADDER = [int(16384 * 2 ** (step / 2)) // 4096 * 4096 for step in range(19)]
"""Bytes: from 16 KB to 8 MB."""


EQUAL = ".equal"
"""How names of recursions through functions end that are equal: nothing but thunks can make these take more, and a thunk that
hands on what lies on the stack takes as much as the function."""

ROOM = 512
"""Bytes that a whole recursion may take besides twice what it takes in the plain build."""


OVERFLOWS = "a recursion overflows"
TWICE = "a recursion takes more than twice"
"""Signs of what is wrong with a program that measures itself."""


def need(executable, expected, **how):
    """The smallest size of the ladder under which a program does what is expected; `None` if the largest is too small."""
    if not machine.native():
        return None
    low, high = 0, len(LADDER)
    while low < high:
        middle = (low + high) // 2
        if sandbox.same(machine.execute(executable, sandbox.PROGRAM_SECONDS, stack=LADDER[middle], **how), expected):
            high = middle
        else:
            low = middle + 1
    return LADDER[low] if low < len(LADDER) else None


def enough(least, level):
    """What must do for a merged program, if the least is known that the plain build needs at a level; `None` if no limit is known."""
    return least and (None if level == "-O0" else 2 * least)


def fault(executable, expected, enough, **how):
    """Runs a merged program on so much stack, if it is said how much: what is wrong with it, as a kind and a sign."""
    done = machine.execute(executable, sandbox.PROGRAM_SECONDS, stack=enough, **how)
    if done.status is None:
        # On a busy machine the time may be up too early.
        done = machine.execute(executable, sandbox.PROGRAM_SECONDS, stack=enough, **how)
    if sandbox.same(done, expected):
        return None
    if enough is not None and sandbox.same(machine.execute(executable, sandbox.PROGRAM_SECONDS, **how), expected):
        return "stack", "needs too much"
    return "output", "differs"


def taken(done):
    """What each recursion of a program that measures itself took, by name."""
    pairs = (line.split() for line in done.said.splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def deep_fault(executable, plain, level, mixed=()):
    """
    Runs a merged program that measures itself: what is wrong with it beside a run of the plain build. Of equal functions, those in
    `mixed` share a body with others too, and may take as much as any.
    """
    done = machine.execute(executable, sandbox.PROGRAM_SECONDS)
    if not sandbox.same(done, plain):
        shallow = machine.execute(executable, sandbox.PROGRAM_SECONDS, 1)
        overflows = done.status is not None and done.status < 0 <= (shallow.status or 0)
        return ("stack", OVERFLOWS) if overflows and level != "-O0" else ("output", "differs")
    is_strict = {name: name.endswith(EQUAL) and name.removesuffix(EQUAL) not in mixed for name in taken(plain)}
    allowed = {name: (1.4 if is_strict[name] else 2) * size + ROOM for name, size in taken(plain).items()}
    more = any(size > allowed[name] for name, size in taken(done).items())
    return ("stack", TWICE) if more and level != "-O0" else None


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
