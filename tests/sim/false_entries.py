"""Deviations with entries: wrong ones, two in one place, none at all, too many, too early."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import cast

import trio

from belote_net.node.frames import EntryFrame, Frame
from belote_net.node.session import Session
from belote_net.table.messages import (
    Absence,
    Call,
    Coin,
    Cut,
    Distribution,
    Flip,
    Gather,
    Play,
    Result,
    Share,
)
from belote_net.table.table import Table
from belote_protocol.ballot import AGAINST, Ballot, SignedBallot, SilentPlace, Stance, Vote
from belote_protocol.deck_state import Commit, Key, Reveal, Shuffle
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from tests.four_seats import FourSeats
from tests.node.support import Note
from tests.sim.adversary import Act, Adversary, Deviation, Effect
from tests.table.card_cheats import CARDS
from tests.table.cheats import STEPS
from tests.table.deck_cheats import DECKS
from tests.table.stage import Cheat, Stage

CHEATS = {cheat.name: cheat for cheat in (*STEPS, *DECKS, *CARDS)}


class World:
    """What the catalogue of cheats asks of four seats, with the secrets of one only."""

    def __init__(self, liar: Adversary) -> None:
        player = liar.steward.player
        self.table = liar.table
        self.tables = [self.table]
        self.identities = {liar.index: liar.key}
        self.vaults = {liar.index: player._vault}
        self.players = {liar.index: player}

    def table_of(self, seat: int) -> Table:
        return self.table


def _try(cheat: Cheat, liar: Adversary, honest: SignedEntry) -> SignedEntry | None:
    """The wrong entry, if there is an occasion for it that needs no secret of others."""
    due = next(one for one in liar.table.waiting() if one.context == honest.entry.context)
    with suppress(LookupError):
        return cheat.forge(Stage(cast(FourSeats, World(liar)), due, honest))
    return None


def forging(name: str, kind: str, *, then_honest: bool = False) -> Act:
    """Say something out of the catalogue of cheats where an entry of this kind is due."""

    async def act(liar: Adversary) -> None:
        liar.hold_back(kind)
        while True:
            duty = await liar.duty(kind)
            honest = liar.answer(duty)
            forged = _try(CHEATS[name], liar, honest)
            if forged is not None:
                liar.tell_entry(forged)
                break
            liar.game.replica.offer(honest)
            await liar.wait_for(lambda head=honest.head: head in liar.table.log)  # type: ignore[misc]
        if then_honest:
            liar.speak_again()

    return act


def _forged(
    name: str, kind: str, effect: Effect = Effect.FAULT, *, reason: str | None = None
) -> Deviation:
    """A cheat of the catalogue; `reason` is what links say of it, if they see it first."""
    honest = effect in (Effect.REFUSED, Effect.NOTHING)
    reason = reason or CHEATS[name].reason
    return Deviation(f"{kind}: {name}", effect, forging(name, kind, then_honest=honest), reason)


WRONG = (
    *(_forged(name, Coin.kind) for name in ("copied coin", "wrong kind")),
    *(_forged(name, Flip.kind) for name in ("other flip", "empty body")),
    *(_forged(name, Commit.kind) for name in ("copied commitment", "another type")),
    *(_forged(name, Key.kind) for name in ("key without knowledge", "trailing bytes")),
    *(
        _forged(f"shuffle: {name}", Shuffle.kind)
        for name in ("swap", "duplicate", "disguised_duplicate", "drop", "add", "foreign", "scale")
    ),
    _forged("unshuffled", Shuffle.kind),
    *(_forged(name, Cut.kind) for name in ("cut of 0", "cut of 30", "cut beyond all packs")),
    *(
        _forged(name, Distribution.kind)
        for name in ("wrong digest", "unknown pattern", "higher deck")
    ),
    *(
        _forged(f"shares: {name}", Share.kind)
        for name in ("cancelling_errors", "swapped_shares", "one_wrong", "one_less", "one_more")
    ),
    *(_forged(name, Share.kind) for name in ("own position", "shares of another key")),
    _forged("proven shares: one_wrong", Share.kind),
    *(_forged(name, Call.kind) for name in ("bid of 'h'", "bid of 'NT'", "wrong kind")),
    *(
        _forged(name, Gather.kind)
        for name in ("deck position unshared", "gather: swap", "proven gather: duplicate")
    ),
    *(
        _forged(name, Play.kind)
        for name in (
            *("own card elsewhere", "swapped labels", "card again", "card seen before"),
            *("no proof", "position out of the hand", "card out of the pack"),
            *("altered proof: key_response", "hidden card by name", "own body again"),
        )
    ),
    _forged("unknown head", Distribution.kind, Effect.ABSENT),
    _forged("no such seat", Play.kind, Effect.REFUSED, reason="not signed by seat 5"),
    _forged("after a gap", Play.kind, Effect.NOTHING),
    _forged("own entry again", Play.kind, Effect.NOTHING),
    _forged("deck far ahead", Play.kind, Effect.NOTHING),
    _forged("other seed", Reveal.kind, Effect.OWES),
    _forged("false result", Result.kind, Effect.OWES),
)


# Two entries in one place.


def twice(kind: str, told: int, *, late: bool = False) -> Act:
    """Say one thing to most, and another to `told` seats; or to all, when the first has settled."""

    async def act(liar: Adversary) -> None:
        liar.hold_back(kind)
        one, other = await _two_answers(liar, kind)
        others = [seat for seat in range(4) if seat != liar.index]
        victims = liar.dice.sample(others, told)
        place = one.entry
        if not late:
            liar.tell_entry(other, *victims)
            await trio.sleep(liar.dice.choice((0.0, 0.0, 0.05, 0.3)))
            # The own node may have heard the other one from them by now.
            liar.tell_entry(one, *(others if told == 3 else set(others) - set(victims)))
        liar.game.replica.offer(one)
        liar.speak_again()
        if late:
            settled = place.seq + 8
            await liar.wait_for(lambda: liar.table.log.count(place.chain) > settled)
            liar.tell_entry(other, *victims)

    return act


async def _two_answers(liar: Adversary, kind: str) -> tuple[SignedEntry, SignedEntry]:
    """Two entries that are both right, in one place."""
    while True:
        duty = await liar.duty(kind)
        one = liar.answer(duty)
        for _ in range(8):
            other = liar.answer(duty)
            if other.head != one.head:
                return one, other
        liar.game.replica.offer(one)
        await liar.wait_for(lambda head=one.head: head in liar.table.log)  # type: ignore[misc]


TWICE = (
    *(
        Deviation(f"{kind} twice, told to {told}", Effect.TWICE, twice(kind, told))
        for kind in (Key.kind, Shuffle.kind, Cut.kind, Share.kind, Gather.kind, Play.kind)
        for told in (1, 2)
    ),
    Deviation("bid twice, told to 1", Effect.TWICE, twice(Call.kind, 1)),
    Deviation("share twice, told to all", Effect.TWICE, twice(Share.kind, 3)),
    Deviation("cut twice, once it is settled", Effect.TWICE, twice(Cut.kind, 3, late=True)),
    Deviation("share twice, once it is settled", Effect.TWICE, twice(Share.kind, 2, late=True)),
)


# Entries that are withheld, ahead, or too many.


def silent(*kinds: str) -> Act:
    """Say nothing of these kinds to anybody, until the others go on without this seat."""

    async def act(liar: Adversary) -> None:
        liar.hold_back(*kinds)
        await liar.duty(kinds[0] if kinds else "")
        liar.has_begun = True
        await liar.wait_for(lambda: liar.table.state.absent == liar.index)
        liar.speak_again()

    return act


def withholding(frames: type[Frame], told: int) -> Act:
    """Keep entries from some links; others pass them on."""

    async def act(liar: Adversary) -> None:
        victims = liar.dice.sample([seat for seat in range(4) if seat != liar.index], told)
        liar.has_begun = True
        while not liar.table.is_over:
            for session in liar.sessions(*victims):
                if "_next_frame" not in vars(session):
                    vars(session)["_next_frame"] = _without(session, frames)
            await trio.sleep(0.1)

    return act


def _without(session: Session, withheld: type[Frame]) -> object:
    def next_frame() -> Frame | None:
        while isinstance(frame := Session._next_frame(session), withheld):
            pass
        return frame

    return next_frame


def _ahead(liar: Adversary, honest: SignedEntry) -> Iterator[SignedEntry]:
    for step in range(1, 60):
        context = replace(
            honest.entry.context, seq=honest.entry.seq + step, prev=bytes([step]) * 32, kind="note"
        )
        yield SignedEntry.seal(context, Note("x" * 2000), liar.key)


async def flood_ahead(liar: Adversary) -> None:
    """Many entries for places that nobody has reached; the honest ones come as well."""
    duty = await liar.duty(Play.kind)
    for signed in _ahead(liar, liar.answer(duty)):
        liar.tell_entry(signed)
        await trio.sleep(0.01)


async def flood_of_refused(liar: Adversary) -> None:
    """Many wrong entries in one place."""
    liar.hold_back(Play.kind)
    duty = await liar.duty(Play.kind)
    for number in range(60):
        liar.tell_entry(SignedEntry.seal(duty.context, Note(f"{number}"), liar.key))
        await trio.sleep(0.01)


async def fork_of_nothing(liar: Adversary) -> None:
    """Entries that link to a head which nobody has, in every place that there is."""
    await liar.duty(Play.kind)
    for seq in range(1, liar.table.log.count("table"), 3):
        context = EntryContext(liar.table.game, "table", seq, b"h" * 32, Seat(liar.index), Cut.kind)
        liar.tell_entry(SignedEntry.seal(context, Cut(16), liar.key))
        await trio.sleep(0.01)


WITHHELD = (
    Deviation("silent from a play on", Effect.ABSENT, silent(Play.kind)),
    Deviation("silent from a share on", Effect.ABSENT, silent(Share.kind)),
    Deviation("silent where a deck is shuffled", Effect.ABSENT, silent(Shuffle.kind)),
    Deviation("silent where the cut is due", Effect.ABSENT, silent(Cut.kind)),
    Deviation("nothing for one", Effect.NOTHING, withholding(EntryFrame, 1)),
    Deviation("nothing for two", Effect.NOTHING, withholding(EntryFrame, 2)),
    Deviation("a flood of entries ahead", Effect.NOTHING, flood_ahead),
    Deviation("a flood of wrong entries", Effect.FAULT, flood_of_refused),
    Deviation("entries on heads that nobody has", Effect.NOTHING, fork_of_nothing),
)


# Absences that nobody voted for.


def absence(votes: str) -> Act:
    """Tell that the table goes on without the next seat, with votes that nobody cast."""

    async def act(liar: Adversary) -> None:
        await liar.duty(Play.kind)
        silent_seat = (liar.index - 1) % 4

        def context() -> EntryContext | None:
            stalled = liar.table.stalled_at()
            return stalled if stalled is not None and stalled.seat == silent_seat else None

        await liar.wait_for(lambda: context() is not None)
        stalled = context()
        if stalled is None:
            raise LookupError("the table has gone on")
        place = SilentPlace.of(stalled)
        told = Absence(place, _false_votes(liar, place, votes), ())
        context_of_absence = replace(stalled, seat=Seat(liar.index), kind=Absence.kind)
        liar.tell_entry(SignedEntry.seal(context_of_absence, told, liar.key))

    return act


def _false_votes(liar: Adversary, place: SilentPlace, votes: str) -> tuple[Vote, ...]:
    ballot = Ballot(liar.table.game, place, liar.index, Stance.ABSENT, b"", "")
    own = Vote(Stance.ABSENT, b"", "", SignedBallot.seal(ballot, liar.key).signature)
    if votes == "own":
        return (own,)
    if votes == "seen":
        return (replace_stance(own, Stance.SEEN),) * 3
    return (own, own, own) if votes == "own three times" else ()


def replace_stance(vote: Vote, stance: Stance) -> Vote:
    """The same vote, said to be of another kind."""
    assert stance not in AGAINST
    return Vote(stance, b"e" * 32, vote.reason, vote.signature)


ABSENCES = tuple(
    Deviation(f"an absence with votes: {votes}", Effect.NAMED, absence(votes), "vote")
    for votes in ("none", "own", "own three times", "seen")
)

ENTRIES = (*WRONG, *TWICE, *WITHHELD, *ABSENCES)
