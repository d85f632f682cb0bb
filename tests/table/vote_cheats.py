"""Cheats with votes: going on without a seat that is there, as it must not be done.

`VOTES`, `OBJECTIONS` and `PLACES` are tried while a card is due, `DECKS` while a deal waits for its
deck, `REVEALS` when it does not wait any more, and `NOBODY` where nobody can be absent. Whoever
tells a wrong absence is at fault himself: its votes are there for all to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from msgspec import structs

from belote_net.table.absence import next_seat
from belote_net.table.decisions import Duty
from belote_net.table.messages import Absence, Distribution, EntryCopy, Play
from belote_protocol.ballot import NO_ENTRY, Ballot, SignedBallot, SilentPlace, Stance, Vote
from belote_protocol.deck_state import Reveal, completing_seq, deck_chain
from belote_protocol.entry import Seat, SignedEntry
from tests.table.stage import Blame, Cheat, Stage, resealed

Forge = Callable[[Stage], SignedEntry | None]
Change = Callable[[Stage], object]


def place_of(stage: Stage) -> SilentPlace:
    """Where the game waits."""
    return SilentPlace.of(stage.context)


def ballot_of(stage: Stage, voter: int, refused: SignedEntry | None = None) -> Ballot:
    """An honest ballot about that place."""
    game, place = stage.table.game, place_of(stage)
    if refused is None:
        return Ballot(game, place, voter, Stance.ABSENT, NO_ENTRY, "")
    return Ballot(game, place, voter, Stance.REFUSED, refused.head, "it is wrong")


def vote(
    stage: Stage, ballot: Ballot, *, signer: int | None = None, says: Ballot | None = None
) -> Vote:
    """`ballot` in a certificate: perhaps signed by another, or with the signature of `says`."""
    identity = stage.game.identities[ballot.voter if signer is None else signer]
    signature = SignedBallot.seal(says or ballot, identity).signature
    return Vote(ballot.stance, ballot.entry, ballot.reason, signature)


def votes_of(stage: Stage, refused: SignedEntry | None = None) -> list[Vote]:
    """Honest votes of all the others."""
    return [vote(stage, ballot_of(stage, voter, refused)) for voter in stage.others()]


def tell(
    stage: Stage,
    votes: Iterable[Vote],
    refused: Sequence[SignedEntry] = (),
    *,
    place: SilentPlace | None = None,
    speaker: int | None = None,
) -> SignedEntry:
    """An absence where one would stand about the seat that is due, even if none may come."""
    honest = stage.table.absence_context(place_of(stage))
    next_one = next_seat(stage.state, stage.seat)
    context = honest or replace(stage.context, seat=next_one, kind=Absence.kind)
    copies = tuple(EntryCopy(one.raw, one.signature) for one in refused)
    body = Absence(place or place_of(stage), tuple(votes), copies)
    return stage.seal(body, context=context, seat=context.seat if speaker is None else speaker)


def wrong_entry(stage: Stage, body: bytes = b"wrong", **changes: object) -> SignedEntry:
    """What the seat that is due could say, and everybody would refuse."""
    return resealed(structs.replace(stage.honest.entry, body=body, **changes), stage.game)


# The votes.


def a_vote_missing(stage: Stage) -> SignedEntry:
    return tell(stage, votes_of(stage)[:-1])


def a_vote_twice(stage: Stage) -> SignedEntry:
    first, second, _ = votes_of(stage)
    return tell(stage, [first, second, second])


def a_vote_too_many(stage: Stage) -> SignedEntry:
    votes = votes_of(stage)
    return tell(stage, [*votes, votes[-1]])


def signed_by_one_for_all(stage: Stage) -> SignedEntry:
    speaker = tell(stage, []).entry.seat
    ballots = [ballot_of(stage, voter) for voter in stage.others()]
    return tell(stage, [vote(stage, ballot, signer=speaker) for ballot in ballots])


def _last_vote(change: Callable[[Stage, Ballot], Ballot]) -> Forge:
    """The last vote is well signed, and another."""

    def forge(stage: Stage) -> SignedEntry:
        *votes, _ = votes_of(stage)
        return tell(stage, [*votes, vote(stage, change(stage, _last_ballot(stage)))])

    return forge


def _signed_elsewhere(**changes: Change) -> Forge:
    """The last vote was signed about something else."""

    def forge(stage: Stage) -> SignedEntry:
        *votes, _ = votes_of(stage)
        ballot = _last_ballot(stage)
        made = {name: change(stage) for name, change in changes.items()}
        game = made.pop("game", ballot.game)
        place = structs.replace(ballot.place, **made)
        says = structs.replace(ballot, game=game, place=place)
        return tell(stage, [*votes, vote(stage, ballot, says=says)])

    return forge


def _last_ballot(stage: Stage) -> Ballot:
    return ballot_of(stage, stage.others()[-1])


_ELSEWHERE: dict[str, Change] = {
    "game": lambda _: bytes(32),
    "chain": lambda stage: deck_chain(stage.state.decks_burnt + 1),
    "seq": lambda stage: stage.context.seq + 1,
    "prev": lambda stage: stage.honest.head,
}
"""What a place or an entry can say of another one."""

_UNSIGNED = "the signature does not verify"

VOTES = tuple(
    Cheat(name, Play.kind, forge, reason=reason)
    for name, forge, reason in (
        ("a vote missing", a_vote_missing, "3 votes expected, got 2"),
        ("a vote twice", a_vote_twice, _UNSIGNED),
        ("a vote too many", a_vote_too_many, "3 votes expected, got 4"),
        ("one signs for all", signed_by_one_for_all, _UNSIGNED),
        *(
            (f"vote in another {name}", _signed_elsewhere(**{name: change}), _UNSIGNED)
            for name, change in _ELSEWHERE.items()
        ),
        ("vote about another", _signed_elsewhere(seat=lambda stage: stage.others()[0]), _UNSIGNED),
        (
            "vote for one who has seen it",
            _last_vote(
                lambda stage, ballot: structs.replace(
                    ballot, stance=Stance.SEEN, entry=stage.honest.head
                )
            ),
            "against the silent seat expected",
        ),
        (
            "absent, with an entry",
            _last_vote(lambda stage, ballot: structs.replace(ballot, entry=stage.honest.head)),
            "an entry that fits 'absent' expected",
        ),
        (
            "absent, with a reason",
            _last_vote(lambda _, ballot: structs.replace(ballot, reason="asleep")),
            "a reason is given for an objection only",
        ),
        (
            "refused, without an entry",
            _last_vote(lambda _, ballot: structs.replace(ballot, stance=Stance.REFUSED)),
            "an entry that fits 'refused' expected",
        ),
    )
)

# What is objected to.


def right_entry_refused(stage: Stage) -> SignedEntry:
    return tell(stage, votes_of(stage, stage.honest), [stage.honest])


def nothing_objected_to(stage: Stage) -> SignedEntry:
    return tell(stage, votes_of(stage), [wrong_entry(stage)])


def _shown(choose: Callable[[Stage], Sequence[SignedEntry]]) -> Forge:
    """All object to a wrong entry, and these are shown."""
    return lambda stage: tell(stage, votes_of(stage, wrong_entry(stage)), choose(stage))


def _said_elsewhere(**changes: Change) -> Forge:
    """All object to an entry that is wrong indeed, but was said somewhere else."""

    def forge(stage: Stage) -> SignedEntry:
        made = {name: change(stage) for name, change in changes.items()}
        shown = wrong_entry(stage, b"wrong", **made)
        return tell(stage, votes_of(stage, shown), [shown])

    return forge


def signed_by_somebody_else(stage: Stage) -> list[SignedEntry]:
    other = wrong_entry(stage, seat=stage.others()[0])
    return [replace(wrong_entry(stage), signature=other.signature)]


def wrong_entries(stage: Stage, count: int) -> list[SignedEntry]:
    """So many different ones, in ascending order of their hashes."""
    entries = [wrong_entry(stage, b"wrong" * times) for times in range(1, count + 1)]
    return sorted(entries, key=lambda signed: signed.head)


_IN_PLACE = "an entry of the silent seat in its place expected"
_DIFFERENT = "two different entries in one place expected, in order"
_OTHERS = "the entries that the votes object to expected"

OBJECTIONS = tuple(
    Cheat(name, Play.kind, forge, reason=reason)
    for name, forge, reason in (
        ("right entry refused", right_entry_refused, "this one is right"),
        *(
            (f"entry in another {name}", _said_elsewhere(**{name: change}), _IN_PLACE)
            for name, change in _ELSEWHERE.items()
        ),
        ("entry of another", _said_elsewhere(seat=lambda stage: stage.others()[0]), _IN_PLACE),
        ("entry signed by another", _shown(signed_by_somebody_else), "not signed by seat"),
        ("entry twice", _shown(lambda stage: [wrong_entry(stage)] * 2), _DIFFERENT),
        ("entries out of order", _shown(lambda stage: wrong_entries(stage, 2)[::-1]), _DIFFERENT),
        ("three entries", _shown(lambda stage: wrong_entries(stage, 3)), "not a Absence"),
        ("nothing shown", _shown(lambda _: []), _OTHERS),
        ("another entry shown", _shown(lambda stage: [wrong_entry(stage, b"other")]), _OTHERS),
        ("nothing objected to", nothing_objected_to, _OTHERS),
    )
)

# Who tells it, and about what.


def _told_by(offset: int) -> Forge:
    """Told by so many seats after the silent one."""

    def forge(stage: Stage) -> SignedEntry:
        seats = stage.state.seats_from(stage.seat)
        return tell(stage, votes_of(stage), speaker=seats[offset])

    return forge


def _about(**changes: Change) -> Forge:
    """Well voted, about another place."""

    def forge(stage: Stage) -> SignedEntry:
        made = {name: change(stage) for name, change in changes.items()}
        place = structs.replace(place_of(stage), **made)
        ballots = [
            structs.replace(ballot_of(stage, voter), place=place)
            for voter in stage.state.seats
            if voter != place.seat
        ]
        return tell(stage, [vote(stage, ballot) for ballot in ballots], place=place)

    return forge


def _next_deck(stage: Stage) -> SilentPlace:
    context = stage.table.due(deck_chain(stage.state.decks_burnt + 1))
    assert context is not None
    return SilentPlace.of(context)


_WAITS = "the place at which the table waits expected"
_NOT_DUE = "expected, got absence by seat"

PLACES = tuple(
    Cheat(name, Play.kind, forge, reason=reason)
    for name, forge, reason in (
        ("told by the silent seat", _told_by(0), _NOT_DUE),
        ("told by the second after it", _told_by(2), _NOT_DUE),
        ("about another seat", _about(seat=lambda stage: stage.others()[0]), _WAITS),
        ("about another place", _about(seq=lambda stage: stage.context.seq - 1), _WAITS),
        ("about another history", _about(prev=lambda stage: stage.honest.head), _WAITS),
        (
            "about a deck that no deal waits for",
            _about(
                chain=lambda stage: _next_deck(stage).chain,
                seq=lambda stage: _next_deck(stage).seq,
                prev=lambda stage: _next_deck(stage).prev,
                seat=lambda stage: _next_deck(stage).seat,
            ),
            _WAITS,
        ),
    )
)

# About a deck that a deal waits for.


def told_by_the_dealer(stage: Stage) -> SignedEntry:
    return tell(stage, votes_of(stage), speaker=_dealer(stage))


def _dealer(stage: Stage) -> Seat:
    return stage.state.seated.seat_at(stage.deal.dealer)


def told_by_the_silent_one(stage: Stage) -> SignedEntry:
    """Of the two seats that may tell an absence here, the one that this is about."""
    speaker = tell(stage, []).entry.seat
    others = [seat for seat in stage.state.seats_from(_dealer(stage))[1:3] if seat != speaker]
    return tell(stage, votes_of(stage), speaker=others[0])


def right_entry_before(stage: Stage) -> SignedEntry:
    """What another said before on the deck's chain, and everybody has accepted, refused now."""
    before = stage.table.log.entry(stage.context.chain, stage.context.seq - 1)
    assert before is not None
    return right_entry_refused(Stage(stage.game, Duty(before.entry.context), before))


DECKS = tuple(
    Cheat(name, None, forge, blame, reason)
    for name, forge, blame, reason in (
        ("told by the dealer", told_by_the_dealer, Blame.AUTHOR, "an absence told by seat"),
        ("told by the other", told_by_the_silent_one, Blame.AUTHOR, "an absence told by seat"),
        ("right deck entry refused", right_entry_refused, Blame.AUTHOR, "this one is right"),
        ("deck entry refused late", right_entry_before, Blame.AUTHOR, "this one is right"),
        (
            "another seat on the deck's chain",
            _about(seat=lambda stage: stage.others()[0]),
            Blame.AUTHOR,
            "the seat that is due on the chain",
        ),
        (
            "the deck after it",
            _about(chain=lambda stage: deck_chain(stage.state.decks_burnt + 2)),
            Blame.AUTHOR,
            "a place in the preparation of deck",
        ),
        (
            "after the last shuffle",
            _about(seq=lambda _: completing_seq(4) + 2),
            Blame.AUTHOR,
            "a place in the preparation of deck",
        ),
        (
            "ahead of the deck",
            _about(seq=lambda stage: stage.context.seq + 1),
            Blame.HELD,
            "the deck has not come so far here",
        ),
        (
            "another history of the deck",
            _about(prev=lambda stage: stage.honest.head),
            Blame.HELD,
            "the deck's chain is another here",
        ),
    )
)


# Where nobody can be declared absent.


def with_all_votes(stage: Stage) -> SignedEntry:
    """What would be right anywhere else."""
    return tell(stage, votes_of(stage))


def _reveal_due(stage: Stage) -> SilentPlace:
    """The reveal of a deck that is still to be dealt: its chain expects it, but nobody owes it."""
    context = stage.table.due(deck_chain(stage.state.decks_burnt + 1))
    assert context is not None
    assert context.kind == Reveal.kind
    return SilentPlace.of(context)


REVEALS = (
    Cheat(
        "about a reveal",
        Distribution.kind,
        _about(
            chain=lambda stage: _reveal_due(stage).chain,
            seq=lambda stage: _reveal_due(stage).seq,
            prev=lambda stage: _reveal_due(stage).prev,
            seat=lambda stage: _reveal_due(stage).seat,
        ),
        reason="a place in the preparation of deck",
    ),
)
NOBODY = (Cheat("absence of who is not needed", None, with_all_votes, reason=_NOT_DUE),)
