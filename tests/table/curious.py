"""A node that plays honestly, remembers all that it hears, and tries everything on every card.

What it tries: its own secrets of all decks, every scalar and every string of 32 bytes that was ever
sent as a key or a re-encryption scalar, every element that was ever sent, or that follows from a
played card, as a decryption share. Several seats may pool what they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

import msgspec

from belote_net.table import messages
from belote_net.table.deal import Deal
from belote_protocol import preparation
from belote_protocol.codec import decode
from belote_protocol.deck import PUBLIC, card_elements
from belote_protocol.elgamal import Ciphertext
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.group import IDENTITY, Element, Scalar, generator_multiple
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats

BODIES: Mapping[str, type[Body]] = {
    value.kind: value
    for module in (messages, preparation)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Body) and value is not Body
}


@dataclass(frozen=True)
class Finding:
    """A hidden card that was read.

    Attributes:
        where: "deck" and a position in it, or "hand" and the place that holds the position.
    """

    where: str
    place: int
    position: int
    card: int


def values(value: object) -> Iterator[object]:
    """Everything that a value is made of, itself included."""
    yield value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from values(getattr(value, name))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from values(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from values(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from values(item)


class Curious:
    """Some seats of a game, and all they have."""

    def __init__(self, game: FourSeats, *seats: int) -> None:
        self.game = game
        self.seats = frozenset(seats)
        self.elements: set[Element] = set()
        self.scalars: dict[Scalar, None] = {}
        self._targets: dict[Element, Mapping[Element, int]] = {}

    def hear(self, signed: SignedEntry) -> None:
        """Remember all that an entry holds, whether tables accept it or not."""
        for value in values(decode(BODIES[signed.entry.kind], signed.entry.body)):
            if isinstance(value, Element):
                self.elements |= {value, -value}
            elif isinstance(value, Scalar):
                self.scalars[value] = None
            elif isinstance(value, bytes) and len(value) == 32:
                self.scalars[Scalar(int.from_bytes(value, "little"))] = None

    def own_secrets(self) -> list[Scalar]:
        """The keys of all decks, and everything else that the own seeds give."""
        seeds: list[Seed] = []
        for seat in self.seats:
            seeds += self.game.vaults[seat].seeds.values()
            seeds += self.game.kept_seeds[seat].values()
        return [seed.key() for seed in seeds]

    def findings(self, *, newest: int | None = None) -> frozenset[Finding]:
        """Everything that can be read of the deal in progress now; `newest` scalars only."""
        deal = self.game.table.state.deal
        if deal is None or deal.deck is None:
            return frozenset()
        sent = list(self.scalars)
        tried = [*(sent if newest is None else sent[-newest:]), *self.own_secrets()]
        elements = {IDENTITY, *self.elements, *_follow_from_plays(deal)}
        found = set()
        for where, place, position, ciphertext, rest in self._ciphertexts(deal):
            targets = self._targets_of(rest)
            cards = {targets[element] for element in targets.keys() & elements}
            for scalar in tried:
                mask = ciphertext.a * scalar
                cards |= {targets[each] for each in (mask, -mask) if each in targets}
            found |= {Finding(where, place, position, card) for card in cards}
        return frozenset(found)

    def links(self) -> frozenset[tuple[int, int, int]]:
        """By place: gathered positions and the deck positions that they are known to come from."""
        deal = self.game.table.state.deal
        if deal is None:
            return frozenset()
        known = {generator_multiple(scalar) for scalar in (*self.scalars, *self.own_secrets())}
        return frozenset(
            (place, before, after)
            for place, hand in enumerate(deal.hands)
            for before, old in zip(
                deal.readable_positions(deal.places[place]),
                deal.hidden_cards(deal.places[place]),
                strict=True,
            )
            for after, new in enumerate(hand.ciphertexts)
            if new.a - old.a in known or old.a - new.a in known
        )

    def may_know(self, finding: Finding) -> bool:
        """Whether a person in these seats would have seen this card at a real table."""
        deal = self.game.table.state.current_deal
        if finding.where == "hand":
            seat = deal.seating.seat_at(deal.places[finding.place])
            return seat in self.seats or finding.position in deal.hands[finding.place].opened
        owner = deal.deck.owners.get(finding.position, -1) if deal.deck else -1
        return owner is PUBLIC or owner in self.seats

    def own_cards(self) -> frozenset[int]:
        """The cards dealt to these seats, as their own players read them."""
        deal = self.game.table.state.current_deal
        return frozenset(
            card.number
            for seat in self.seats
            if deal.readable_positions(deal.seating.place_of(seat))  # type: ignore[arg-type]  # plain numbers
            for card in self.game.players[seat]._hidden_cards(self.game.table.state)
        )

    def _ciphertexts(self, deal: Deal) -> Iterator[tuple[str, int, int, Ciphertext, Element]]:
        """Every ciphertext, as it is and with all masks taken off that can be."""
        deck = deal.deck
        if deck is None or deal.deck_number is None:
            return
        secrets = {
            seat: self.game.vaults[seat].seed(f"deck/{deal.deck_number}").key()
            for seat in self.seats
            if f"deck/{deal.deck_number}" in self.game.vaults[seat].seeds
        }
        for position, ciphertext in enumerate(deck.ciphertexts):
            given = {
                seat: shares[position]
                for seat, shares in enumerate(deck.shares)
                if position in shares
            }
            given |= {seat: ciphertext.a * secret for seat, secret in secrets.items()}
            yield "deck", -1, position, ciphertext, ciphertext.b
            yield "deck", -1, position, ciphertext, _less(ciphertext.b, given.values())
        for place, hand in enumerate(deal.hands):
            own = secrets.get(deal.seating.seat_at(deal.places[place]))
            for position, ciphertext in enumerate(hand.ciphertexts):
                rest = ciphertext.b if own is None else ciphertext.b - ciphertext.a * own
                yield "hand", place, position, ciphertext, rest

    def _targets_of(self, rest: Element) -> Mapping[Element, int]:
        """By mask: the card that `rest` is, should the mask be what hides it."""
        if rest not in self._targets:
            self._targets[rest] = {
                rest - element: number for number, element in enumerate(card_elements())
            }
        return self._targets[rest]


def _less(element: Element, shares: Iterable[Element]) -> Element:
    for share in shares:
        element = element - share
    return element


def _follow_from_plays(deal: Deal) -> Iterator[Element]:
    """x·A for every position that was opened: what is left when its card is taken off."""
    played: Sequence[int] = [card.number for card in deal.played]
    for hand in deal.hands:
        for position in hand.opened:
            for number in played:
                yield hand.ciphertexts[position].b - card_elements()[number]
