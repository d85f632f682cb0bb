"""The equation that the check of an entry computes, and the public inputs that go into it.

Formulas are in ASCII, in the letters of docs/protocol.md §5 and §6. Inputs are read from the state
before the entry, never from the entry: nothing of a statement comes from who proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from belote_net.errors import RuleError
from belote_net.rules.cards import Card
from belote_net.table.checks import SHORTEST_CUT, card_numbered
from belote_net.table.deal import auction_of, deck_of
from belote_net.table.messages import Play, Show
from belote_net.table.plays import play_claim
from belote_net.table.recovery import absent_place
from belote_net.table.state import Game
from belote_net.table.table import Table
from belote_protocol.codec import decode
from belote_protocol.deck import joint_key
from belote_protocol.deck_state import DeckState, deck_number
from belote_protocol.entry import Entry, Seat
from belote_protocol.errors import ProtocolError
from belote_protocol.hand import HiddenHand
from belote_protocol.holding import HoldingMode, HoldingStatement

Inputs = dict[str, object]

_COMMITMENT: Final = 'C = first 32 bytes of H("commitment"; label, game, chain, seat, seed)'
_KNOWLEDGE: Final = "T = z*G - c*X,  c = challenge(X, T)"
_EQUALITY: Final = (
    "T = z*G - c*X,  T' = sum z*l_i*A_i - sum c*l_i*D_i",
    "l = weights(X, A, D),  c = challenge(X, A, D, T, T')",
)
_SHUFFLE: Final = (
    "E1: sum w_j*C_j + v1*(sum c - sum h) + v2*(C_N - (prod u)*h') = r1*G + sum u'_j*w_j*C_(j-1)",
    "E2: sum u_i*c_i = r2*G + sum u'_j*h_j",
    "E3: sum u_i*a_i = -r3*G + sum u'_j*a'_j,  sum u_i*b_i = -r3*H + sum u'_j*b'_j",
)
_HOLDING: Final = (
    "H = x*G,  W = x*A + sum over S of v_s*m_s",
    "A = sum A_q + r*A_p,  W = sum E_q - sum over K of m_t + r*(E_p - m_k)",
    "c = challenge(z_x*G - c*H, z_x*A - c*W + sum z_s*m_s)",
)
_DIGEST: Final = "digest = SHA-256(label/state || 00 || encode(public state))"
_ESCROW: Final = "sum over j of S_ij = H_i"

FORMULAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "table": ("game = SHA-256(label/head || 00 || entry)",),
        "coin": (_COMMITMENT,),
        "flip": (_COMMITMENT,),
        "cut": (f"{SHORTEST_CUT} <= lifted <= N - {SHORTEST_CUT}",),
        "deal": ("deck = burnt + 1", _DIGEST),
        "share": _EQUALITY,
        "gather": _SHUFFLE,
        "play": _HOLDING,
        "show": _HOLDING,
        "absence": ("Ed25519 signature of every other seat under its vote",),
        "recover": _EQUALITY,
        "result": (_DIGEST,),
        "commit": (_COMMITMENT,),
        "commit-escrow": (_COMMITMENT,),
        "key": (_KNOWLEDGE,),
        "key-escrow": (_KNOWLEDGE, _ESCROW),
        "shuffle": _SHUFFLE,
        "expose": (_COMMITMENT, "escrow(seed) = escrow as it was published, byte for byte"),
        "reveal": (
            _COMMITMENT,
            "key(seed), shuffle(seed), gather(seed) = as they were published, byte for byte",
        ),
    }
)
"""By kind; a kind that is not here is checked by the rules of the game and its link alone."""


@dataclass(frozen=True, slots=True)
class Equation:
    """What was computed.

    Attributes:
        formulas: in ASCII; none where nothing is computed.
        inputs: the public values in it, by the letter or word that names them.
    """

    formulas: tuple[str, ...]
    inputs: Inputs = field(default_factory=dict)


def equation_of(table: Table | None, entry: Entry) -> Equation:
    """The equation for an entry, with what is public before it; `table` has not folded it.

    Inputs are given only for an entry that is due: of any other none are defined.
    """
    formulas = FORMULAS.get(entry.kind, ())
    if table is None:
        return Equation(formulas)
    due = table.due(entry.chain)
    if due is None or (due.kind, due.seat, due.seq) != (entry.kind, entry.seat, entry.seq):
        return Equation(formulas)
    number = deck_number(entry.chain)
    try:
        if number is None:
            gives = _TABLE.get(entry.kind)
            inputs = gives(table.state, entry) if gives is not None else {}
        else:
            deck = table.decks.deck(number)
            inputs = _deck_inputs(deck, entry) if deck is not None else {}
    except (ProtocolError, RuleError):
        # The public record alone refuses it: there is no statement to prove.
        return Equation(formulas)
    proves_nothing = inputs.get("mode") == _NOTHING
    return Equation(() if proves_nothing else formulas, inputs)


_NOTHING: Final = "nothing"
"""Of a play or a show: all of it is public already."""


def _flip(game: Game, entry: Entry) -> Inputs:
    return {"C": game.coins[entry.seat]}


def _deal(game: Game, entry: Entry) -> Inputs:
    return {"burnt": game.decks_burnt, "digest": game.digest()}


def _cut(game: Game, entry: Entry) -> Inputs:
    return {"N": len(game.variant.pack)}


def _share(game: Game, entry: Entry) -> Inputs:
    deck = deck_of(game.current_deal)
    positions = deck.positions_owed(entry.seat)
    bases = tuple(deck.ciphertexts[position].a for position in positions)
    return {"X": deck.keys[entry.seat], "positions": positions, "A": bases}


def _bid(game: Game, entry: Entry) -> Inputs:
    return {"allowed": tuple(map(str, auction_of(game.current_deal).legal_bids()))}


def _gather(game: Game, entry: Entry) -> Inputs:
    deal = game.current_deal
    inputs = deal.hidden_cards(deal.seating.place_of(Seat(entry.seat)))
    key = deck_of(deal).keys[entry.seat]
    return {"N": len(inputs), "H": key, "inputs": inputs}


def _play(game: Game, entry: Entry) -> Inputs:
    body = decode(Play, entry.body)
    place = game.seated.place_of(Seat(entry.seat))
    card = card_numbered(game, body.card)
    claim = play_claim(game, place, body.position, card, announce=body.announce)
    before = game.current_deal.hands[place]
    return _statement(claim.statement, game) | {
        "F - absent": _cards(claim.hand.absent - before.absent, game),
        **_hand(before, game),
    }


def _show(game: Game, entry: Entry) -> Inputs:
    deal, body = game.current_deal, decode(Show, entry.body)
    place = game.seated.place_of(Seat(entry.seat))
    shown = {number for one in body.declarations or () for number in one}
    remaining = shown - {card.number for card in deal.played_by(place)}
    hand = deal.hands[place]
    statement = hand.contains_statement(remaining, located=deal.located())
    return _statement(statement, game) | _hand(hand, game)


def _recover(game: Game, entry: Entry) -> Inputs:
    hidden = game.current_deal.hidden_left(absent_place(game))
    return {"A": tuple(ciphertext.a for ciphertext in hidden)}


def _result(game: Game, entry: Entry) -> Inputs:
    return {"digest": game.digest()}


_TABLE: Final[Mapping[str, Callable[[Game, Entry], Inputs]]] = MappingProxyType(
    {
        "flip": _flip,
        "cut": _cut,
        "deal": _deal,
        "share": _share,
        "bid": _bid,
        "gather": _gather,
        "play": _play,
        "show": _show,
        "recover": _recover,
        "result": _result,
    }
)


def _deck_inputs(deck: DeckState, entry: Entry) -> Inputs:
    match entry.kind:
        case "key" | "key-escrow":
            return {"C": deck.commitments}
        case "shuffle":
            key = joint_key(deck.keys)
            return {"N": deck.size, "H": key, "H_i": deck.keys, "inputs": deck.ciphertexts}
        case "reveal" | "expose":
            return {"C": deck.commitments[entry.seat], "X": deck.keys[entry.seat]}
    return {}


def _statement(statement: HoldingStatement | None, game: Game) -> Inputs:
    if statement is None:
        return {"mode": _NOTHING}
    inputs: Inputs = {"mode": statement.mode.value, "H": statement.public_key}
    if statement.opening is not None:
        inputs |= {
            "p": statement.opening.position,
            "k": game.variant.pack[statement.opening.card],
            "A_p": statement.opening.ciphertext.a,
            "E_p": statement.opening.ciphertext.b,
        }
    if statement.mode is HoldingMode.PLAIN:
        return inputs
    return inputs | {
        "q": tuple(position for position, _ in statement.rest),
        "K": _cards(statement.known, game),
        "S": _cards(statement.span, game),
    }


def _hand(hand: HiddenHand, game: Game) -> Inputs:
    """What was public of a hand before."""
    return {
        "opened": tuple(sorted(hand.opened)),
        "absent": _cards(hand.absent, game),
        "in the clear": _cards(hand.in_clear, game),
    }


def _cards(numbers: Iterable[int], game: Game) -> tuple[Card, ...]:
    return tuple(game.variant.pack[number] for number in sorted(numbers))
