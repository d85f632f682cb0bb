"""All deviations of a node, by name; docs/architecture.md says what they are for."""

from __future__ import annotations

from tests.sim.false_calls import DOORS
from tests.sim.false_entries import ENTRIES
from tests.sim.false_frames import BALLOTS, LINKS, TALK

GAME = (*ENTRIES, *BALLOTS, *TALK)
"""Each takes a game of its own."""

LINK = (*LINKS, *DOORS)
"""They cost a link or a call; many find room in one game."""

CATALOGUE = {deviation.name: deviation for deviation in (*GAME, *LINK)}

COLLUSIONS = (
    ("play twice, told to 1", "two ballots that exclude each other"),
    ("share twice, told to 2", "nothing for one"),
    ("shuffle twice, told to 1", "absent, too soon"),
    ("silent from a play on", "seen, what nobody has said"),
    ("play: no proof", "a flood of ballots"),
    ("an absence with votes: own", "silent from a play on"),
    ("cut twice, told to 2", "nothing for two"),
    ("gather twice, told to 1", "entries that are claimed and never sent"),
)
"""What two seats do together."""
