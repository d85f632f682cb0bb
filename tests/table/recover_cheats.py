"""Cheats of those who help to open a hand: other cards, other keys, other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from belote_net.table.messages import Partials, Recover
from belote_net.table.recovery import absent_place
from belote_protocol.deck import share_positions
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.group import Scalar, generator_multiple
from belote_protocol.preparation import own_escrow_share
from tests.table.stage import Blame, Cheat, Stage


def absent(stage: Stage) -> Seat:
    """The seat whose hand is to be opened."""
    assert stage.state.absent is not None
    return stage.state.absent


def hidden(stage: Stage) -> tuple[Ciphertext, ...]:
    """What is to be opened."""
    return stage.deal.hidden_left(absent_place(stage.state))


def share(stage: Stage, receiver: int) -> Scalar:
    """What the absent seat has sent of its key to another."""
    number = stage.deal.deck_number
    assert number is not None
    deck = stage.table.decks.deck(number)
    assert deck is not None
    seed = stage.game.vaults[receiver].seed(f"deck/{number}")
    game, sender = stage.table.game, absent(stage)
    return own_escrow_share(deck, game, seed, sender=sender, receiver=Seat(receiver))


def proven(
    stage: Stage,
    secret: Scalar,
    ciphertexts: Sequence[Ciphertext],
    context: EntryContext | None = None,
) -> SignedEntry:
    """Partial decryptions of these, with a proof that holds for them."""
    context = context or stage.context
    shares, proof = share_positions(
        secret, generator_multiple(secret), ciphertexts, context.transcript(), stage.random_bytes
    )
    return stage.seal(Recover(Partials(shares, proof)))


def _own(stage: Stage) -> Scalar:
    return share(stage, stage.seat)


def _shares(
    change: Callable[[Partials], Partials],
) -> Callable[[Stage], SignedEntry]:
    def forge(stage: Stage) -> SignedEntry:
        partials = stage.body(Recover).partials
        assert partials is not None
        return stage.seal(Recover(change(partials)))

    return forge


def _one_wrong(partials: Partials) -> Partials:
    first, *rest = partials.shares
    return Partials((first + generator_multiple(Scalar(1)), *rest), partials.proof)


def _cancelling(partials: Partials) -> Partials:
    error = generator_multiple(Scalar(7))
    first, second, *rest = partials.shares
    return Partials((first + error, second - error, *rest), partials.proof)


def _swapped(partials: Partials) -> Partials:
    first, second, *rest = partials.shares
    return Partials((second, first, *rest), partials.proof)


def key_of_the_deck(stage: Stage) -> SignedEntry:
    """Its own key, in the place of its share of the absent seat's."""
    return proven(stage, stage.secret(stage.seat), hidden(stage))


def share_of_another(stage: Stage) -> SignedEntry:
    """What another receiver was sent: by itself it would be as good."""
    other = next(seat for seat in stage.others() if seat != absent(stage))
    return proven(stage, share(stage, other), hidden(stage))


def cards_of_another_hand(stage: Stage) -> SignedEntry:
    """The cards of a present player: nobody may help to open these."""
    place = (absent_place(stage.state) + 1) % len(stage.deal.places)
    others = stage.deal.hands[place].ciphertexts[: len(hidden(stage))]
    return proven(stage, _own(stage), others)


def ungathered_cards(stage: Stage) -> SignedEntry:
    """The positions of the deck, which would tell what was held in the auction."""
    before = stage.deal.hidden_cards(absent_place(stage.state))[: len(hidden(stage))]
    return proven(stage, _own(stage), before)


def one_fewer(stage: Stage) -> SignedEntry:
    return proven(stage, _own(stage), hidden(stage)[:-1])


def one_more(stage: Stage) -> SignedEntry:
    return proven(stage, _own(stage), (*hidden(stage), hidden(stage)[0]))


def nothing_at_all(stage: Stage) -> SignedEntry:
    return proven(stage, _own(stage), ())


def proof_from_another_place(stage: Stage) -> SignedEntry:
    context = replace(stage.context, seq=stage.context.seq + 1)
    return proven(stage, _own(stage), hidden(stage), context)


def said_by_the_absent(stage: Stage) -> SignedEntry:
    return stage.seal(stage.body(Recover), seat=absent(stage))


def out_of_order(stage: Stage) -> SignedEntry:
    other = next(seat for seat in stage.others() if seat != absent(stage))
    return stage.seal(stage.body(Recover), seat=other)


HELP = (
    Cheat("one wrong share", Recover.kind, _shares(_one_wrong), reason="author's key"),
    Cheat("cancelling errors", Recover.kind, _shares(_cancelling), reason="author's key"),
    Cheat("shares swapped", Recover.kind, _shares(_swapped), reason="author's key"),
    Cheat("own key of the deck", Recover.kind, key_of_the_deck, reason="author's key"),
    Cheat("share of another", Recover.kind, share_of_another, reason="author's key"),
    Cheat("cards of another hand", Recover.kind, cards_of_another_hand, reason="author's key"),
    Cheat("ungathered cards", Recover.kind, ungathered_cards, reason="author's key"),
    Cheat("one card fewer", Recover.kind, one_fewer, reason="images expected"),
    Cheat("one card more", Recover.kind, one_more, reason="images expected"),
    Cheat("no card", Recover.kind, nothing_at_all, reason="images expected"),
    Cheat("proof from elsewhere", Recover.kind, proof_from_another_place, reason="author's key"),
    Cheat("said by the absent", Recover.kind, said_by_the_absent, reason="expected, got"),
    Cheat("out of order", Recover.kind, out_of_order, reason="expected, got"),
)
assert all(cheat.blame is Blame.AUTHOR for cheat in HELP)
