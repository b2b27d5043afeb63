"""Opens a page of `fmerge report --html` in a browser without a window, does there what a user would do, and prints what came of it.

Usage: browse.py BROWSER PAGE. The steps are in browse.js, which a copy of the page runs.
"""

import re
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

SECONDS = 60


def main():
    """The exit status is 1 when the page did not get to the end of the steps."""
    browser, page = sys.argv[1:]
    steps = Path(__file__).with_name("browse.js").read_text()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "page.html"
        copy.write_text(Path(page).read_text().replace("</body>", f"<script>{steps}</script></body>"))
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom", copy.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    told = re.search('<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    if not told:
        sys.exit(f"the page did not tell how it went:\n{done.stdout[-2000:]}\n{done.stderr}")
    print(unescape(told[1]))


main()
