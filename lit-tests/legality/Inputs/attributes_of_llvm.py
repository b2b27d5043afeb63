"""Prints the function attributes of LLVM's headers that the core's table does not list, or lists and LLVM has not.

Arguments: the folder of LLVM's headers, the table's source.
"""

import re
import sys
from pathlib import Path


def main():
    """One line for each difference; the exit status is 1 when there is any."""
    headers, table = map(Path, sys.argv[1:])
    definitions = (headers / "llvm" / "IR" / "Attributes.td").read_text()
    has = re.findall(r'Attr<\s*"([^"]+)",\s*\w+,\s*\[([^\]]*)\]', definitions)
    of_functions = {name for name, positions in has if "FnAttr" in positions}
    source = table.read_text()
    listed = set(re.findall(r'^\s+\("([^"]+)",', source, re.M))
    numbered = source[source.index("const ENUMERATORS") : source.index("const TEXTS")]
    enumerators = set(re.findall(r'^\s+\("([^"]+)",', numbered, re.M))
    wrong = [f"not listed: {name}" for name in sorted(of_functions - listed)]
    wrong += [f"not of LLVM: {name}" for name in sorted(enumerators - of_functions)]
    if len(of_functions) < 50:
        wrong.append(f"only {len(of_functions)} attributes found: has the form of the headers changed?")
    print(*wrong, f"{len(of_functions)} attributes", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
