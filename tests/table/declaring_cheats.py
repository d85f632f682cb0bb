"""Cheats with declarations: claimed where none are, and shown otherwise than they are held."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from belote_net.rules.cards import PACK
from belote_net.rules.declarations import Claim, Declaration
from belote_net.table.declaring import show_claim
from belote_net.table.messages import Height, InTrump, Play, Show
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import InvalidProof
from belote_protocol.group import Scalar
from tests.table.card_cheats import proof_of
from tests.table.stage import Cheat, Stage


def _claims(*words: str) -> Callable[[Stage], SignedEntry | None]:
    """The honest play with other claims; at the first card of who declares nothing."""

    def forge(stage: Stage) -> SignedEntry | None:
        body = stage.body(Play)
        if stage.deal.declarations is None or stage.deal.tricks or body.claims:
            return None
        return stage.seal(structs.replace(body, claims=words))

    return forge


def claims_where_none_are_played(stage: Stage) -> SignedEntry | None:
    if stage.deal.declarations is not None:
        return None
    return stage.seal(structs.replace(stage.body(Play), claims=(next(iter(Claim)).value,)))


def claims_with_the_second_card(stage: Stage) -> SignedEntry | None:
    if stage.deal.declarations is None or len(stage.deal.tricks) != 1:
        return None
    return stage.seal(structs.replace(stage.body(Play), claims=(next(iter(Claim)).value,)))


def _is_shown(stage: Stage) -> bool:
    return bool(stage.body(Show).declarations)


def _without_proof(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    return stage.seal(structs.replace(body, proof=None)) if body.proof is not None else None


def altered_show(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    if body.proof is None:
        return None
    proof = structs.replace(body.proof, key_response=body.proof.key_response + Scalar(1))
    return stage.seal(structs.replace(body, proof=proof))


def cards_of_nobody(stage: Stage) -> SignedEntry | None:
    """A declaration like the own one in another suit, with a proof that lies about the hand."""
    body = stage.body(Show)
    if not body.declarations:
        return None
    place, step = stage.place, len(PACK) // 4
    moved = tuple(
        tuple(sorted((number + step) % len(PACK) for number in one)) for one in body.declarations
    )
    if moved == body.declarations:
        return None
    shown = [Declaration.of(PACK[number] for number in one) for one in moved]
    try:
        statement = show_claim(stage.deal, place, shown).statement
    except InvalidProof:
        statement = None
    proof = body.proof if statement is None else proof_of(stage, statement)
    return stage.seal(Show(moved, proof))


def more_than_was_claimed(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    if not body.declarations:
        return None
    again = (*body.declarations, body.declarations[0])
    return stage.seal(structs.replace(body, declarations=again))


def less_than_was_claimed(stage: Stage) -> SignedEntry | None:
    return (
        stage.seal(structs.replace(stage.body(Show), declarations=())) if _is_shown(stage) else None
    )


def cards_in_disorder(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    if not body.declarations:
        return None
    first, *others = body.declarations
    return stage.seal(structs.replace(body, declarations=(tuple(reversed(first)), *others)))


def cards_out_of_the_pack(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    if not body.declarations:
        return None
    return stage.seal(structs.replace(body, declarations=((61, 62, 63),)))


def proof_of_nothing(stage: Stage) -> SignedEntry | None:
    body = stage.body(Show)
    if body.proof is None:
        return None
    return stage.seal(structs.replace(body, declarations=None))


DECLARING = (
    Cheat("claims where none are played", Play.kind, claims_where_none_are_played),
    Cheat("claims with the second card", Play.kind, claims_with_the_second_card),
    Cheat("unknown claim", Play.kind, _claims("quinte"), reason="a declaration expected"),
    Cheat("show without proof", Show.kind, _without_proof, reason="a proof expected"),
    Cheat("altered show", Show.kind, altered_show, reason="does not hold"),
    Cheat("cards of nobody", Show.kind, cards_of_nobody),
    Cheat("more than was claimed", Show.kind, more_than_was_claimed),
    Cheat("less than was claimed", Show.kind, less_than_was_claimed),
    Cheat("cards in disorder", Show.kind, cards_in_disorder),
    Cheat("cards out of the pack", Show.kind, cards_out_of_the_pack),
    Cheat("proof of nothing", Show.kind, proof_of_nothing, reason="no proof expected"),
    Cheat("height of no rank", Height.kind, lambda stage: stage.seal(Height("XII"))),
    Cheat("neither yes nor no", InTrump.kind, lambda stage: stage.seal(InTrump("perhaps"))),
)
