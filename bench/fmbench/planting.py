"""A wrong merge, planted on purpose: proof that the bench would notice one.

Consumes a merged module and the names of its merged bodies. Produces the module with the operands of one
instruction swapped in each body that has one whose operands' order matters. A configuration with `plant`
does this after its passes; `bench/run.py plant` fails when a program then still prints what it must.
"""

import re

from fmtools import tools

OPERAND = r'(%[^\s,()"]+|%"[^"]*"|[-\w.+]+|splat \([^()]*\))'

ORDERED = re.compile(
    r"^(\s+%\S+ = "
    r"(?:(?:sub|shl|lshr|ashr|sdiv|udiv|srem|urem|fsub|fdiv)(?: (?:nuw|nsw|exact|fast|contract|nnan|ninf|nsz|reassoc))*"
    r"|icmp (?:samesign )?[su][lg][te]|fcmp [ou][lg][te])"
    rf" (?:\w+|<[^>]*>) ){OPERAND}, {OPERAND}((?:, !.*)?)$"
)
"""An instruction where it matters which operand comes first."""

FUNCTION = re.compile(r'^define .*?@("[^"]*"|[^\s(]+)\(')


def plant(module, bodies, target):
    """Writes the module with the faults; returns how many there are."""
    text = tools.check([tools.llvm("opt"), "-S", module, "-o", "-"]).stdout.decode()
    wrong, count = swapped(text, set(bodies))
    source = target.with_suffix(".ll")
    source.write_text(wrong)
    tools.check([tools.llvm("llvm-as"), source, "-o", target])
    if not count:
        raise tools.Problem("no merged body has an instruction whose operands could be swapped")
    return count


def swapped(text, bodies):
    """The text with the first such instruction of each body changed, and how many were."""
    lines, here, count = [], None, 0
    for line in text.split("\n"):
        begins = FUNCTION.match(line)
        if begins:
            here = begins[1].strip('"')
        found = ORDERED.match(line) if here in bodies else None
        if found and found[2] != found[3]:
            line, here, count = f"{found[1]}{found[3]}, {found[2]}{found[4]}", None, count + 1
        lines.append(line)
    return "\n".join(lines), count
