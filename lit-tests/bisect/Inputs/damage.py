"""Plants a wrong merge: swaps the operands of one instruction of a merged function, where the module has it.

Usage: damage.py MODULE FUNCTION; the module is text, and is changed in its place. When the function was merged again, what
became of it has a longer name, and gets the fault.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path += [str(ROOT / "bench"), str(ROOT / "tools")]

from fmbench import planting

module, function = sys.argv[1:]
text = Path(module).read_text()
merged = re.findall(rf"^define .*@({re.escape(function)}(?:\.fmerge)*)\(", text, re.MULTILINE)
Path(module).write_text(planting.swapped(text, set(merged))[0])
