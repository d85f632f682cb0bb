"""Places by letter: N, E, S and W, as they lie round the table seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_net.rules.cards import Place, Team
from belote_net.rules.choices import Direction
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for

_ORDER: Final = {Direction.COUNTER_CLOCKWISE: "NWSE", Direction.CLOCKWISE: "NESW"}
_TEAM_ORDER: Final = "NSEW"


@dataclass(frozen=True, slots=True)
class Compass:
    """The letters of a table.

    Attributes:
        letters: by place, in turn order; the first place is north.
        teams: by team, such as `NS`.
    """

    letters: tuple[str, ...]
    teams: tuple[str, ...]

    @staticmethod
    def of(options: Options) -> Compass:
        """Return the letters of a table with these rules: `direction` says how the turn goes."""
        letters = tuple(_ORDER[options.direction])
        teams = tuple(
            "".join(sorted((letters[place] for place in places), key=_TEAM_ORDER.index))
            for places in variant_for(options).teams
        )
        return Compass(letters, teams)

    def letter(self, place: Place) -> str:
        """Return the letter of a place."""
        return self.letters[place]

    def place(self, letter: str) -> Place | None:
        """Return the place with this letter, if there is one."""
        return Place(self.letters.index(letter)) if letter in self.letters else None

    def team(self, team: Team) -> str:
        """Return the letters of a team."""
        return self.teams[team]
