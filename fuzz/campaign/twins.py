"""Near twins."""

from campaign.program import Discarded


def make(seed, folder):
    raise Discarded("not yet")
