"""Cheats with keys, decks, shares and gathers: what only proofs can refuse."""

from __future__ import annotations

from collections.abc import Callable

from belote_net.table.messages import (
    Cut,
    Gather,
    Play,
    Share,
)
from belote_protocol.deck import share_positions
from belote_protocol.deck_state import Commit, Key, Reveal, Shuffle, deck_chain, deck_number
from belote_protocol.elgamal import Ciphertext, reencrypt
from belote_protocol.entry import EntryContext, SignedEntry
from belote_protocol.group import (
    GENERATOR,
    Element,
    Scalar,
    generator_multiple,
    sum_of_elements,
)
from belote_protocol.preparation import make_reveal
from belote_protocol.shuffle import prove_shuffle, shuffle
from belote_protocol.sigma import EqualityProof, prove_equality, prove_knowledge
from tests.table.stage import Blame, Cheat, Stage

# The deck's chain.


def copied_commitment(stage: Stage) -> SignedEntry | None:
    number = deck_number(stage.context.chain) or 0
    deck = stage.table.decks.deck(number)
    return stage.seal(Commit(deck.commitments[0])) if deck and deck.commitments else None


def _key(stage: Stage, secret: Scalar, public_key: Element) -> SignedEntry:
    deck = stage.table.decks.deck(deck_number(stage.context.chain) or 0)
    transcript = stage.context.transcript()
    for commitment in deck.commitments if deck else ():
        transcript.append("commitment", commitment)
    proof = prove_knowledge(secret, public_key, transcript, stage.random_bytes)
    return stage.seal(Key(public_key, proof))


def _first_key(stage: Stage) -> tuple[Scalar, tuple[Element, ...]] | None:
    number = deck_number(stage.context.chain) or 0
    deck = stage.table.decks.deck(number)
    return (stage.secret(0, number), deck.keys) if deck and deck.keys else None


def key_without_knowledge(stage: Stage) -> SignedEntry:
    return _key(stage, Scalar(5), generator_multiple(Scalar(6)))


def copied_key(stage: Stage) -> SignedEntry | None:
    first = _first_key(stage)
    return _key(stage, first[0], first[1][0]) if first else None


def mirrored_key(stage: Stage) -> SignedEntry | None:
    first = _first_key(stage)
    return _key(stage, -first[0], -first[1][0]) if first else None


def rogue_key(stage: Stage) -> SignedEntry | None:
    """A key that makes the sum of all a key of one's own."""
    first = _first_key(stage)
    if first is None:
        return None
    return _key(stage, Scalar(5), generator_multiple(Scalar(5)) - sum_of_elements(first[1]))


DeckChange = Callable[[list[Ciphertext], Element], None]


def swap(deck: list[Ciphertext], key: Element) -> None:
    deck[0], deck[1] = deck[1], deck[0]


def duplicate(deck: list[Ciphertext], key: Element) -> None:
    deck[0] = deck[1]


def disguised_duplicate(deck: list[Ciphertext], key: Element) -> None:
    deck[0] = reencrypt(deck[1], key, Scalar(77))


def drop(deck: list[Ciphertext], key: Element) -> None:
    deck.pop()


def add(deck: list[Ciphertext], key: Element) -> None:
    deck.append(reencrypt(deck[0], key, Scalar(78)))


def foreign(deck: list[Ciphertext], key: Element) -> None:
    deck[0] = Ciphertext(generator_multiple(Scalar(7)), generator_multiple(Scalar(8)))


def scale(deck: list[Ciphertext], key: Element) -> None:
    deck[0] = Ciphertext(deck[0].a * Scalar(2), deck[0].b * Scalar(2))


CHANGES: tuple[DeckChange, ...] = (
    *(swap, duplicate, disguised_duplicate, drop, add, foreign, scale),
)


def _changed_shuffle(change: DeckChange) -> Callable[[Stage], SignedEntry]:
    def forge(stage: Stage) -> SignedEntry:
        honest = stage.body(Shuffle)
        state = stage.table.decks.deck(deck_number(stage.context.chain) or 0)
        deck = list(honest.deck)
        change(deck, sum_of_elements(state.keys if state else ()))
        return stage.seal(Shuffle(honest.salt, tuple(deck), honest.proof))

    return forge


def unshuffled(stage: Stage) -> SignedEntry | None:
    """The deck of the seat before, with the honest proof for another."""
    honest = stage.body(Shuffle)
    state = stage.table.decks.deck(deck_number(stage.context.chain) or 0)
    if state is None or not state.shuffles:
        return None
    return stage.seal(Shuffle(honest.salt, state.ciphertexts, honest.proof))


def _reveal_duty(stage: Stage, *, played_out: bool) -> tuple[int, EntryContext] | None:
    """A chain of a burnt deck whose first seed is due, played out or not."""
    for number in range(1, stage.state.decks_burnt + 1):
        machine = stage.table.decks._chains.get(number)
        context = machine.context() if machine else None
        if context is None or context.kind != Reveal.kind or context.seat != 0:
            continue
        if (stage.table.decks.played_out(number) is not None) is played_out:
            return number, context
    return None


def early_reveal(stage: Stage) -> SignedEntry | None:
    """A seed while a card of its deal is hidden: it says that the last card to come was played."""
    due = _reveal_duty(stage, played_out=False)
    if due is None or not stage.deal.tricks or stage.deal.deck_number != due[0]:
        return None
    number, context = due
    seed = stage.game.vaults[0].seed(deck_chain(number))
    play = next(one for one in reversed(tuple(stage.table.log)) if one.entry.kind == Play.kind)
    return stage.seal(make_reveal(seed, play.head), context=context)


def reveal_of_the_future(stage: Stage) -> SignedEntry | None:
    """A seed that cites a play which is not here."""
    due = _reveal_duty(stage, played_out=False)
    if due is None or not stage.deal.tricks or stage.deal.deck_number != due[0]:
        return None
    number, context = due
    seed = stage.game.vaults[0].seed(deck_chain(number))
    return stage.seal(make_reveal(seed, b"p" * 32), context=context)


def _passed_out(stage: Stage) -> bool:
    played = stage.state.played
    return bool(played) and played[-1].contract is None and stage.duty.kind == Cut.kind


def reveal_after_an_all_pass(stage: Stage) -> SignedEntry | None:
    """The seed was destroyed; whoever kept it cites the last bid."""
    due = _reveal_duty(stage, played_out=False)
    if due is None or not _passed_out(stage):
        return None
    kept = stage.game.kept_seeds[0].get(deck_chain(due[0]))
    if kept is None:
        return None
    return stage.seal(make_reveal(kept, stage.table._main.head), context=due[1])


def other_seed(stage: Stage) -> SignedEntry:
    return stage.seal(Reveal(b"s" * 32, stage.body(Reveal).played))


def reveal_of_another_deal(stage: Stage) -> SignedEntry | None:
    """The right seed, but it cites the last play of another deal."""
    number = deck_number(stage.context.chain)
    others = [n for n in range(1, stage.state.decks_burnt + 1) if n != number]
    heads = [head for n in others if (head := stage.table.decks.played_out(n)) is not None]
    return stage.seal(Reveal(stage.body(Reveal).seed, heads[0])) if heads else None


PREPARING = (
    Cheat("copied commitment", Commit.kind, copied_commitment, reason="got a copy"),
    Cheat("key without knowledge", Key.kind, key_without_knowledge, reason="proof of knowledge"),
    Cheat("copied key", Key.kind, copied_key, reason="copy of the key of seat 0"),
    Cheat("mirrored key", Key.kind, mirrored_key, reason="mirrors the key of seat 0"),
    Cheat("rogue key", Key.kind, rogue_key, reason="proof of knowledge"),
    *(
        Cheat(f"shuffle: {change.__name__}", Shuffle.kind, _changed_shuffle(change))
        for change in CHANGES
    ),
    Cheat("unshuffled", Shuffle.kind, unshuffled),
    Cheat("early reveal", Play.kind, early_reveal, reason="that was played out expected"),
    Cheat("reveal of the future", Play.kind, reveal_of_the_future, Blame.HELD),
    Cheat(
        "reveal after an all-pass",
        Cut.kind,
        reveal_after_an_all_pass,
        reason="that was played out expected",
    ),
    Cheat("other seed", Reveal.kind, other_seed, reason="does not match its commitment"),
    Cheat(
        "reveal of another deal",
        Reveal.kind,
        reveal_of_another_deal,
        reason="that was played out expected",
    ),
)

# Shares and gathers.


def _owed(stage: Stage) -> tuple[tuple[Ciphertext, ...], Element]:
    deck = stage.deal.deck
    if deck is None:
        raise LookupError("nothing is dealt")
    positions = deck.positions_owed(stage.seat)
    return tuple(deck.ciphertexts[index] for index in positions), deck.keys[stage.seat]


def own_position(stage: Stage) -> SignedEntry:
    """Shares of everything, one's own hidden cards included."""
    deck = stage.deal.deck
    if deck is None:
        raise LookupError("nothing is dealt")
    ciphertexts = [deck.ciphertexts[index] for index in sorted(deck.owners)]
    shares, proof = share_positions(
        stage.secret(stage.seat),
        deck.keys[stage.seat],
        ciphertexts,
        stage.context.transcript(),
        stage.random_bytes,
    )
    return stage.seal(Share(shares, proof))


def _shares(
    change: Callable[[list[Element]], object], *, proven: bool
) -> Callable[[Stage], SignedEntry]:
    """The honest shares, changed after the proof was made, or before."""

    def forge(stage: Stage) -> SignedEntry:
        honest = stage.body(Share)
        shares = list(honest.shares)
        change(shares)
        proof: EqualityProof = honest.proof
        ciphertexts, key = _owed(stage)
        if proven and len(shares) == len(ciphertexts):
            bases = [one.a for one in ciphertexts]
            transcript = stage.context.transcript()
            secret = stage.secret(stage.seat)
            proof = prove_equality(secret, key, bases, shares, transcript, stage.random_bytes)
        return stage.seal(Share(tuple(shares), proof))

    return forge


def cancelling_errors(shares: list[Element]) -> None:
    shares[0], shares[1] = shares[0] + GENERATOR, shares[1] - GENERATOR


def swapped_shares(shares: list[Element]) -> None:
    shares[0], shares[1] = shares[1], shares[0]


def one_wrong(shares: list[Element]) -> None:
    shares[-1] = shares[-1] + GENERATOR


def one_less(shares: list[Element]) -> None:
    shares.pop()


def one_more(shares: list[Element]) -> None:
    shares.append(shares[0])


def none_at_all(shares: list[Element]) -> None:
    shares.clear()


def shares_of_another_key(stage: Stage) -> SignedEntry:
    """Shares and a proof with a secret that is not the one of the deck."""
    ciphertexts, key = _owed(stage)
    shares, proof = share_positions(
        Scalar(9), key, ciphertexts, stage.context.transcript(), stage.random_bytes
    )
    return stage.seal(Share(shares, proof))


def _gather(
    stage: Stage, before: tuple[Ciphertext, ...], change: DeckChange | None = None
) -> SignedEntry:
    """A gather of some cards, with an honest argument; changed after the shuffle, if so."""
    deck = stage.deal.deck
    if deck is None:
        raise LookupError("nothing is dealt")
    key, seed = (
        deck.keys[stage.seat],
        stage.game.vaults[stage.seat].seed(deck_chain(stage.deal.deck_number or 0)),
    )
    salt, prev = stage.random_bytes(32), stage.context.prev
    permutation = seed.permutation(Gather.kind, prev, salt, len(before))
    randomizers = seed.randomizers(Gather.kind, prev, salt, len(before))
    after = list(shuffle(before, key, permutation, randomizers))
    if change is not None:
        change(after, key)
    transcript = stage.context.transcript()
    transcript.append("salt", salt)
    proof = prove_shuffle(
        key, before, after[: len(before)], permutation, randomizers, transcript, stage.random_bytes
    )
    return stage.seal(Gather(salt, tuple(after), proof))


def hand_of_another(stage: Stage) -> SignedEntry | None:
    """The cards of somebody who has as many, shuffled as if they were one's own."""
    own = stage.deal.hidden_cards(stage.place)
    for place in stage.deal.places:
        cards = stage.deal.hidden_cards(place)
        if place != stage.place and len(cards) == len(own):
            return _gather(stage, cards)
    return None


def one_card_of_another(stage: Stage) -> SignedEntry:
    own = stage.deal.hidden_cards(stage.place)
    other = stage.deal.hidden_cards(stage.deal.places[stage.place - 1])
    return _gather(stage, (other[0], *own[1:]))


def deck_position_unshared(stage: Stage) -> SignedEntry:
    """A card taken from the deck as it was before anybody's shares."""
    deck = stage.deal.deck
    if deck is None:
        raise LookupError("nothing is dealt")
    own = stage.deal.hidden_cards(stage.place)
    return _gather(stage, (deck.ciphertexts[0], *own[1:]))


def _changed_gather(change: DeckChange, *, proven: bool) -> Callable[[Stage], SignedEntry]:
    def forge(stage: Stage) -> SignedEntry:
        if proven:
            return _gather(stage, stage.deal.hidden_cards(stage.place), change)
        honest, deck = stage.body(Gather), stage.deal.deck
        if deck is None:
            raise LookupError("nothing is dealt")
        cards = list(honest.deck)
        change(cards, deck.keys[stage.seat])
        return stage.seal(Gather(honest.salt, tuple(cards), honest.proof))

    return forge


SHARING = (
    Cheat("own position", Share.kind, own_position, reason="images expected"),
    *(
        Cheat(f"shares: {change.__name__}", Share.kind, _shares(change, proven=False))
        for change in (
            *(cancelling_errors, swapped_shares, one_wrong, one_less, one_more, none_at_all),
        )
    ),
    *(
        Cheat(f"proven shares: {change.__name__}", Share.kind, _shares(change, proven=True))
        for change in (cancelling_errors, swapped_shares, one_wrong)
    ),
    Cheat("shares of another key", Share.kind, shares_of_another_key),
    Cheat("hand of another", Gather.kind, hand_of_another),
    Cheat("one card of another", Gather.kind, one_card_of_another),
    Cheat("deck position unshared", Gather.kind, deck_position_unshared),
    *(
        Cheat(f"gather: {change.__name__}", Gather.kind, _changed_gather(change, proven=False))
        for change in CHANGES
    ),
    *(
        Cheat(
            f"proven gather: {change.__name__}", Gather.kind, _changed_gather(change, proven=True)
        )
        for change in (swap, duplicate, disguised_duplicate, foreign, scale)
    ),
)

DECKS = (*PREPARING, *SHARING)
