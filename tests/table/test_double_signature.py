"""Evidence without a history: what it proves, and all that proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.table.double_signature import double_signature
from belote_net.table.messages import Agree, Call, Cut, Reseat
from belote_net.table.opening import UnknownVersion
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import InvalidProof
from tests.four_seats import FourSeats
from tests.table.leaving import leave, member_for, newcomer, sit_down, taking_game
from tests.table.stage import resealed

Log = tuple[SignedEntry, ...]

pytestmark = pytest.mark.usefixtures("toy")


def two_cuts(game: FourSeats) -> tuple[EntryContext, SignedEntry, SignedEntry]:
    """Two entries of who cuts, and where they stand."""
    duty = game.play_until(Cut.kind)
    one, other = (
        SignedEntry.seal(duty.context, Cut(lifted), game.identities[duty.seat])
        for lifted in (10, 11)
    )
    return duty.context, one, other


def test_who_signed_both_is_named() -> None:
    game = taking_game()
    context, one, other = two_cuts(game)
    for pair in ((one, other), (other, one)):
        proof = double_signature((game.opening, *pair))
        assert (proof.game, proof.seat) == (game.table.game, context.seat)
        assert proof.member == game.table.members[context.seat]
        assert (proof.one, proof.other) == pair


def test_who_sat_down_later_is_named_by_the_entry_that_seated_him() -> None:
    game = taking_game(deals=3)
    game.play_until(Call.kind)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    reseat = next(one for one in game.table.log if one.entry.kind == Reseat.kind)
    context = EntryContext(game.table.game, "deck/9", 3, b"p" * 32, seat, Cut.kind)
    pair = [SignedEntry.seal(context, Cut(one), game.identities[seat]) for one in (9, 10)]
    assert double_signature((game.opening, reseat, *pair)).member.name == "Odile"
    with pytest.raises(InvalidProof, match="signed by one player"):
        double_signature((game.opening, *pair))


def forged(log: Log, game: FourSeats) -> Log:
    """The second one signed by another."""
    first, one, other = log
    key = game.identities[(one.entry.seat + 1) % 4]
    return first, one, SignedEntry.seal(other.entry.context, Cut(11), key)


def elsewhere(log: Log, game: FourSeats, /, **changes: object) -> Log:
    """The second one at another place, signed by its author."""
    first, one, other = log
    return first, one, resealed(structs.replace(other.entry, **changes), game)


def of_another_seat(log: Log, game: FourSeats) -> Log:
    """Signed by him, in the name of another."""
    first, *two = log
    key = game.identities[two[0].entry.seat]
    seat = Seat((two[0].entry.seat + 1) % 4)
    return (
        first,
        *(
            SignedEntry.seal(replace(one.entry.context, seat=seat), Cut(lifted), key)
            for lifted, one in enumerate(two, start=10)
        ),
    )


def with_bad_reseat(log: Log, game: FourSeats) -> Log:
    """Somebody sits down by an entry that cannot be read."""
    first, one, other = log
    context = replace(one.entry.context, chain="table", kind=Reseat.kind)
    return first, SignedEntry.seal(context, Agree(), game.identities[0]), one, other


ROWS: dict[str, tuple[str, Callable[[Log, FourSeats], Log]]] = {
    "one entry": ("a first entry and two", lambda log, game: log[:2]),
    "nothing": ("a first entry and two", lambda log, game: ()),
    "one twice": ("got one twice", lambda log, game: (*log[:2], log[1])),
    "no first entry": ("the first entry of a game", lambda log, game: (log[1], *log[1:])),
    "a first entry changed": (
        "the first entry of a game",
        lambda log, game: (replace(log[0], signature=bytes(64)), *log[1:]),
    ),
    "forged": ("signed by one player", forged),
    "forged in the other order": (
        "signed by one player",
        lambda log, game: (log[0], *forged(log, game)[:0:-1]),
    ),
    "in two places": ("got them in two", lambda log, game: elsewhere(log, game, prev=b"p" * 32)),
    "on two chains": ("got them in two", lambda log, game: elsewhere(log, game, chain="deck/1")),
    "in two games": ("of this game", lambda log, game: elsewhere(log, game, game=b"g" * 32)),
    "by two seats": (
        "signed by one player",
        lambda log, game: elsewhere(log, game, seat=(log[2].entry.seat + 1) % 4),
    ),
    "in the name of another": ("signed by one player", of_another_seat),
    "a seat that there is not": (
        "signed by one player",
        lambda log, game: (
            log[0],
            *(
                SignedEntry.seal(
                    replace(one.entry.context, seat=Seat(7)), Cut(9), game.identities[0]
                )
                for one in log[1:]
            ),
        ),
    ),
    "an unreadable newcomer": ("somebody sat down", with_bad_reseat),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_proves_nothing(name: str) -> None:
    reason, change = ROWS[name]
    game = taking_game()
    _, one, other = two_cuts(game)
    with pytest.raises(InvalidProof, match=reason):
        double_signature(change((game.opening, one, other), game))


def test_two_first_entries_prove_nothing() -> None:
    """A host signs one for every game."""
    one, other = (FourSeats(seed="host", room=room).opening for room in (b"o" * 16, b"p" * 16))
    with pytest.raises(InvalidProof, match="of this game"):
        double_signature((one, one, other))


def test_another_version_is_said_to_be_one() -> None:
    game = taking_game()
    _, one, other = two_cuts(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belote_net.table.opening.RULES_VERSION", 99)
        with pytest.raises(UnknownVersion):
            double_signature((game.opening, one, other))


def test_a_newcomer_of_another_game_is_nobody() -> None:
    game, elsewhere_game = taking_game(deals=3), taking_game(seed=2)
    elsewhere_game.play_until(Call.kind)
    seat = leave(elsewhere_game)
    newcomer(elsewhere_game, seat, "Odile")
    member = member_for(elsewhere_game, seat)
    context = EntryContext(b"g" * 32, "table", 30, b"p" * 32, seat, Reseat.kind)
    reseat = SignedEntry.seal(context, Reseat(member), elsewhere_game.identities[0])
    at = EntryContext(game.table.game, "table", 40, b"p" * 32, seat, Cut.kind)
    pair = [SignedEntry.seal(at, Cut(one), elsewhere_game.identities[seat]) for one in (9, 10)]
    with pytest.raises(InvalidProof, match="signed by one player"):
        double_signature((game.opening, reseat, *pair))
