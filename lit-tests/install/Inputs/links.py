"""Fails if a page below a folder links to a file that is not there."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
pages = sorted(root.rglob("*.md"))
links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#\s]+)", page.read_text())]
dead = [f"{page} links to {link}" for page, link in links if "://" not in link and not (page.parent / link).exists()]
sys.exit("\n".join(dead) or (not links and "no links were found"))
