"""Which of several branches of a game stands, and going over to it (docs/protocol.md §15.4).

A *branch* is what follows one another on the chain `table` from a place on. Which one stands
depends only on what is known of them, and not on what came first: who knows the same ends with the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from belote_net.table.absence import next_seat, speaker_about, speaker_about_end
from belote_net.table.ballots import author_of
from belote_net.table.events import Event
from belote_net.table.messages import Absence, Distribution
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.ballot import AGAINST, Ballot, SignedBallot, SilentPlace
from belote_protocol.codec import decode
from belote_protocol.deck_state import Expose, deck_chain
from belote_protocol.entry import Entry, Seat, SignedEntry
from belote_protocol.errors import InvalidEncoding, InvalidProof, RejectedEntry
from belote_protocol.machine import NotYet

Branch = tuple[SignedEntry, ...]
"""What follows one another on the chain `table`; never empty."""

Step = tuple[SignedEntry, tuple[Event, ...]]
"""An entry that was applied, and what it brought about."""


def is_absence(signed: SignedEntry) -> bool:
    """Whether this entry goes on without a seat."""
    return signed.entry.chain == TABLE_CHAIN and signed.entry.kind == Absence.kind


def branch_of(table: Table, seq: int) -> Branch:
    """What the table has from a place on."""
    seqs = range(seq, table.log.count(TABLE_CHAIN))
    return tuple(filter(None, (table.log.entry(TABLE_CHAIN, one) for one in seqs)))


def standing(table: Table, branches: Sequence[Branch]) -> Branch:
    """The one that stands, of branches from one place; of equal ones the first.

    An absence that is settled; else what others said there, if it is settled, whichever of the
    absences it is held against; else the absence with the smallest head.
    """
    told = [_place_of(branch[0]) for branch in branches if is_absence(branch[0])]

    def rank(branch: Branch) -> tuple[int, bytes]:
        first = branch[0]
        if is_absence(first):
            return 0 if _is_settled(table, branch, _place_of(first)) else 2, first.head
        places = told or [SilentPlace.of(first.entry.context)]
        return 1 if all(_is_settled(table, branch, one) for one in places) else 3, b""

    return min(branches, key=rank)


def is_plausible(table: Table, absence: SignedEntry) -> bool:
    """Whether an absence carries votes of all others about its place, or names who killed a deck.

    Cheap, so that nobody makes us read our log again by what proves nothing, nor by votes that
    were once cast for good reason, in another place or by another speaker.
    """
    entry = absence.entry
    try:
        body = decode(Absence, entry.body)
    except InvalidEncoding:
        return False
    place = body.place
    if not _may_be_told(table, entry, body):
        return False
    if not body.votes:
        last = table.log.entry(place.chain, place.seq - 1)
        return last is not None and (last.head, last.entry.kind) == (place.prev, Expose.kind)
    voters = [seat for seat in table.state.seats if seat != place.seat]
    if len(body.votes) != len(voters):
        return False
    for voter, vote in zip(voters, body.votes, strict=True):
        ballot = Ballot(table.game, place, voter, vote.stance, vote.entry, vote.reason)
        try:
            author_of(table, SignedBallot(ballot, vote.signature))
        except (InvalidEncoding, InvalidProof):
            return False
    return all(vote.stance in AGAINST for vote in body.votes)


def _may_be_told(table: Table, entry: Entry, absence: Absence) -> bool:
    """Whether this absence fits where it stands, and who tells it, as far as our log shows."""
    place, silent = absence.place, Seat(absence.place.seat)
    if place.chain == TABLE_CHAIN:
        is_here = (place.seq, place.prev) == (entry.seq, entry.prev)
        return is_here and entry.seat == next_seat(table.state, silent)
    ours = table.log.entry(TABLE_CHAIN, entry.seq)
    if ours is None or ours.entry.prev != entry.prev or is_absence(ours):
        return True  # what was due there does not show
    if ours.entry.kind != Distribution.kind:
        return False
    speaks = speaker_about if absence.votes else speaker_about_end
    is_told = entry.seat == speaks(table.state, silent, Seat(ours.entry.seat))
    return is_told and place.chain == deck_chain(decode(Distribution, ours.entry.body).deck)


def going_back(
    table: Table, branch: Branch, others: Sequence[Branch] = ()
) -> tuple[Table, tuple[Step, ...]]:
    """The same game with another branch in the place of what it has there, as far as it is right.

    Nothing is trusted: this takes as long as reading the log. What other chains built on what is
    gone, goes too.

    Nor is asked what our own seat has voted about later places of the branch, as it is of an entry
    that comes by itself (`BallotBox.may_build_on`). What stands must follow from what is known, and
    our vote would keep us from where all others are. An honest voter can come to such a place only
    where somebody lied, for it was left after he had voted there. Two things keep his vote from
    doing harm: an absence that it completes may still take the place back, unless all others have
    built on it, in which case the absence stands only if they build on that, too; and who has built
    on what an absence takes back helps to open no hand (`Replica.may_come_back`).

    Args:
        table: the game as it is.
        branch: what `standing` has chosen.
        others: the branches rather than which it stands.

    Raises:
        RejectedEntry: not even the first entry of the branch is right.
        NotYet: it cites what is not here; or what is right of it does not stand.
    """
    first, *rest = branch
    opening, *all_others = table.log
    before = Table(opening)
    for signed in all_others:
        if signed.entry.chain == TABLE_CHAIN and signed.entry.seq >= first.entry.seq:
            continue
        with suppress(NotYet, RejectedEntry):
            before.fold(signed)
    steps = [(first, before.fold(first))]
    with suppress(NotYet, RejectedEntry):
        for signed in rest:
            steps += [(signed, before.fold(signed))]
    right = branch_of(before, first.entry.seq)
    if standing(before, (*others, right)) is not right:
        raise NotYet("what makes this branch stand is not here")
    return before, tuple(steps)


def last_absence(table: Table) -> SignedEntry | None:
    """The last entry with which a game has gone on without a seat, if it ever has."""
    return next(filter(is_absence, reversed(branch_of(table, 1))), None)


def is_open(table: Table) -> bool:
    """Whether the last absence of a game is not settled yet, so that it may be taken back."""
    absence = last_absence(table)
    if absence is None:
        return False
    return not _is_settled(table, branch_of(table, absence.entry.seq), _place_of(absence))


def _place_of(absence: SignedEntry) -> SilentPlace:
    return decode(Absence, absence.entry.body).place


def _is_settled(table: Table, branch: Branch, place: SilentPlace) -> bool:
    """Whether every seat but that of a place has built on what a branch has there.

    Who tells an absence builds on it. Who speaks on the chain of a deck, or deals it, builds on
    all that the chain has.
    """
    built = {signed.entry.seat for signed in branch}
    if place.chain != TABLE_CHAIN and not is_absence(branch[0]):
        seqs = range(place.seq + 1, table.log.count(place.chain))
        later = (table.log.entry(place.chain, seq) for seq in seqs)
        built |= {signed.entry.seat for signed in later if signed is not None}
    return built >= set(table.state.seats) - {place.seat}
