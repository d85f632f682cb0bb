"""Cheats with cards: each plays what may not be played, with the best proof that can be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from belote_net.errors import RuleError
from belote_net.rules.belote import belote_partner
from belote_net.rules.cards import PACK, Card
from belote_net.rules.choices import BeloteCall
from belote_net.rules.trick import Illegality, Trick
from belote_net.table.messages import Play
from belote_net.table.plays import play_claim
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidProof
from belote_protocol.group import Scalar
from belote_protocol.holding import (
    HoldingMode,
    HoldingProof,
    HoldingStatement,
    Opening,
    prove_holding,
)
from tests.table.stage import Cheat, Stage


def proof_of(stage: Stage, statement: HoldingStatement) -> HoldingProof:
    """A proof of `statement` made with the true secret, and lies where the truth does not do."""
    hidden = stage.hidden(stage.seat)
    held = {hidden[position].number for position, _ in statement.rest}
    claimed = statement.known | (held & statement.span)
    return prove_holding(
        statement,
        stage.secret(stage.seat),
        claimed,
        stage.context.transcript(),
        stage.random_bytes,
    )


def play(stage: Stage, position: int | None, card: Card, *, announce: bool = False) -> SignedEntry:
    """The play with a proof of what has to be proven, if any statement could do."""
    try:
        claim = play_claim(stage.state, stage.place, position, card, announce=announce)
        statement = claim.statement
    except (InvalidProof, RuleError):
        statement = _plain(stage, position or 0, card)
    proof = proof_of(stage, statement) if statement is not None else None
    return stage.seal(Play(position, card.number, announce, (), proof))


def _plain(stage: Stage, position: int, card: Card) -> HoldingStatement:
    """Only that the position holds the card, and nothing about the rest."""
    hand = stage.deal.hands[stage.place]
    position = position if position < len(hand.ciphertexts) else 0
    opening = Opening(position, card.number, hand.ciphertexts[position])
    empty = frozenset[int]()
    return HoldingStatement(HoldingMode.PLAIN, hand.public_key, opening, (), empty, empty)


def _trick(stage: Stage) -> Trick:
    return stage.deal.trick or Trick(stage.place)


def illegal_cards(stage: Stage, illegality: Illegality) -> Iterator[tuple[int | None, Card]]:
    """Positions and cards in hand that may not be played for this reason."""
    contract = stage.deal.contract
    if contract is None:
        return
    hand, hidden = stage.hand(stage.seat), stage.hidden(stage.seat)
    for card in sorted(hand, key=lambda one: one.number):
        why = stage.state.variant.why_not(card, hand, _trick(stage), contract.trump)
        if why is illegality:
            yield (hidden.index(card) if card in hidden else None), card


def _announce(stage: Stage, card: Card) -> bool:
    """What would be said with this card if it might be played."""
    calls = stage.deal.belote
    if calls is None or not calls.may_announce(stage.place, card):
        return False
    return bool(calls.plays) or belote_partner(card, calls.trump) in stage.hand(stage.seat)


def forbidden_card(illegality: Illegality) -> Callable[[Stage], SignedEntry | None]:
    """A forbidden card, with a lie about the rest of the hand."""

    def forge(stage: Stage) -> SignedEntry | None:
        for position, card in illegal_cards(stage, illegality):
            return play(stage, position, card, announce=_announce(stage, card))
        return None

    return forge


def forbidden_card_without_void(illegality: Illegality) -> Callable[[Stage], SignedEntry | None]:
    """A forbidden card, with a true proof that it is in the position and no more."""

    def forge(stage: Stage) -> SignedEntry | None:
        for position, card in illegal_cards(stage, illegality):
            if position is not None and belote_partner(card, card.suit) is None:
                proof = proof_of(stage, _plain(stage, position, card))
                return stage.seal(
                    Play(position, card.number, announce=False, claims=(), proof=proof)
                )
        return None

    return forge


RULES = tuple(rule for rule in Illegality if rule is not Illegality.NOT_HELD)

FORBIDDEN = (
    *(Cheat(f"illegal: {rule.name.lower()}", Play.kind, forbidden_card(rule)) for rule in RULES),
    *(
        Cheat(
            f"illegal, no void proof: {rule.name.lower()}",
            Play.kind,
            forbidden_card_without_void(rule),
        )
        for rule in RULES
    ),
)


def _honest(stage: Stage) -> tuple[int, Card] | None:
    """Position and card of the honest play, if it is a hidden one."""
    body = stage.body(Play)
    return None if body.position is None else (body.position, PACK[body.card])


def card_of_another(stage: Stage) -> SignedEntry | None:
    honest = _honest(stage)
    others = stage.hand(stage.others()[0]) - {stage.deal.turn_up}
    if honest is None or not others:
        return None
    return play(stage, honest[0], min(others, key=lambda card: card.number))


def own_card_elsewhere(stage: Stage) -> SignedEntry | None:
    """An own card, but another position: whose card would stay in hand as this one."""
    honest = _honest(stage)
    opened = stage.deal.hands[stage.place].opened
    if honest is None:
        return None
    position, card = honest
    free = [p for p in range(len(stage.hidden(stage.seat))) if p not in opened | {position}]
    return play(stage, free[0], card) if free else None


def swapped_labels(stage: Stage) -> SignedEntry | None:
    """One own card opened as another own one: sums over the hand cannot tell."""
    honest = _honest(stage)
    opened = stage.deal.hands[stage.place].opened
    if honest is None:
        return None
    position, _ = honest
    hidden = stage.hidden(stage.seat)
    others = [p for p in range(len(hidden)) if p not in opened | {position}]
    return play(stage, position, hidden[others[0]]) if others else None


def card_again(stage: Stage) -> SignedEntry | None:
    """An own card that was played before, from the position that it had."""
    opened = stage.deal.hands[stage.place].opened
    if not opened:
        return None
    position = min(opened)
    return play(stage, position, stage.hidden(stage.seat)[position])


def card_seen_before(stage: Stage) -> SignedEntry | None:
    """A card that somebody played before, from an unopened position."""
    honest = _honest(stage)
    played = sorted(stage.deal.played, key=lambda card: card.number)
    return play(stage, honest[0], played[0]) if honest and played else None


def turned_card_of_another(stage: Stage) -> SignedEntry | None:
    turned, taker = stage.deal.turn_up, stage.deal.holds_turn_up
    if turned is None or taker is None or taker == stage.place:
        return None
    return stage.seal(Play(None, turned.number, announce=False, claims=(), proof=None))


def turned_card_from_a_position(stage: Stage) -> SignedEntry | None:
    turned, honest = stage.deal.turn_up, _honest(stage)
    if turned is None or honest is None or stage.deal.holds_turn_up != stage.place:
        return None
    return play(stage, honest[0], turned)


def hidden_card_by_name(stage: Stage) -> SignedEntry | None:
    honest = _honest(stage)
    if honest is None:
        return None
    return stage.seal(Play(None, honest[1].number, announce=False, claims=(), proof=None))


def _changed(**changes: object) -> Callable[[Stage], SignedEntry | None]:
    def forge(stage: Stage) -> SignedEntry | None:
        if _honest(stage) is None:
            return None
        return stage.seal(structs.replace(stage.body(Play), **changes))

    return forge


def needless_proof(stage: Stage) -> SignedEntry | None:
    body = stage.body(Play)
    if body.proof is not None:
        return None
    proof = HoldingProof(Scalar(1), Scalar(1), ())
    return stage.seal(structs.replace(body, proof=proof))


def altered_proof(field: str) -> Callable[[Stage], SignedEntry | None]:
    def forge(stage: Stage) -> SignedEntry | None:
        body = stage.body(Play)
        if body.proof is None or not body.proof.span_responses:
            return None
        value = getattr(body.proof, field)
        if isinstance(value, Scalar):
            changed: object = value + Scalar(1)
        else:
            changed = (value[0] + Scalar(1), *value[1:])
        proof = structs.replace(body.proof, **{field: changed})
        return stage.seal(structs.replace(body, proof=proof))

    return forge


PLAYING = (
    Cheat("card of another", Play.kind, card_of_another),
    Cheat("own card elsewhere", Play.kind, own_card_elsewhere),
    Cheat("swapped labels", Play.kind, swapped_labels),
    Cheat("card again", Play.kind, card_again, reason="has been opened already"),
    Cheat("card seen before", Play.kind, card_seen_before, reason="has been located elsewhere"),
    Cheat("turned card of another", Play.kind, turned_card_of_another, reason="in the open"),
    Cheat("turned card from a position", Play.kind, turned_card_from_a_position),
    Cheat("hidden card by name", Play.kind, hidden_card_by_name, reason="in the open"),
    Cheat("no proof", Play.kind, _changed(proof=None), reason="a proof expected, got none"),
    Cheat("needless proof", Play.kind, needless_proof, reason="no proof expected"),
    Cheat("position out of the hand", Play.kind, _changed(position=8), reason="a position below"),
    Cheat("card out of the pack", Play.kind, _changed(card=32), reason="a card of the pack"),
    Cheat("card out of all packs", Play.kind, _changed(card=64), reason="not a Play"),
    *(
        Cheat(f"altered proof: {field}", Play.kind, altered_proof(field))
        for field in HoldingProof.__struct_fields__
    ),
)


def _pair_cards(stage: Stage) -> Iterator[tuple[int | None, Card, Card]]:
    """Legal cards of the pair in hand, with their positions and partners."""
    contract = stage.deal.contract
    if contract is None:
        return
    hand, hidden = stage.hand(stage.seat), stage.hidden(stage.seat)
    legal = stage.state.variant.legal_cards(hand, _trick(stage), contract.trump)
    for card in sorted(legal, key=lambda one: one.number):
        partner = belote_partner(card, contract.trump)
        if partner is not None:
            yield (hidden.index(card) if card in hidden else None), card, partner


def belote_with_any_card(stage: Stage) -> SignedEntry | None:
    body = stage.body(Play)
    contract = stage.deal.contract
    if contract is None or belote_partner(PACK[body.card], contract.trump) is not None:
        return None
    return stage.seal(structs.replace(body, announce=True))


def belote_without_the_other_card(stage: Stage) -> SignedEntry | None:
    calls = stage.deal.belote
    for position, card, partner in _pair_cards(stage):
        holds = partner in stage.hand(stage.seat)
        if calls is not None and not calls.plays and not holds:
            return play(stage, position, card, announce=True)
    return None


def _is_auto(stage: Stage) -> bool:
    return stage.state.options.belote_call is BeloteCall.AUTO


def belote_withheld(stage: Stage) -> SignedEntry | None:
    """The first card of the pair in silence, with the other one in hand."""
    calls = stage.deal.belote
    for position, card, partner in _pair_cards(stage):
        if calls is None or calls.plays or not _is_auto(stage):
            continue
        if partner in stage.hand(stage.seat) and calls.may_announce(stage.place, card):
            return play(stage, position, card)
    return None


def rebelote_withheld(stage: Stage) -> SignedEntry | None:
    calls = stage.deal.belote
    for position, card, _ in _pair_cards(stage):
        if calls is not None and calls.must_announce(stage.place, card):
            return play(stage, position, card)
    return None


def rebelote_after_silence(stage: Stage) -> SignedEntry | None:
    """The second card of the pair, from another hand than the first, with a word."""
    calls = stage.deal.belote
    for position, card, _ in _pair_cards(stage):
        if calls is not None and calls.plays and calls.plays[0].place != stage.place:
            return play(stage, position, card, announce=True)
    return None


SPEAKING = (
    Cheat("belote with any card", Play.kind, belote_with_any_card, reason="neither belote"),
    Cheat("belote without the other card", Play.kind, belote_without_the_other_card),
    Cheat("belote withheld", Play.kind, belote_withheld),
    Cheat("rebelote withheld", Play.kind, rebelote_withheld, reason="rebelote expected"),
    Cheat("rebelote after silence", Play.kind, rebelote_after_silence, reason="neither belote"),
)

CARDS = (*FORBIDDEN, *PLAYING, *SPEAKING)
