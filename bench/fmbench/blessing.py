"""What programs must print: what plain builds of them print, without LTO and without merging.

Consumes workloads. Produces the files of `bench/expected`, or says how they differ from what plain builds print.
C programs are built by two compilers, which must agree; others by one.
"""

from fmbench import build, program, session
from fmtools import tools


def write(one):
    """Writes the expected output of a program; what to say about it."""
    printed = plain(one)
    one.expected_path.parent.mkdir(exist_ok=True)
    one.expected_path.write_bytes(printed)
    return f"{len(printed)} bytes expected"


def difference(one):
    """Where the expected output is not what plain builds print; None if it is."""
    printed, expected = plain(one), session.expected(one)
    return None if printed == expected else f"a plain build prints something else: {program.difference(expected, printed)}"


def plain(one):
    """What plain builds print."""
    outputs = [program.execute(one, path) for path in references(one)]
    if any(output != outputs[0] for output in outputs):
        raise tools.Problem(f"{one.name}: plain builds disagree: {program.difference(*outputs)}")
    return outputs[0]


def references(one):
    """The plain builds."""
    return [build.reference(one), build.reference(one, gcc=True)] if one.build.language == "c" else [build.reference(one)]
