"""Says of reports whether their builds explored all pairs, some or none.

Usage: known.py REPORT...
"""

import json
import sys

for path in sys.argv[1:]:
    with open(path) as file:
        report = json.load(file)
    attempts, known = report["attempts"], report["known"]
    if not attempts + known:
        sys.exit(f"{path}: nobody asked for a pair")
    print(path, "explored", "none" if not attempts else "some" if known else "all")
