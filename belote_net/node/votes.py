"""What a person may do about a seat that does not speak, or that is free."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from belote_net.node.duties import Steward
from belote_net.node.errors import LobbyError
from belote_net.node.games import OpenGame
from belote_net.table.claims import FreeSeat, free_seat
from belote_net.table.messages import Member
from belote_protocol.ballot import SilentPlace, Stance
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.identity import PublicIdentity


@dataclass(frozen=True, slots=True)
class Stall:
    """The entry without which a game does not go on.

    Attributes:
        context: where it stands, and who owes it.
        votes: by voter, what was signed against that seat there.
        missing: who is not here and would have to vote as well, or to tell the absence once all
            have: until he is back, a vote cannot end.
    """

    context: EntryContext
    votes: Mapping[Seat, Stance]
    missing: tuple[Seat, ...] = ()


class Votes:
    """Votes and the free seat, in the game that is played; bots of this machine do as we do."""

    def __init__(
        self,
        games: Callable[[], tuple[OpenGame, ...]],
        in_reach: Callable[[], frozenset[PublicIdentity]],
    ) -> None:
        """The votes of one node.

        Args:
            games: gives our own game, if there is one, and then those of our bots.
            in_reach: gives those to whom our words come.
        """
        self._games = games
        self._in_reach = in_reach

    @property
    def stall(self) -> Stall | None:
        """Whom the game waits for, and what others have signed about it; None if for nobody."""
        for game in self._games()[:1]:
            context = game.table.stalled_at()
            if context is not None:
                against = game.replica.box.ballots_at(SilentPlace.of(context))
                votes = {Seat(seat): one.stance for seat, one in against.items()}
                return Stall(context, votes, self._missing(game, context, votes.keys()))
        return None

    def _missing(
        self, game: OpenGame, stalled: EntryContext, voters: Set[Seat]
    ) -> tuple[Seat, ...]:
        """Who is not here and has to act before the table goes on without who owes `stalled`."""
        awaited = set(game.table.state.seats) - {stalled.seat} - voters
        telling = game.table.absence_context(SilentPlace.of(stalled))
        if not awaited and telling is not None:
            awaited = {telling.seat}
        here = self._in_reach()
        return tuple(one for one in sorted(awaited) if game.members[one] not in here)

    @property
    def free_seat(self) -> FreeSeat | None:
        """The seat that is free, if one is."""
        games = self._games()
        return free_seat(games[0].table) if games else None

    @property
    def claimants(self) -> tuple[Member, ...]:
        """Who wishes to have it, in the order in which they came."""
        games = self._games()
        return tuple(one.claim.member for one in games[0].replica.claims) if games else ()

    @property
    def newcomer(self) -> Member | None:
        """The member with whom we are asked to play on; None when nothing is asked."""
        state = self._games()[0].table.state if self._games() else None
        if state is None or state.absent is None:
            return None
        steward = self._games()[0].steward
        asked = steward is not None and steward.must_consent
        return state.members[state.absent] if asked else None

    def vote_absent(self) -> None:
        """Sign that the seat that is waited for does not speak; it cannot be taken back.

        Raises:
            LobbyError: nobody is waited for who can be declared absent, or we have no seat.
        """
        stewards = self._stewards()
        if not stewards:
            raise LobbyError("who only watches has no vote")
        stewards[0].vote_absent()

    def fill_seat(self, identity: PublicIdentity) -> None:
        """Ask this claimant to take the free seat, if it is for us or for a bot of ours to say."""
        for steward in self._stewards():
            steward.seat_claimant(identity)

    def play_on(self) -> None:
        """Agree to play on with the newcomer."""
        for steward in self._stewards()[:1]:
            steward.play_on()

    def _stewards(self) -> tuple[Steward, ...]:
        return tuple(game.steward for game in self._games() if game.steward is not None)
