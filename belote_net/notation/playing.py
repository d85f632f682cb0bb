"""The play of one written deal, told again by the rules: each card, and what was said with it."""

from __future__ import annotations

from typing import Final

from belote_net.errors import RuleError
from belote_net.notation.answers import Answers
from belote_net.notation.compass import Compass
from belote_net.notation.holdings import Holdings, written_cards
from belote_net.notation.record import DealRecord, PlayedCard
from belote_net.notation.told import (
    Laid,
    Move,
    Opened,
    RecordRefused,
    ToldPlay,
    Where,
    WonTrick,
    check,
)
from belote_net.rules.auction import Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Place, in_pack_order
from belote_net.rules.choices import OnAbsence
from belote_net.rules.counting import trick_points
from belote_net.rules.declarations import Claim, claims_of, detect
from belote_net.rules.match import Match
from belote_net.rules.open_hand import open_card, says_belote
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for

LEFT_EXPECTED: Final = "the cards that were left in the hand expected"


class PlayTeller:
    """Tells the play of a deal that somebody took.

    Attributes:
        is_open: whether the hand of who left was opened.
    """

    def __init__(
        self, number: int, record: DealRecord, before: Match, contract: Contract, holdings: Holdings
    ) -> None:
        self._number = number
        self._record = record
        self._options = before.options
        self._variant = variant = variant_for(before.options)
        self._contract = contract
        self._holdings = holdings
        dealer, trump = before.dealer, contract.trump
        for card, place in written_cards(record, variant, dealer, contract):
            holdings.give(card, place)
        declarations = variant.start_declarations(dealer, trump)
        compass = Compass.of(before.options)
        self._answers = Answers(number, record.said, declarations, holdings, compass)
        self._belote = BeloteCalls.start(trump, before.options, forgivable=before.forgivable)
        self._tricks: list[WonTrick] = []
        self._trick = Trick(variant.first_place(dealer))
        self._moves: list[tuple[Where, Move]] = []
        self.is_open = False

    def told(self) -> ToldPlay:
        """Return the play as far as it was told."""
        return ToldPlay(
            contract=self._contract,
            belote=self._belote,
            declarations=self._answers.round,
            tricks=tuple(self._tricks),
            trick=self._trick,
            moves=tuple(self._moves),
        )

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""
        return len(self._tricks) == self._variant.hand_size

    def tell(self) -> None:
        """Tell the play to the end of its record.

        Raises:
            RecordRefused: something in it is against the rules; all before it is told.
        """
        for index, cards in enumerate(self._record.tricks):
            where = self._where("trick", index)
            if self._trick.cards:
                raise RecordRefused(where, "a whole trick expected before the next one")
            if self.is_over:
                raise RecordRefused(where, "no card expected, all are played")
            self._open_before(index)
            for played in cards:
                place = self._to_play()
                self._moves += self._answers.settle(place, where, tricks=len(self._tricks))
                self._lay(where, place, played)
        self._open_before(len(self._record.tricks))
        place_next = None if self.is_over else self._to_play()
        self._moves += self._answers.rest(place_next, tricks=len(self._tricks))
        if self._opened_place is not None and not self.is_open:
            raise RecordRefused(self._where("open"), LEFT_EXPECTED)
        self._tell_opened()

    def _where(self, part: str, index: int = 0) -> Where:
        return Where(self._number, part, index)

    def _to_play(self) -> Place:
        return self._trick.turn(self._variant.places)

    def _lay(self, where: Where, place: Place, played: PlayedCard) -> None:
        """Put a card on the table that may be played, with what is said of it.

        Raises:
            RecordRefused: it may not, or something else had to be said.
        """
        card, trump = played.card, self._contract.trump
        check(where, self._holdings.why_not_held((card,), place))
        held = self._holdings.held(place)
        illegality = self._variant.why_not(card, held, self._trick, trump)
        if illegality is not None:
            raise RecordRefused(where, f"{card} may not be played: {illegality.value}")
        self._check_word(where, place, played)
        if self.is_open and self._opened_place == place:
            self._check_open_card(where, place, played)
            self._tell_opened()
        claims: tuple[Claim, ...] = ()
        try:
            self._belote = self._belote.with_play(place, card, announced=played.announced)
        except RuleError as cause:
            raise RecordRefused(where, str(cause)) from cause
        if not self._tricks:
            claims = self._claims(where, place)
        self._moves.append((where, Laid(place, played, claims)))
        self._holdings.play(card)
        self._put(played)

    def _put(self, played: PlayedCard) -> None:
        self._trick = trick = self._trick.with_card(played.card)
        if len(trick.cards) < self._variant.places:
            return
        trump = self._contract.trump
        winner = self._variant.trick_winner(trick, trump)
        is_last = len(self._tricks) == self._variant.hand_size - 1
        points = trick_points(trick, trump, is_last=is_last)
        self._tricks.append(WonTrick(trick, winner, points))
        self._trick = Trick(winner)

    def _check_word(self, where: Where, place: Place, played: PlayedCard) -> None:
        """Refuse a belote that is said or withheld against what is known of the hand."""
        card = played.card
        if played.announced:
            check(where, self._holdings.why_not_announced(card, place, self._contract))
        excluded = self._belote.excluded_by_silence(card)
        if not played.announced and excluded in self._holdings.held(place):
            raise RecordRefused(where, f"belote expected with {card}, got silence")

    def _claims(self, where: Where, place: Place) -> tuple[Claim, ...]:
        """What the player declares with his first card; an open hand, all that it holds."""
        held = self._holdings.held(place)
        claims = self._answers.claims(place)
        is_due = self.is_open and place == self._opened_place and self._answers.round is not None
        if is_due and claims != claims_of(detect(held)):
            raise RecordRefused(where, "other declarations expected of the open hand")
        return claims

    # A hand that was opened.

    @property
    def _opened_place(self) -> Place | None:
        departure = self._record.departure
        return departure.place if departure is not None and departure.opened else None

    def _open_before(self, trick: int) -> None:
        """Open the hand of who left, if just this many of its cards were played."""
        departure = self._record.departure
        if departure is None or not departure.opened:
            return
        if len(departure.opened) != self._variant.hand_size - trick:
            return
        where, place = self._where("open"), departure.place
        if self._options.on_absence is not OnAbsence.OPEN_HAND:
            raise RecordRefused(where, "no hand is opened at this table")
        check(where, self._holdings.why_not_held(in_pack_order(departure.opened), place))
        is_known = len(self._holdings.whole(place)) == self._variant.hand_size
        if not is_known or self._holdings.held(place) != departure.opened:
            raise RecordRefused(where, LEFT_EXPECTED)
        self.is_open = True

    def _check_open_card(self, where: Where, place: Place, played: PlayedCard) -> None:
        """An open hand plays and says what the rules say, and nothing else."""
        hand = self._holdings.held(place)
        card = open_card(self._variant, hand, self._trick, self._contract.trump)
        due = PlayedCard(card, says_belote(self._belote, place, card, hand))
        if played != due:
            word = "with" if due.announced else "without"
            raise RecordRefused(where, f"{card} {word} belote expected of the open hand")

    def _tell_opened(self) -> None:
        """The hand was opened when its turn had come: before its first card, if there is one."""
        departure, where = self._record.departure, self._where("open")
        if departure is None or not self.is_open or where in dict(self._moves):
            return
        self._moves.append((where, Opened(departure.place, departure.opened)))
