"""Who is who at the table, for one reader."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_cli.pen import Pen
from belote_net.rules.cards import Place, Team
from belote_net.rules.variant import Variant
from belote_net.table.deal import Deal
from belote_net.table.state import Game
from belote_net.table.view import TableView


@dataclass(frozen=True, slots=True)
class Scene:
    """The names that a reader knows the players and sides by.

    Attributes:
        names: by place; empty until the places are drawn.
        members: by signing seat; empty where only a view is known.
        me: the reader's place; None for who only watches or reads a log.
    """

    names: tuple[str, ...]
    members: tuple[str, ...]
    me: Place | None
    variant: Variant

    @staticmethod
    def of_game(game: Game, me: Place | None = None) -> Scene:
        """The scene of a table, as far as it is set."""
        members = tuple(member.name for member in game.members)
        names: tuple[str, ...] = ()
        if game.seating is not None:
            names = tuple(members[seat] for seat in game.seating.by_place)
        return Scene(names, members, me, game.variant)

    @staticmethod
    def of_view(view: TableView) -> Scene:
        """The scene that a view shows."""
        return Scene(tuple(player.name for player in view.players), (), view.place, view.variant)

    def of_deal(self, deal: Deal) -> Scene:
        """The scene when a deal was played: somebody may have taken a seat since."""
        return replace(self, names=deal.names or self.names)

    def name(self, place: Place) -> str:
        """The player at `place`."""
        return self.names[place]

    def is_me(self, seat: int) -> bool:
        """Whether a signing seat is the reader's: no two at a table have one name."""
        return self.me is not None and self.members[seat] == self.names[self.me]

    def team(self, team: int, pen: Pen) -> str:
        """A side as the reader calls it: us, them, or both names."""
        if self.me is not None:
            mine = self.variant.team_of(self.me)
            return pen.text("us") if team == mine else pen.text("them")
        places = self.variant.teams[team]
        return pen.text("{one} and {other}", one=self.name(places[0]), other=self.name(places[-1]))

    def teams(self) -> tuple[Team, ...]:
        """All sides, the reader's first."""
        teams = tuple(Team(index) for index in range(len(self.variant.teams)))
        if self.me is None:
            return teams
        mine = self.variant.team_of(self.me)
        return (mine, *(team for team in teams if team != mine))
