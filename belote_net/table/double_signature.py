"""Two entries of one player in one place: a proof that needs nothing of the game but who plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belote_net.table.messages import Member, Reseat
from belote_net.table.opening import TABLE_CHAIN, open_game
from belote_net.table.state import Game
from belote_protocol.codec import decode
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import (
    BadSignature,
    InvalidEncoding,
    InvalidProof,
    RejectedEntry,
)
from belote_protocol.log import is_equivocation

_FEWEST = 3
"""A first entry, and two that exclude each other."""


@dataclass(frozen=True, slots=True)
class DoubleSignature:
    """What is proven: the key of `member` has signed both.

    Attributes:
        seat: on which he sits, as both entries say.
    """

    game: bytes
    seat: Seat
    member: Member
    one: SignedEntry
    other: SignedEntry


def double_signature(entries: Sequence[SignedEntry]) -> DoubleSignature:
    """Who signed the last two of these entries, which exclude each other.

    Args:
        entries: the first entry of a game, those by which members sat down later, and the two. All
            but the two only tell to whom a key belongs: the two name their game themselves.

    Raises:
        InvalidProof: they prove nothing.
        UnknownVersion: another version of the program is needed.
    """
    if len(entries) < _FEWEST:
        raise InvalidProof("a first entry and two others expected")
    first, *later, one, other = entries
    try:
        game = open_game(first)
    except RejectedEntry as cause:
        raise InvalidProof("the first entry of a game expected") from cause
    member = _author(one, other, game, later)
    if one.head == other.head:
        raise InvalidProof("two different entries expected, got one twice")
    if not is_equivocation(one, other):
        raise InvalidProof("two entries in one place expected, got them in two")
    return DoubleSignature(game.game, Seat(one.entry.seat), member, one, other)


def _author(
    one: SignedEntry, other: SignedEntry, game: Game, later: Iterable[SignedEntry]
) -> Member:
    """The member on the seat that both entries name who has signed both."""
    if {one.entry.game, other.entry.game} == {game.game}:
        seats = game.members[one.entry.seat : one.entry.seat + 1]
        for member in (*seats, *_sat_down(game, later)):
            try:
                one.verify_signature(member.identity)
                other.verify_signature(member.identity)
            except BadSignature:
                continue
            return member
    raise InvalidProof("two entries signed by one player of this game expected")


def _sat_down(game: Game, later: Iterable[SignedEntry]) -> list[Member]:
    """Who sat down later, by entries of this game."""
    found = []
    for signed in later:
        entry = signed.entry
        if (entry.game, entry.chain, entry.kind) != (game.game, TABLE_CHAIN, Reseat.kind):
            continue
        try:
            found.append(decode(Reseat, entry.body).member)
        except InvalidEncoding as cause:
            raise InvalidProof("an entry by which somebody sat down expected") from cause
    return found
