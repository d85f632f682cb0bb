"""`BallotBox`: the ballots of one game that may still matter, and what follows from them.

Pure and bounded: a seat can fill its own places with ballots, and nobody else's. What binds our own
seat is asked here too: a node keeps its ballots before it sends them, as it does with entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from belote_net.table.messages import MAX_COPY_BYTES, Absence, EntryCopy
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.ballot import (
    AGAINST,
    Ballot,
    SignedBallot,
    SilentPlace,
    Stance,
    Vote,
)
from belote_protocol.deck_state import completing_seq, deck_number
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import InvalidEncoding, InvalidProof
from belote_protocol.identity import PublicIdentity

WINDOW = 8
"""How many places ahead of us a ballot may be about: as far as entries are held."""

_PER_PLACE = 2
"""Ballots of one voter for one place: what it has seen and what it objects to then, or two that
prove each other double."""

_PER_VOTER = 64
"""Ballots of one voter in all, so that none fills our memory with places that there are not. About
a dozen places are open at a time."""

_PER_ENTRY = 2
"""Ballots of one voter that are taken for each entry of the game, beside those: nobody has more to
say about a place, and what is taken is stored, even if it does not matter for long."""


_Voter = tuple[int, PublicIdentity]
"""A seat, and who signed for it."""


class BallotBox:
    """Ballots by place and voter. What counts is what those say who have the seats now."""

    def __init__(self) -> None:
        self._ballots: dict[SilentPlace, dict[_Voter, list[SignedBallot]]] = {}
        self._present: tuple[PublicIdentity, ...] = ()
        self._taken: Counter[PublicIdentity] = Counter()

    def __iter__(self) -> Iterator[SignedBallot]:
        """All ballots, also of those who had a seat before: they may come back to it."""
        for voters in self._ballots.values():
            for ballots in voters.values():
                yield from ballots

    def add(self, table: Table, signed: SignedBallot, *, is_stored: bool = False) -> bool:
        """Keep a ballot that matters; returns whether it was new.

        One that was kept before (`is_stored`) may be about a place from which the game went back,
        however far on that is.

        Raises:
            InvalidEncoding, InvalidProof: no seat of this game said it: who brought it is at fault.
        """
        ballot = signed.ballot
        if ballot.game != table.game:
            raise InvalidEncoding("a ballot of this game expected, got one of another")
        if max(ballot.voter, ballot.place.seat) >= len(table.members):
            raise InvalidProof("a ballot by and about seats of this game expected")
        if _is_past(table, ballot.place) if is_stored else not _matters(table, ballot.place):
            return False
        self._present = table.state.identities
        voter = ballot.voter, self._present[ballot.voter]
        kept = self._ballots.get(ballot.place, {}).get(voter, [])
        if len(kept) >= _PER_PLACE or any(one.ballot == ballot for one in kept):
            return False
        if sum(len(voters.get(voter, ())) for voters in self._ballots.values()) >= _PER_VOTER:
            return False
        identity = self._present[ballot.voter]
        if self._taken[identity] >= _PER_VOTER + _PER_ENTRY * len(table.log):
            return False
        if author_of(table, signed) != identity:
            return False
        self._taken[identity] += 1
        self._ballots.setdefault(ballot.place, {}).setdefault(voter, []).append(signed)
        return True

    def prune(self, table: Table) -> None:
        """Forget what is about places that cannot matter any more.

        What is too far ahead stays: the game went back from there, and may come there again. Who
        forgot how he has voted would vote twice.
        """
        self._present = table.state.identities
        for place in [one for one in self._ballots if _is_past(table, one)]:
            del self._ballots[place]

    def places(self) -> tuple[SilentPlace, ...]:
        """The places about which there are ballots."""
        return tuple(self._ballots)

    def ballots_at(self, place: SilentPlace) -> Mapping[int, Ballot]:
        """By voter, what was said against the seat at `place`."""
        return {
            voter: one.ballot
            for voter in range(len(self._present))
            for one in self._of(voter, place)
            if one.ballot.stance in AGAINST
        }

    def has_spoken(self, voter: Seat, place: SilentPlace, stances: Iterable[Stance]) -> bool:
        """Whether a seat has signed one of these about a place."""
        wanted = tuple(stances)
        return any(one.ballot.stance in wanted for one in self._of(voter, place))

    def has_open_vote(self, table: Table, voter: Seat | None, before: int) -> bool:
        """Whether the game may go back by a vote of `voter` to before a place of its chain.

        He has voted before it against another than who is absent now, and not all others have built
        on what that one said.
        """
        return voter is not None and any(
            place.chain == TABLE_CHAIN
            and place.seq < before
            and place.seat != table.state.absent
            and place.prev in table.log
            and self.has_spoken(voter, place, AGAINST)
            and not is_settled(table, place)
            for place in self._ballots
        )

    def may_build_on(self, voter: Seat | None, signed: SignedEntry) -> bool:
        """Whether `voter` may accept an entry, after what it has signed about its place.

        Who has voted against a seat takes an entry of it there only when another seat has seen it.
        """
        place = SilentPlace.of(signed.entry.context)
        if voter is None or not self.has_spoken(voter, place, AGAINST):
            return True
        return any(
            one.ballot.stance is Stance.SEEN and one.ballot.entry == signed.head
            for other in range(len(self._present))
            if other != voter
            for one in self._of(other, place)
        )

    def certificate(
        self, table: Table, place: SilentPlace, refused: Iterable[SignedEntry]
    ) -> Absence | None:
        """The absence that these ballots prove, once all others have voted; None before.

        Args:
            table: the game.
            place: where the seat is silent.
            refused: what is here of the entries of that seat that were refused there.
        """
        votes: list[Vote] = []
        objected: set[bytes] = set()
        for voter in range(len(table.members)):
            ballots = self._of(voter, place)
            against = next((one for one in ballots if one.ballot.stance in AGAINST), None)
            if voter == place.seat:
                continue
            if against is None:
                return None
            ballot = against.ballot
            votes.append(Vote(ballot.stance, ballot.entry, ballot.reason, against.signature))
            if ballot.stance is Stance.REFUSED:
                objected.add(ballot.entry)
        here = {
            one.head: one
            for one in refused
            if SilentPlace.of(one.entry.context) == place and len(one.raw) <= MAX_COPY_BYTES
        }
        # Two different entries are at fault by themselves, whichever the votes name.
        heads = sorted(here)[:2] if objected and len(here) > 1 else sorted(objected)
        if not here.keys() >= set(heads):
            return None
        copies = tuple(EntryCopy(here[head].raw, here[head].signature) for head in heads)
        return Absence(place, tuple(votes), copies)

    def _of(self, voter: int, place: SilentPlace) -> Sequence[SignedBallot]:
        """What who has a seat now has signed about a place."""
        if voter >= len(self._present):
            return ()
        return self._ballots.get(place, {}).get((voter, self._present[voter]), ())


def is_settled(table: Table, place: SilentPlace) -> bool:
    """Whether all other seats have built on what stands at a place here, so that it stays.

    Who deals a deck, and who goes on after that, builds on all of the deck's chain.
    """
    missing = set(table.state.seats) - {place.seat}
    for signed in _later(table, place):
        missing.discard(Seat(signed.entry.seat))
        if not missing:
            return True
    return False


def _later(table: Table, place: SilentPlace) -> Iterator[SignedEntry]:
    """What has been built on the entry at a place."""
    starts = [(place.chain, place.seq + 1)]
    if place.chain != TABLE_CHAIN and (dealing := table.dealing(place.chain)) is not None:
        starts.append((TABLE_CHAIN, dealing.seq))
    for chain, first in starts:
        seqs = range(first, table.log.count(chain))
        yield from filter(None, (table.log.entry(chain, seq) for seq in seqs))


def _matters(table: Table, place: SilentPlace) -> bool:
    """Whether a vote about a place can still change what happens, here or soon."""
    if place.chain == TABLE_CHAIN:
        is_near = place.seq <= table.log.count(TABLE_CHAIN) + WINDOW
    else:
        # Who is the last to learn that a deck was shuffled twice may have dealt it already.
        number, burnt = deck_number(place.chain), table.state.decks_burnt
        last = completing_seq(len(table.members)) + 1  # or one before, if nobody complains
        is_near = number in (burnt, burnt + 1) and place.seq <= last
    return is_near and not is_settled(table, place)


def _is_past(table: Table, place: SilentPlace) -> bool:
    """Whether the game has gone on from a place for good."""
    number = deck_number(place.chain)
    is_dealt = number is not None and number < table.state.decks_burnt
    return is_dealt or is_settled(table, place)


def author_of(table: Table, signed: SignedBallot) -> PublicIdentity:
    """Who signed a ballot, of those who sit or sat on the seat that it names.

    Raises:
        InvalidEncoding, InvalidProof: nobody did, or it says what no ballot can say.
    """
    for identity in table.signers(Seat(signed.ballot.voter)):
        with suppress(InvalidProof):
            signed.verify(identity)
            return identity
    raise InvalidProof(f"a ballot signed by seat {signed.ballot.voter} expected")
