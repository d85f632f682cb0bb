"""Going on without a seat, and filling it again (docs/protocol.md §15).

An entry `absence` takes the place of what a silent seat owes. It carries a vote of every other seat
(`belote_protocol.ballot`), so it needs no clock and no judge; who comes later finds his entry
refused by the votes, and nobody holds it against him.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from belote_net.errors import RuleError
from belote_net.table.events import Cause, SeatFilled, SeatLeft, SeatOffered
from belote_net.table.messages import Absence, Agree, Distribution, Member, Reseat
from belote_net.table.opening import check_members
from belote_net.table.state import Game, Phase
from belote_protocol.ballot import SilentPlace, Stance, verify_certificate
from belote_protocol.codec import decode
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import InvalidProof, RejectedEntry
from belote_protocol.identity import PublicIdentity
from belote_protocol.machine import Expect, judge

DECKS_AHEAD = 2
"""How many decks beyond the last burnt one may have a chain: bounds what peers can make us keep."""


class SilentDecks(Protocol):
    """What is expected on the chain of the deck that a deal waits for."""

    def silent(self, place: SilentPlace) -> Expect[Any, Any]:
        """What the next deck's chain expects at `place`, or did before it went on from there.

        Raises:
            NotYet: the chain has not come so far here.
            InvalidProof: it is no place of that chain, or another seat is due there.
        """

    def verify_end(self, place: SilentPlace) -> None:
        """Check that the seat of `place` killed the next deck, whose chain ends just before it.

        Raises:
            NotYet: that end is not here.
            InvalidProof: it is no end of that chain, or another seat is at fault.
        """


@dataclass(frozen=True, slots=True)
class Missing:
    """What an `absence` brings: the game, in which a seat is free now."""

    game: Game


class SeatGone(Exception):
    """Thrown where the table waited for the seat that is free now. Never leaves the machine."""

    def __init__(self, game: Game) -> None:
        super().__init__("a seat is free")
        self.game = game


def next_seat(game: Game, seat: Seat) -> Seat:
    """Who speaks for the table about `seat`: the next one in signing order."""
    return game.seats_from(seat)[1]


def speaker_about(game: Game, silent: Seat, owed: Seat) -> Seat:
    """Who tells that `silent` is absent where the table waits for `owed`: neither of the two.

    Who is due may have spoken there already. So may a dealer, about a deck that others do not have
    because its last shuffler signed twice: if he had to tell it, he would speak twice himself.
    """
    return next(seat for seat in game.seats_from(owed)[1:] if seat != silent)


def speaker_about_end(game: Game, culprit: Seat, owed: Seat) -> Seat:
    """Who tells that `culprit` killed the deck that is to be dealt: the dealer, if it is not he."""
    return owed if culprit != owed else next_seat(game, owed)


def free_after(entries: Iterable[SignedEntry], seats: int) -> Seat | None:
    """The seat that was free after these entries of the chain `table`, from its first; or none."""
    free: Seat | None = None
    for signed in entries:
        entry = signed.entry
        if entry.kind == Absence.kind:
            free = Seat(decode(Absence, entry.body).place.seat)
        elif free is not None and (entry.kind, entry.seat) == (Agree.kind, (free - 1) % seats):
            free = None
    return free


def stand_ins(
    owed: Expect[Any, Any], game: Game, decks: SilentDecks | None
) -> tuple[Expect[Any, Any], ...]:
    """What may come instead of what `owed` asks for: the absence of its seat.

    Where a deal waits for a deck, so may who keeps the deck waiting, or has killed it. Nobody may
    while a seat is free already, but who was to sit down there; and nobody once the match is
    decided.
    """
    if game.phase in (Phase.SIGNING, Phase.OVER):
        return ()
    if game.absent not in (None, owed.seat):
        return ()
    speakers = game.seats_from(owed.seat)[1:2]
    if owed.body is Distribution:
        speakers = game.seats_from(owed.seat)[:3]
    check = partial(check_absence, owed, replace(game, events=()), decks)
    return tuple(Expect(speaker, Absence, check, game) for speaker in speakers)


def check_absence(
    owed: Expect[Any, Any],
    game: Game,
    decks: SilentDecks | None,
    body: Absence,
    context: EntryContext,
) -> Missing:
    """All other seats have signed that this one does not speak, or said what they refuse."""
    if not body.votes:
        return _check_end(owed, game, decks, body, context)
    place, silent = body.place, Seat(body.place.seat)
    is_here = place == SilentPlace(context.chain, context.seq, context.prev, owed.seat)
    if not is_here and (owed.body is not Distribution or decks is None):
        raise InvalidProof("the place at which the table waits expected, got another")
    speaker = speaker_about(game, silent, owed.seat)
    if context.seat != speaker:
        raise InvalidProof(f"an absence told by seat {speaker} expected, got one by {context.seat}")
    ballots = verify_certificate(game.game, place, body.votes, game.identities)
    objected = {ballot.entry for ballot in ballots if ballot.stance is Stance.REFUSED}
    refused = [SignedEntry.from_wire(one.raw, one.signature) for one in body.refused]
    waited_for = owed if is_here or decks is None else decks.silent(place)
    _check_refused(waited_for, game, place, refused)
    # Two different entries are at fault by themselves, whichever the votes name.
    if bool(objected) != bool(refused) or (len(refused) == 1 and objected != {refused[0].head}):
        raise InvalidProof("the entries that the votes object to expected, got others")
    cause = Cause.FAULT if objected else Cause.ABSENT
    return Missing(replace(game, absent=silent).telling(SeatLeft(silent, cause)))


def _check_end(
    owed: Expect[Any, Any],
    game: Game,
    decks: SilentDecks | None,
    body: Absence,
    context: EntryContext,
) -> Missing:
    """Nobody has to vote about who killed the deck that is to be dealt: its chain proves it."""
    if owed.body is not Distribution or decks is None or body.refused:
        raise InvalidProof("votes against the silent seat expected, got none")
    culprit = Seat(body.place.seat)
    speaker = speaker_about_end(game, culprit, owed.seat)
    if context.seat != speaker:
        raise InvalidProof(f"an absence told by seat {speaker} expected, got one by {context.seat}")
    decks.verify_end(body.place)
    return Missing(replace(game, absent=culprit).telling(SeatLeft(culprit, Cause.FAULT)))


def _check_refused(
    waited_for: Expect[Any, Any],
    game: Game,
    place: SilentPlace,
    refused: Sequence[SignedEntry],
) -> None:
    """Refuse an objection to entries with which nothing is wrong."""
    due = (game.game, place.chain, place.seq, place.prev, place.seat)
    for one in refused:
        entry = one.entry
        if (entry.game, entry.chain, entry.seq, entry.prev, entry.seat) != due:
            raise InvalidProof("an entry of the silent seat in its place expected, got another")
        one.verify_signature(game.identities[place.seat])
    if len(refused) == 2:
        # By one seat in one place: whatever two of them say, they are an equivocation.
        if refused[0].head >= refused[1].head:
            raise InvalidProof("two different entries in one place expected, in order")
    elif refused and not _is_refused(waited_for, refused[0]):
        raise InvalidProof("an entry that is wrong expected, but this one is right")


def _is_refused(waited_for: Expect[Any, Any], signed: SignedEntry) -> bool:
    try:
        judge(waited_for, signed, (RuleError,))
    except RejectedEntry:
        return True
    return False


def members_with(game: Game, member: Member) -> tuple[Member, ...]:
    """The members, once `member` has the free seat: he may, and his nonce is fresh.

    Raises:
        InvalidProof: he may not sit at this table, or not there.
    """
    absent = game.absent_seat
    members = (*game.members[:absent], member, *game.members[absent + 1 :])
    check_members(members, len(members))
    is_return = member.identity == game.members[absent].identity
    if not is_return and any(one.operator == absent for one in _without(game.members, absent)):
        raise InvalidProof("the member whose machine runs other seats expected, got another")
    if member.nonce in {one.nonce for one in (*game.opening.members, *game.members)}:
        raise InvalidProof("a fresh nonce of the new member expected, got one that was used")
    return members


def check_reseat(game: Game, body: Reseat, context: EntryContext) -> Game:
    """Somebody who may sit at this table, with a nonce that was not used in this game."""
    absent, members = game.absent_seat, members_with(game, body.member)
    offered = SeatOffered(absent, body.member.name)
    left = (*game.former.get(absent, ()), game.members[absent].identity)
    former = {**game.former, absent: left}
    return replace(game, members=members, former=former).telling(offered)


def check_last_agree(
    before: tuple[PublicIdentity, ...], game: Game, body: Agree, context: EntryContext
) -> Game:
    """With the last of those who play on with the new member, the seat is filled.

    Decks that were begun with the one who left are never dealt: their numbers are not used again.
    """
    absent = game.absent_seat
    dead = range(game.decks_burnt + 1, game.decks_burnt + 1 + DECKS_AHEAD)
    member = game.members[absent]
    filled = SeatFilled(absent, member.name, member.identity == before[absent])
    return replace(
        game,
        absent=None,
        decks_burnt=game.decks_burnt + DECKS_AHEAD,
        dead_decks=game.dead_decks | frozenset(dead),
        seated_seq=context.seq,
    ).telling(filled)


def _without(members: tuple[Member, ...], seat: Seat) -> tuple[Member, ...]:
    return (*members[:seat], *members[seat + 1 :])
