"""A catalogue of cheats, one or more for every step of an evening but those of cards.

Those with whole decks are in `deck_cheats`, those with plays in `card_cheats`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs

from belote_net.rules.cards import Suit
from belote_net.table.messages import (
    Agree,
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
from belote_protocol.codec import encode
from belote_protocol.deck_state import Commit, Key, Shuffle, completing_seq, deck_chain, deck_number
from belote_protocol.entry import SignedEntry
from tests.four_seats import FourSeats
from tests.table.stage import Blame, Cheat, Stage, resealed

# In the place of any entry.


def out_of_turn(stage: Stage) -> SignedEntry:
    return resealed(structs.replace(stage.honest.entry, seat=stage.others()[0]), stage.game)


def wrong_kind(stage: Stage) -> SignedEntry:
    return stage.seal(Cut(16) if stage.duty.kind != Cut.kind else Agree())


def signed_by_another(stage: Stage) -> SignedEntry:
    return stage.seal(Agree(), signer=stage.others()[0])


def no_such_seat(stage: Stage) -> SignedEntry:
    return stage.seal(Agree(), seat=5, signer=0)


def after_a_gap(stage: Stage) -> SignedEntry:
    context = replace(
        stage.context, seq=stage.context.seq + 1, prev=stage.honest.head, kind=Agree.kind
    )
    return stage.seal(Agree(), context=context)


def from_another_game(stage: Stage) -> SignedEntry:
    """The same people under the same rules on another evening; what was said there, spliced in."""
    game = stage.game
    other = FourSeats(options=game.options, seed=game.seed, seats=game.seats, room=b"r" * 16)
    return other.answer(other.table.waiting()[0])


def own_entry_again(stage: Stage) -> SignedEntry | None:
    """What this seat said before, as it was."""
    return next((one for one in stage.table.log if one.entry.seat == stage.seat), None)


def _earlier(stage: Stage, kinds: Sequence[str], *, own: bool) -> SignedEntry | None:
    """The last entry of the kind that is due, signed again in this place, if it is one of these."""
    for one in reversed(tuple(stage.table.log)):
        same = one.entry.kind == stage.duty.kind in kinds
        if same and (one.entry.seat == stage.seat) is own:
            return stage.seal_bytes(one.entry.body)
    return None


def own_body_again(stage: Stage) -> SignedEntry | None:
    kinds = (Share.kind, Gather.kind, Play.kind, Key.kind, Shuffle.kind)
    return _earlier(stage, kinds, own=True)


def body_of_another(stage: Stage) -> SignedEntry | None:
    if stage.context.seat == 0 and deck_number(stage.context.chain) is not None:
        return None
    kinds = (Coin.kind, Share.kind, Gather.kind, Play.kind, Commit.kind, Key.kind, Shuffle.kind)
    return _earlier(stage, kinds, own=False)


def _elsewhere(chain: str) -> Callable[[Stage], SignedEntry]:
    return lambda stage: stage.seal(
        Agree(), context=replace(stage.context, chain=chain, kind=Agree.kind)
    )


def trailing_bytes(stage: Stage) -> SignedEntry:
    return stage.seal_bytes(stage.honest.entry.body + b"\x00")


def empty_body(stage: Stage) -> SignedEntry:
    return stage.seal_bytes(b"")


def another_type(stage: Stage) -> SignedEntry:
    return stage.seal_bytes(encode(["no", {"such": b"body"}, 3]))


def spoken_twice(stage: Stage) -> SignedEntry | None:
    """Another entry where this seat spoke before on this chain."""
    for one in tuple(stage.table.log)[1:]:
        if (one.entry.chain, one.entry.seat) == (stage.context.chain, stage.seat):
            return resealed(structs.replace(one.entry, body=b"else"), stage.game)
    return None


ANYWHERE = (
    Cheat("out of turn", None, out_of_turn, reason="expected, got"),
    Cheat("wrong kind", None, wrong_kind, reason="expected, got"),
    Cheat("signed by another", None, signed_by_another, Blame.NOBODY, "not signed by"),
    Cheat("no such seat", None, no_such_seat, Blame.NOBODY, "there is no seat 5"),
    Cheat("after a gap", None, after_a_gap, Blame.NOBODY, "sequence"),
    Cheat("from another game", None, from_another_game, Blame.NOBODY, "game"),
    Cheat("own entry again", None, own_entry_again, Blame.NOBODY),
    Cheat("own body again", None, own_body_again),
    Cheat("body of another", None, body_of_another),
    Cheat("unknown chain", None, _elsewhere("tables"), reason="there is no chain tables"),
    Cheat("deck nought", None, _elsewhere("deck/0"), reason="there is no chain deck/0"),
    Cheat("deck far ahead", None, _elsewhere("deck/99"), Blame.HELD),
    Cheat("trailing bytes", None, trailing_bytes, reason="not a"),
    Cheat("empty body", None, empty_body, reason="not a"),
    Cheat("another type", None, another_type),
    Cheat("spoken twice", None, spoken_twice, Blame.TWICE),
)

# Coins, cut and auction.


def copied_coin(stage: Stage) -> SignedEntry | None:
    return stage.seal(Coin(stage.state.coins[0])) if stage.state.coins else None


def other_flip(stage: Stage) -> SignedEntry:
    return stage.seal(Flip(b"f" * 32))


def flip_of_another(stage: Stage) -> SignedEntry | None:
    return stage.seal(Flip(stage.state.flips[0])) if stage.state.flips else None


def _cut(lifted: int) -> Callable[[Stage], SignedEntry]:
    return lambda stage: stage.seal(Cut(lifted))


def _bid(text: str) -> Callable[[Stage], SignedEntry]:
    return lambda stage: stage.seal(Call(text))


def _turned_suit(stage: Stage) -> Suit:
    if stage.deal.turn_up is None:
        raise LookupError("nothing is turned")
    return stage.deal.turn_up.suit


def other_suit_in_round_one(stage: Stage) -> SignedEntry | None:
    auction = stage.deal.auction
    if auction is None or auction.round != 1:
        return None
    other = next(suit for suit in Suit if suit is not _turned_suit(stage))
    return stage.seal(Call(str(other)))


def turned_suit_in_round_two(stage: Stage) -> SignedEntry | None:
    auction = stage.deal.auction
    if auction is None or auction.round == 1:
        return None
    return stage.seal(Call(str(_turned_suit(stage))))


BEGINNING = (
    Cheat("copied coin", Coin.kind, copied_coin, reason="got a copy"),
    Cheat("other flip", Flip.kind, other_flip, reason="does not match its commitment"),
    Cheat("flip of another", Flip.kind, flip_of_another, reason="does not match its commitment"),
    *(
        Cheat(f"cut of {lifted}", Cut.kind, _cut(lifted), reason="a cut of 3 to 29 cards expected")
        for lifted in (0, 2, 30, 63)
    ),
    Cheat("cut beyond all packs", Cut.kind, _cut(64), reason="not a Cut"),
    Cheat("other suit in round one", Call.kind, other_suit_in_round_one, reason="expected, got"),
    Cheat("turned suit in round two", Call.kind, turned_suit_in_round_two, reason="expected, got"),
    *(
        Cheat(f"bid of {text!r}", Call.kind, _bid(text), reason="got")
        for text in ("", "Pass", "h", "♥", "NT")
    ),
)

# Dealing.


def _deal(**changes: object) -> Callable[[Stage], SignedEntry]:
    return lambda stage: stage.seal(structs.replace(stage.body(Distribution), **changes))


def higher_deck(stage: Stage) -> SignedEntry:
    honest = stage.body(Distribution)
    return stage.seal(structs.replace(honest, deck=honest.deck + 1))


def deck_again(stage: Stage) -> SignedEntry | None:
    """The deck of the last deal: its cards would lie open."""
    number = stage.state.decks_burnt
    last = stage.table.log.entry(deck_chain(number), completing_seq(4))
    if last is None:
        return None
    return stage.seal(structs.replace(stage.body(Distribution), deck=number, deck_head=last.head))


def head_of_an_unfinished_deck(stage: Stage) -> SignedEntry | None:
    """The deck before its last shuffle, which three players know to be theirs alone."""
    number = stage.body(Distribution).deck
    before = stage.table.log.entry(deck_chain(number), completing_seq(4) - 1)
    return _deal(deck_head=before.head)(stage) if before else None


def head_of_another_deck(stage: Stage) -> SignedEntry | None:
    number = stage.body(Distribution).deck
    last = stage.table.log.entry(deck_chain(number - 1), completing_seq(4))
    return _deal(deck_head=last.head)(stage) if last else None


DEALING = (
    Cheat("wrong digest", Distribution.kind, _deal(digest=bytes(32)), reason="digest"),
    Cheat("unknown pattern", Distribution.kind, _deal(pattern="5"), reason="a way of dealing"),
    Cheat("higher deck", Distribution.kind, higher_deck, reason="expected, got"),
    Cheat("deck again", Distribution.kind, deck_again, reason="expected, got"),
    Cheat("head of an unfinished deck", Distribution.kind, head_of_an_unfinished_deck),
    Cheat("head of another deck", Distribution.kind, head_of_another_deck),
    Cheat("unknown head", Distribution.kind, _deal(deck_head=b"h" * 32), Blame.HELD),
)


def false_result(stage: Stage) -> SignedEntry:
    return stage.seal(Result(b"d" * 32))


ENDING = (Cheat("false result", Result.kind, false_result, reason="digest"),)

STEPS = (*ANYWHERE, *BEGINNING, *DEALING, *ENDING)
