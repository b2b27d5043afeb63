#!/usr/bin/env python3
"""Whole programs: merge, generate code, link, run, compare, measure. See `bench/run.py --help`."""

import sys

from fmbench.cli import main

sys.exit(main())
