"""The public record of one player's hidden hand, and what a play must prove (docs/protocol.md §7).

Everybody keeps this record of every hand, and computes from it the statement that a play or a show
has to prove. Nothing of a statement is ever taken from the message that proves it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from belote_protocol.backend import MAX_CARDS
from belote_protocol.elgamal import Ciphertext
from belote_protocol.errors import InvalidProof
from belote_protocol.group import Element, Scalar
from belote_protocol.holding import (
    HoldingMode,
    HoldingProof,
    HoldingStatement,
    Opening,
    prove_holding,
)
from belote_protocol.transcript import RandomBytes, Transcript

_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """What everyone knows about one hand. Cards and positions are numbers from 0.

    Attributes:
        public_key: H of the owner; the ciphertexts are under this key alone.
        ciphertexts: (A_p, E_p) by position; after a gather, positions of the gathered hand.
        opened: positions played.
        known: cards that are in an unopened position, nobody knows which (K).
        absent: cards that the hand is proven not to hold.
        in_clear: cards of the hand that lie in the open, such as a turned card not yet played.
        pack_size: how many cards the pack has.
    """

    public_key: Element
    ciphertexts: tuple[Ciphertext, ...]
    opened: frozenset[int] = _NONE
    known: frozenset[int] = _NONE
    absent: frozenset[int] = _NONE
    in_clear: frozenset[int] = _NONE
    pack_size: int = MAX_CARDS

    def play_statement(
        self,
        position: int,
        card: int,
        *,
        forbidden: Set[int],
        announced: Set[int],
        located: Set[int],
    ) -> HoldingStatement:
        """What playing `position` as `card` must prove.

        Args:
            position: the hidden position to open.
            card: the card that it is claimed to hold.
            forbidden: cards that, were they in the hand, would make this play illegal (F).
            announced: cards that the player announces with this very play to hold still.
            located: all cards whose place is public: played, turned, or known to be in any hand.

        Raises:
            InvalidProof: no proof could make this play right.
        """
        if not 0 <= position < len(self.ciphertexts):
            raise InvalidProof(f"a position below {len(self.ciphertexts)} expected, got {position}")
        if position in self.opened:
            raise InvalidProof(f"position {position} has been opened already")
        if card in self.in_clear:
            raise InvalidProof(f"card {card} lies in the open: it is played by name")
        if card in located and card not in self.known:
            raise InvalidProof(f"card {card} has been located elsewhere")
        if card in self.absent:
            raise InvalidProof(f"card {card} is proven not to be in this hand")
        opening = Opening(position, card, self.ciphertexts[position])
        return self._play(card, opening, forbidden, announced, located) or HoldingStatement(
            HoldingMode.PLAIN, self.public_key, opening, (), _NONE, _NONE
        )

    def clear_play_statement(
        self, card: int, *, forbidden: Set[int], announced: Set[int], located: Set[int]
    ) -> HoldingStatement | None:
        """What playing `card`, which lies in the open, must prove; None if nothing.

        The arguments are those of `play_statement`.

        Raises:
            InvalidProof: no proof could make this play right.
        """
        if card not in self.in_clear:
            raise InvalidProof(f"card {card} does not lie in the open in this hand")
        return self._play(card, None, forbidden, announced, located)

    def contains_statement(self, cards: Set[int], *, located: Set[int]) -> HoldingStatement | None:
        """What showing that the hand holds `cards` must prove; None if it is public already.

        Raises:
            InvalidProof: no proof could make this show right.
        """
        claimed = self._claimed(cards, located)
        rest = self._rest(None)
        if not claimed:
            return None
        known = self.known | claimed
        self._check_room(known, rest)
        span = self._span(located, known, _NONE)
        return HoldingStatement(HoldingMode.CONTAINS, self.public_key, None, rest, known, span)

    def after_play(
        self, position: int | None, card: int, *, forbidden: Set[int], announced: Set[int]
    ) -> HiddenHand:
        """The record after a verified play; `position` is None for a card that lay in the open."""
        in_clear = self.in_clear - {card}
        return replace(
            self,
            opened=self.opened if position is None else self.opened | {position},
            known=(self.known - {card}) | (frozenset(announced) - in_clear),
            absent=self.absent | forbidden,
            in_clear=in_clear,
        )

    def after_show(self, cards: Set[int]) -> HiddenHand:
        """The record after a verified show of `cards`."""
        return replace(self, known=self.known | (frozenset(cards) - self.in_clear))

    def _play(
        self,
        card: int,
        opening: Opening | None,
        forbidden: Set[int],
        announced: Set[int],
        located: Set[int],
    ) -> HoldingStatement | None:
        """The void statement of a play, or None if it would prove nothing about the rest."""
        self._check_cards(forbidden | {card})
        if card in forbidden:
            raise InvalidProof(f"card {card} is illegal here, whatever else is in the hand")
        if card in announced:
            raise InvalidProof(f"card {card} is announced as kept, and played")
        in_the_open = forbidden & self.in_clear
        if in_the_open:
            raise InvalidProof(f"card {min(in_the_open)} lies in the open and forbids this play")
        claimed = self._claimed(announced, located)
        known = (self.known - {card}) | claimed
        if known & forbidden:
            raise InvalidProof(f"card {min(known & forbidden)} is known and forbids this play")
        rest = self._rest(opening)
        self._check_room(known, rest)
        rest_is_known = len(known) == len(rest)
        nothing_new = rest_is_known or forbidden <= located | self.absent
        if nothing_new and not claimed:
            return None
        span = self._span(located, known, forbidden | {card})
        return HoldingStatement(HoldingMode.VOID, self.public_key, opening, rest, known, span)

    def _claimed(self, cards: Set[int], located: Set[int]) -> frozenset[int]:
        """Those of `cards` that are not public yet."""
        self._check_cards(cards)
        claimed = frozenset(cards) - self.known - self.in_clear
        impossible = claimed & (self.absent | located)
        if impossible:
            raise InvalidProof(f"card {min(impossible)} cannot be in this hand")
        return claimed

    def _check_cards(self, cards: Set[int]) -> None:
        for card in cards:
            if not 0 <= card < self.pack_size:
                raise InvalidProof(f"a card below {self.pack_size} expected, got {card}")

    @staticmethod
    def _check_room(known: Set[int], rest: Sequence[tuple[int, Ciphertext]]) -> None:
        if len(known) > len(rest):
            raise InvalidProof(f"{len(known)} known cards do not fit in {len(rest)} positions")

    def _rest(self, opening: Opening | None) -> tuple[tuple[int, Ciphertext], ...]:
        """The hidden positions that stay hidden, with their ciphertexts."""
        gone = self.opened if opening is None else self.opened | {opening.position}
        return tuple(
            (position, ciphertext)
            for position, ciphertext in enumerate(self.ciphertexts)
            if position not in gone
        )

    def _span(self, located: Set[int], known: Set[int], excluded: Set[int]) -> frozenset[int]:
        """The cards that may be in the rest besides the known ones (S)."""
        ruled_out = located | known | excluded | self.absent | self.in_clear
        return frozenset(range(self.pack_size)) - ruled_out


def prove_play(
    statement: HoldingStatement,
    secret: Scalar,
    cards: Sequence[int],
    transcript: Transcript,
    random_bytes: RandomBytes,
) -> HoldingProof:
    """Prove the statement of a play or a show; `cards` are the real ones by position.

    Raises:
        InvalidProof: the statement is false, so nothing can be proven.
    """
    opening = statement.opening
    if opening is not None and cards[opening.position] != opening.card:
        raise InvalidProof(f"position {opening.position} does not hold card {opening.card}")
    held = [cards[position] for position, _ in statement.rest]
    return prove_holding(statement, secret, held, transcript, random_bytes)
