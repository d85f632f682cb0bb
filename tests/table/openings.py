"""First entries, honest or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from belote_net.table.messages import Member, Opening
from belote_net.table.opening import OPENING_CONTEXT
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats, short_game

GAME = FourSeats(options=short_game(), seed="openings")
BODY = GAME.opening_body()

Members = tuple[Member, ...]


def seal(body: Opening, *, signer: int = 0, seq: int = 0) -> SignedEntry:
    """A first entry."""
    return SignedEntry.seal(replace(OPENING_CONTEXT, seq=seq), body, GAME.identities[signer])


def with_opening(*, signer: int = 0, seq: int = 0, **changes: object) -> Callable[[], Table]:
    """Open a game by a first entry with some of its fields changed."""
    return lambda: Table(seal(structs.replace(BODY, **changes), signer=signer, seq=seq))


def with_members(change: Callable[[Members], Members]) -> Callable[[], Table]:
    """Open a game with other members."""
    return lambda: Table(seal(structs.replace(BODY, members=change(BODY.members))))


def member(seat: int, **changes: object) -> Callable[[Members], Members]:
    """Change one member."""

    def change(members: Members) -> Members:
        changed = structs.replace(members[seat], **changes)
        return (*members[:seat], changed, *members[seat + 1 :])

    return change


def with_member(seat: int, **changes: object) -> Callable[[], Table]:
    """Open a game with one member changed."""
    return with_members(member(seat, **changes))
