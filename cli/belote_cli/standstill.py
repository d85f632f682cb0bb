"""What keeps a game from going on, and what the reader may do about it: facts, without words.

Time is kept here and nowhere else: a clock only warns who looks at this screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import trio

from belote_cli.seat_history import who_left
from belote_net.node.frames import Role
from belote_net.node.games import OpenGame
from belote_net.node.node import HostNode, Node
from belote_net.node.votes import Stall
from belote_net.table.claims import FreeSeat, may_fill, must_be_accepted
from belote_net.table.messages import Member, MemberKind
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.state import Game, Phase
from belote_net.table.table import Table
from belote_protocol.ballot import Stance
from belote_protocol.entry import EntryContext, Seat
from belote_protocol.identity import PublicIdentity

LOST_S: Final = 10
"""After so many seconds without a link to who is waited for, the others are told."""


class Cost(Enum):
    """What follows when the table goes on without a seat."""

    FORFEIT = "forfeit"
    """The deal is forfeited by that side."""
    OPEN = "open"
    """The others may open that seat's hand; else the deal is forfeited."""
    ANNUL = "annul"
    """The deal is annulled."""
    DISMISS = "dismiss"
    """Who was to sit down is not taken in."""
    VOID = "void"
    """There is no game."""


class Part(Enum):
    """What the reader has to do with a seat that is silent."""

    ACCUSED = "accused"
    """It is his own."""
    VOTER = "voter"
    """He may vote, and has not."""
    VOTED = "voted"
    """He has voted."""
    ONLOOKER = "onlooker"
    """He has no vote."""


@dataclass(frozen=True, slots=True)
class SilentSeat:
    """A seat that the game waits for.

    Attributes:
        context: what it owes.
        name: who has it.
        waited_s: for how long it has been waited for.
        lost_s: how long there has been no link to it; None while there is one.
        voted: who has signed against it; None stands for the reader.
        others: who has not, of all who have to.
        is_refused: whether it is what it sent that others object to.
        is_late: whether it keeps the others waiting for too long.
        missing: who would have to vote as well, or to tell the absence once all have, and is not
            here: until then nobody is asked to.
    """

    context: EntryContext
    name: str
    part: Part
    cost: Cost
    waited_s: int
    lost_s: int | None
    voted: tuple[str | None, ...]
    others: tuple[str | None, ...]
    is_refused: bool
    is_late: bool
    missing: tuple[str, ...] = ()

    @property
    def may_vote(self) -> bool:
        """Whether the reader may vote, and the vote can end."""
        return self.part is Part.VOTER and not self.missing

    @property
    def is_warned(self) -> bool:
        """Whether the reader ought to be told more than whose turn it is."""
        if not self.others:
            return bool(self.missing)  # else the table goes on in this moment
        return bool(self.voted) or (self.is_late and self.part is not Part.ACCUSED)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who sits down, or wishes to.

    Attributes:
        machine: on whose machine a bot runs; None for a person.
        sees: the seats whose cards that machine holds then.
    """

    identity: PublicIdentity
    name: str
    machine: str | None
    sees: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat that is free.

    Attributes:
        left: who had it.
        filler: who says who may have it.
        is_mine_to_fill: whether that is the reader, or a bot of his.
        is_mine: whether it is the reader's own, who comes back by himself.
        i_wish: whether the reader wishes to have it, and others say whether he may.
        sitters: who wishes for it.
        code: what a stranger types to come in here; None if we let nobody in.
    """

    left: str
    filler: str
    is_mine_to_fill: bool
    is_mine: bool
    i_wish: bool
    sitters: tuple[Sitter, ...]
    code: str | None


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat that somebody is to have, if all agree.

    Attributes:
        left: who had it.
        waits_for: whose word is due; None stands for the reader's machine.
        asks_me: whether the reader has to say that he plays on.
        is_mine: whether it is the reader who is to have it.
    """

    left: str
    sitter: Sitter
    waits_for: str | None
    asks_me: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class GivenSeat:
    """The reader's own seat, which another has now."""

    name: str


Standstill = SilentSeat | EmptySeat | OfferedSeat | GivenSeat


class Lookout:
    """Looks at a node from time to time, and remembers since when something has been so."""

    def __init__(self, node: Node, turn_s: Callable[[], int]) -> None:
        """Looks at `node`; a turn that takes longer than `turn_s` seconds is late, 0: never."""
        self._node = node
        self._turn_s = turn_s
        self._context: EntryContext | None = None
        self._since = 0.0
        self._lost: dict[PublicIdentity, float] = {}

    def look(self) -> Standstill | None:
        """What the game stands still for, or only waits for; None if for nobody."""
        game = self._node.game
        if game is None:
            return None
        self._note_links(game)
        state = game.table.state
        offered = self._offer(game) if state.phase is Phase.FILLING else None
        free = self._node.votes.free_seat
        if free is not None:
            return self._empty(game, free)
        stall = self._node.votes.stall
        silent = self._silent(game, stall) if stall is not None else None
        if offered is not None:
            return silent if silent is not None and silent.is_warned else offered
        return self._given(game) or silent

    def _note_links(self, game: OpenGame) -> None:
        """Since when there has been no link to whom."""
        now, here = trio.current_time(), self._node.here
        missing = [one for one in game.members if one not in here and one != self._node.identity]
        self._lost = {one: self._lost.get(one, now) for one in missing}

    def _silent(self, game: OpenGame, stall: Stall) -> SilentSeat:
        now = trio.current_time()
        if stall.context != self._context:
            self._context, self._since = stall.context, now
        state, seat = game.table.state, stall.context.seat
        lost = self._lost.get(state.members[seat].identity)
        waited_s, lost_s = int(now - self._since), None if lost is None else int(now - lost)
        turn_s = self._turn_s()
        return SilentSeat(
            context=stall.context,
            name=state.members[seat].name,
            part=self._part(game, stall),
            cost=_cost(state, seat),
            waited_s=waited_s,
            lost_s=lost_s,
            voted=tuple(self._name(game, one) for one in state.seats if one in stall.votes),
            others=tuple(
                self._name(game, one)
                for one in state.seats
                if one not in stall.votes and one != seat
            ),
            is_refused=Stance.REFUSED in stall.votes.values(),
            is_late=0 < turn_s <= waited_s or (lost_s is not None and lost_s >= LOST_S),
            missing=tuple(state.members[one].name for one in stall.missing),
        )

    def _part(self, game: OpenGame, stall: Stall) -> Part:
        mine = game.replica.seat
        if mine is None or game.steward is None or self._node.config.role is Role.WATCH:
            return Part.ONLOOKER
        if stall.context.seat == mine:
            return Part.ACCUSED
        return Part.VOTED if mine in stall.votes else Part.VOTER

    def _empty(self, game: OpenGame, free: FreeSeat) -> EmptySeat:
        table, mine, node = game.table, game.replica.seat, self._node
        is_mine = mine == free.seat
        is_asking = is_mine and must_be_accepted(table, table.members[free.seat])
        return EmptySeat(
            left=_left(table, free.seat),
            filler=table.members[free.filler].name,
            is_mine_to_fill=may_fill(table, mine),
            is_mine=is_mine and not is_asking,
            i_wish=is_asking or (mine is None and node.config.role is Role.PLAY),
            sitters=tuple(sitter_of(one, free.seat, table) for one in node.votes.claimants),
            code=typed_to_join(node, node.code) if node.code is not None else None,
        )

    def _offer(self, game: OpenGame) -> OfferedSeat | None:
        table, absent = game.table, game.table.state.absent
        due = table.due(TABLE_CHAIN)
        if absent is None or due is None:
            return None
        return OfferedSeat(
            left=_left(table, absent),
            sitter=sitter_of(table.members[absent], absent, table),
            waits_for=self._name(game, due.seat),
            asks_me=self._node.votes.newcomer is not None,
            is_mine=game.replica.seat == absent,
        )

    def _given(self, game: OpenGame) -> GivenSeat | None:
        steward = game.steward
        if steward is None or game.replica.seat is not None or game.has_ended:
            return None
        return GivenSeat(game.table.members[steward.player.seat].name)

    def _name(self, game: OpenGame, seat: Seat) -> str | None:
        """Who has a seat; None for the reader."""
        return None if seat == game.replica.seat else game.table.members[seat].name


def sitter_of(member: Member, seat: Seat, table: Table) -> Sitter:
    """What the others ought to know of who is to have a seat."""
    if member.kind is not MemberKind.BOT:
        return Sitter(member.identity, member.name, None, ())
    operator = member.operator
    sees = [one for one in table.state.seats if table.members[one].operator == operator]
    machine = table.members[member.operator].name
    return Sitter(member.identity, member.name, machine, tuple(sorted({*sees, seat})))


def typed_to_join(node: Node, code: str) -> str:
    """What a stranger types after `join`: only a host announces where it is."""
    return code if isinstance(node, HostNode) else f"{code} {node.addresses[0]}"


def _left(table: Table, seat: Seat) -> str:
    left = who_left(table)
    return (left or table.members[seat]).name


def _cost(state: Game, seat: Seat) -> Cost:
    if state.seating is None:
        return Cost.VOID
    if state.absent is not None:
        return Cost.DISMISS
    deal = state.current_deal
    if state.phase is Phase.PLAYING and deal.escrows:
        return Cost.OPEN
    return Cost.FORFEIT if deal.has_cards(state.seated.place_of(seat)) else Cost.ANNUL


def is_void(game: OpenGame | None) -> bool:
    """Whether there is no game, because somebody left before the places were drawn."""
    return game is not None and game.table.is_void
