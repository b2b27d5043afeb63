"""What the bench (`bench/fmbench`) and the campaign of random programs (`fuzz/campaign`) share.

`tools` runs other programs under limits and finds LLVM's, `content` names files by what they contain and makes each
once, `reports` reads the files that our passes write, `journal` keeps what was done over a stop, `fetching` gets sources of other
programs, and `plugin` finds what cargo has built.
"""

from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
