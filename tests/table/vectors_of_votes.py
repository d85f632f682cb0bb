"""Vectors of ballots, absences and free seats, for `generate_vectors`.

All of them branch off the game of `game.json`: after its first `after` entries those of `then`
follow, which are right. What must be refused is the `entry` after these.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

from msgspec import structs

from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.decisions import Duty, SeatMember
from belote_net.table.messages import Cut, Play
from belote_protocol.ballot import Ballot, SignedBallot, Stance
from belote_protocol.codec import encode
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.table import seat_cheats, vote_cheats
from tests.table.leaving import leave, member_for, newcomer, sit_down
from tests.table.stage import Blame, Cheat, Stage
from tests.table.vote_cheats import ballot_of, tell, votes_of, wrong_entries, wrong_entry

Vector = dict[str, object]
Named = Iterator[tuple[str, Vector]]

ONE_DEAL = Options(end=End.FIXED_DEALS, target=0, deals=1)
SEED = "vectors/8"


def new_game() -> FourSeats:
    """The players of `game.json`, before their first entry."""
    return FourSeats(options=ONE_DEAL, seed=SEED)


def stage_of(game: FourSeats, duty: Duty | None = None) -> Stage:
    """What is due, or first of all."""
    duty = duty or game.table.waiting()[0]
    return Stage(game, duty, game.answer(duty))


@functools.cache
def at_a_card() -> Stage:
    game = new_game()
    return stage_of(game, game.play_until(Play.kind, count=7))


@functools.cache
def at_the_cut() -> Stage:
    game = new_game()
    return stage_of(game, game.play_until(Cut.kind))


@functools.cache
def at_a_shuffle() -> Stage:
    """The deal waits for the deck, and the deck for the shuffle of seat 2."""
    game = new_game()
    while True:
        duty = game.table.waiting()[0]
        if (duty.kind, duty.seat) == (Shuffle.kind, 2):
            return stage_of(game, duty)
        game.deliver(game.answer(duty))


@functools.cache
def at_a_free_seat() -> tuple[int, Stage]:
    """Who should cut has left; after how many entries, and what the seat says that fills his."""
    game = new_game()
    game.play_until(Cut.kind)
    after = len(game.table.log)
    seat = leave(game)
    duty = game.table.waiting()[0]
    decision = SeatMember(member_for(game, seat))
    return after, Stage(game, duty, game.players[duty.seat].answer(game.table, duty, decision))


@functools.cache
def at_an_agreement() -> tuple[int, Stage]:
    """Another player was asked to sit down there."""
    game = new_game()
    game.play_until(Cut.kind)
    after = len(game.table.log)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    duty = game.table.waiting()[0]
    decision = SeatMember(member_for(game, seat))
    game.deliver(game.players[duty.seat].answer(game.table, duty, decision))
    return after, stage_of(game)


@functools.cache
def at_a_filled_seat() -> tuple[int, Stage]:
    """He has, and all have agreed."""
    game = new_game()
    game.play_until(Cut.kind)
    after = len(game.table.log)
    seat = leave(game)
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    return after, stage_of(game)


def hexed(signed: SignedEntry) -> list[str]:
    return [signed.raw.hex(), signed.signature.hex()]


def ballots() -> Named:
    """One ballot field by field, and what is none."""
    stage = at_a_card()
    voter = stage.others()[0]
    absent, refused = (ballot_of(stage, voter, one) for one in (None, wrong_entry(stage)))
    seen = structs.replace(absent, stance=Stance.SEEN, entry=stage.honest.head)
    elsewhere = structs.replace(absent.place, seq=0)
    itself = structs.replace(absent.place, seat=voter)
    yield "ballot", _ballot(stage, refused)
    cases = [
        *(_case(stage, one.stance.value, "success", one) for one in (absent, refused, seen)),
        *(
            _case(stage, f"signed for another {name}", "proof", absent, says)
            for name, says in {
                "place": structs.replace(absent, place=elsewhere),
                "game": structs.replace(absent, game=bytes(32)),
            }.items()
        ),
        *(
            _case(stage, name, "encoding", ballot)
            for name, ballot in {
                "about the voter": structs.replace(absent, place=itself),
                "absent, with an entry": structs.replace(absent, entry=stage.honest.head),
                "absent, with a reason": structs.replace(absent, reason="asleep"),
                "seen, without an entry": structs.replace(absent, stance=Stance.SEEN),
                "seen, with half a hash": structs.replace(seen, entry=bytes(16)),
            }.items()
        ),
    ]
    yield (
        "ballots",
        {
            "what": "ballots of one voter, right and wrong: encoding and signature of each",
            "identity": bytes(stage.game.identities[voter].public).hex(),
            "cases": cases,
        },
    )


def _case(
    stage: Stage, name: str, expect: str, ballot: Ballot, says: Ballot | None = None
) -> Vector:
    return {
        "what": name,
        "expect": expect,
        "raw": encode(ballot).hex(),
        "signature": _sealed(stage, says or ballot).signature.hex(),
    }


def _sealed(stage: Stage, ballot: Ballot) -> SignedBallot:
    voter = stage.others()[0]
    return SignedBallot.seal(ballot, stage.game.identities[voter])


def _ballot(stage: Stage, ballot: Ballot) -> Vector:
    place = ballot.place
    return {
        "what": "one ballot, field by field, and its signature",
        "expect": "success",
        "game": ballot.game.hex(),
        "place": [place.chain, place.seq, place.prev.hex(), place.seat],
        "voter": ballot.voter,
        "stance": ballot.stance.value,
        "entry": ballot.entry.hex(),
        "reason": ballot.reason,
        "raw": encode(ballot).hex(),
        "identity": bytes(stage.game.identities[ballot.voter].public).hex(),
        "signature": _sealed(stage, ballot).signature.hex(),
    }


def absences() -> Named:
    """Absences that are right, and a seat that is filled again."""
    card, cut, shuffle = at_a_card(), at_the_cut(), at_a_shuffle()
    wrong, wrong_shuffle = wrong_entry(card), wrong_entry(shuffle)
    two = sorted((cut.seal(Cut(lifted)) for lifted in (10, 11)), key=lambda one: one.head)
    three = wrong_entries(card, 3)
    for name, what, stage, told in (
        ("absent", "no entry of the seat is there", card, tell(card, votes_of(card))),
        ("refused", "all object to one", card, tell(card, votes_of(card, wrong), [wrong])),
        (
            "two-entries",
            "it signed two, each of them right",
            cut,
            tell(cut, votes_of(cut, two[0]), two),
        ),
        (
            "two-of-three-entries",
            "it signed three, and two are shown, to neither of which anybody objects",
            card,
            tell(card, votes_of(card, three[2]), three[:2]),
        ),
        ("deck", "the deck waits for it", shuffle, tell(shuffle, votes_of(shuffle))),
        (
            "deck-refused",
            "all object to its shuffle",
            shuffle,
            tell(shuffle, votes_of(shuffle, wrong_shuffle), [wrong_shuffle]),
        ),
    ):
        yield f"absence-{name}", _right(what, len(stage.table.log), [told], absent=stage.seat)
    after, filled = at_a_filled_seat()
    then = _since(after, filled)
    yield "reseat", _right("another player sits down", after, then, absent=None)


def _right(what: str, after: int, then: Sequence[SignedEntry], *, absent: int | None) -> Vector:
    return {
        "what": what,
        "expect": "success",
        "after": after,
        "then": [hexed(signed) for signed in then],
        "absent": absent,
    }


def _since(after: int, stage: Stage) -> list[SignedEntry]:
    return [*stage.table.log][after:]


ENCODING = frozenset(
    ("absent, with an entry", "absent, with a reason", "refused, without an entry", "three entries")
)
SIGNATURE = frozenset(("entry signed by another", "who left agrees", "by who sat there before"))
CHAIN = frozenset(
    (
        *("told by the silent seat", "told by the second after it", "an entry on a dead deck"),
        *("asked by another seat", "asked by who left", "agreed before it is asked"),
        *("another agrees first", "asks himself"),
    )
)


def refusals() -> Named:
    """Every cheat of the catalogues that an entry can be, but those that are held."""
    card, shuffle = at_a_card(), at_a_shuffle()
    stages: tuple[tuple[str, tuple[int, Stage], Sequence[Cheat]], ...] = (
        ("absence", (len(card.table.log), card), vote_cheats.VOTES),
        ("absence", (len(card.table.log), card), vote_cheats.OBJECTIONS),
        ("absence", (len(card.table.log), card), vote_cheats.PLACES),
        ("absence", (len(shuffle.table.log), shuffle), vote_cheats.DECKS),
        ("reseat", at_a_free_seat(), seat_cheats.RESEATS),
        ("reseat", at_an_agreement(), seat_cheats.AGREEMENTS),
        ("reseat", at_a_filled_seat(), seat_cheats.AFTERWARDS),
    )
    for kind, (after, stage), cheats in stages:
        for cheat in cheats:
            if cheat.blame is not Blame.HELD:
                yield _refused(kind, after, stage, cheat)


def _refused(kind: str, after: int, stage: Stage, cheat: Cheat) -> tuple[str, Vector]:
    signed = cheat.forge(stage)
    assert signed is not None
    slug = "".join(letter for letter in cheat.name if letter.isalnum() or letter == " ")
    proven = cheat.blame is Blame.AUTHOR
    return (
        f"refused-{kind}-{slug.replace(' ', '-')}",
        {
            "what": cheat.name,
            "expect": _layer(cheat.name),
            "after": after,
            "then": [hexed(one) for one in _since(after, stage)],
            "culprit": signed.entry.seat if proven else None,
            "entry": hexed(signed),
        },
    )


def _layer(name: str) -> str:
    layers = {"encoding": ENCODING, "signature": SIGNATURE, "chain": CHAIN}
    return next((layer for layer, names in layers.items() if name in names), "proof")


GROUPS: tuple[Callable[[], Named], ...] = (ballots, absences, refusals)
