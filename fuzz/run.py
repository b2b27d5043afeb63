#!/usr/bin/env python3
"""Random programs that try to break fmerge. See `fuzz/run.py --help`, and `make campaign`."""

import sys

from campaign.cli import main

sys.exit(main())
