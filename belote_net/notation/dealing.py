"""One written deal, told again by the rules: who holds what, the auction, each card, the score.

A hand need not be written: then what a player shows or plays later tells what he held before, so a
revoke is found wherever the cards prove it. Nothing that is right is ever refused.
"""

from __future__ import annotations

from typing import Final, NoReturn

from belote_net.errors import RuleError
from belote_net.notation.answers import Answers
from belote_net.notation.compass import Compass
from belote_net.notation.holdings import Holdings, written_cards
from belote_net.notation.record import (
    DealRecord,
    Ending,
    PlayedCard,
    Player,
)
from belote_net.notation.told import Laid, Move, Opened, RecordRefused, ToldDeal, Where, check
from belote_net.rules.auction import Auction, Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import Place, in_pack_order
from belote_net.rules.choices import OnAbsence
from belote_net.rules.declarations import Claim, claims_of, detect
from belote_net.rules.match import Match
from belote_net.rules.open_hand import open_card, says_belote
from belote_net.rules.scoring import DealScore
from belote_net.rules.trick import Trick
from belote_net.rules.variants import variant_for

_LEFT_EXPECTED: Final = "the cards that were left in the hand expected"


class DealTeller:
    """Tells one deal; `told` is what it has come to, also when `tell` has refused the rest."""

    def __init__(
        self, number: int, record: DealRecord, match: Match, players: tuple[Player, ...]
    ) -> None:
        self._number = number
        self._players = players
        self._record = record
        self._before = self._match = match
        self._variant = variant_for(match.options)
        self._compass = Compass.of(match.options)
        self._auction: Auction | None = None
        self._belote: BeloteCalls | None = None
        self._holdings = Holdings(self._variant, self._compass)
        self._answers = Answers(number, record.said, self._holdings, self._compass)
        self._tricks: list[Trick] = []
        self._trick: Trick | None = None
        self._moves: list[tuple[Where, Move]] = []
        self._is_open = False
        self._is_passed = False
        self._is_annulled = False
        self._score: DealScore | None = None
        self._false_claimers: tuple[Place, ...] = ()

    def told(self) -> ToldDeal:
        """Return the deal as far as it was told."""
        return ToldDeal(
            number=self._number,
            dealer=self._before.dealer,
            players=self._players,
            record=self._record,
            auction=self._auction,
            belote=self._belote,
            declarations=self._answers.round,
            tricks=tuple(self._tricks),
            trick=self._trick,
            moves=tuple(self._moves),
            is_passed=self._is_passed,
            is_annulled=self._is_annulled,
            score=self._score,
            false_claimers=self._false_claimers,
            match=self._match,
        )

    def tell(self) -> None:
        """Tell the deal to the end of its record.

        Raises:
            RecordRefused: something in it is against the rules; all before it is told.
        """
        self._deal_out()
        self._bid()
        contract = self._contract
        if contract is not None:
            self._begin_play(contract)
            self._play()
        elif self._record.tricks:
            self._refuse("trick", 0, "a contract expected before a card is played")
        self._answer_rest()
        self._check_opened()
        self._end()

    @property
    def _contract(self) -> Contract | None:
        return self._auction.contract if self._auction is not None else None

    def _where(self, part: str, index: int = 0) -> Where:
        return Where(self._number, part, index)

    def _refuse(self, part: str, index: int, reason: str) -> NoReturn:
        raise RecordRefused(self._where(part, index), reason)

    # The hands and the auction.

    def _deal_out(self) -> None:
        record, size = self._record, len(self._variant.pack)
        if record.cut is not None and not 0 < record.cut < size:
            self._refuse("cut", 0, f"a cut of 1 to {size - 1} cards expected, got {record.cut}")
        patterns = self._variant.deal_patterns
        if record.pattern not in (None, *patterns):
            reason = f"{' or '.join(one.value for one in patterns)} expected"
            self._refuse("packets", 0, reason)
        first = len(self._variant.first_hands(self._before.dealer, patterns[0])[0])
        whole = self._variant.hand_size
        shapes = ((first, 0), (first, whole - first), (whole, 0))
        for index, hand in enumerate(record.hands):
            if (len(hand.first), len(hand.later)) not in shapes:
                self._refuse("hand", index, f"{first} and {whole - first} cards expected")
            for card in hand.cards:
                if not self._holdings.give(card, Place(index)):
                    self._refuse("hand", index, f"{card} is in two hands")
        if any(record.turn_up in hand.first and hand.later for hand in record.hands):
            self._refuse("turn", 0, f"{record.turn_up} was dealt before the turned card")

    def _bid(self) -> None:
        record = self._record
        if record.turn_up is not None:
            self._auction = self._variant.start_auction(self._before.dealer, record.turn_up)
        for bid in record.bids:
            if self._auction is None:
                self._refuse("bids", 0, "a turned card expected before bids")
            try:
                self._auction = self._auction.with_bid(bid)
            except RuleError as cause:
                self._refuse("bids", 0, str(cause))
        contract = self._contract
        if not record.hands or self._auction is None:
            return
        if contract is not None and record.turn_up not in record.hands[contract.taker].cards:
            self._refuse("bids", 0, f"{record.turn_up} expected in the hand of who took")
        if any(
            (len(one.cards) == self._variant.hand_size) != (contract is not None)
            for one in record.hands
        ):
            self._refuse("bids", 0, "hands expected as they were after these bids")

    # The play.

    def _begin_play(self, contract: Contract) -> None:
        options, dealer = self._before.options, self._before.dealer
        self._belote = BeloteCalls.start(
            contract.trump, options, forgivable=self._before.forgivable
        )
        self._answers.round = self._variant.start_declarations(dealer, contract.trump)
        for card, place in written_cards(self._record, self._variant, dealer, contract):
            self._holdings.give(card, place)

    def _to_play(self) -> Place:
        contract = self._contract
        if self._trick is not None:
            return self._trick.turn(self._variant.places)
        if self._tricks and contract is not None:
            return self._variant.trick_winner(self._tricks[-1], contract.trump)
        return self._variant.first_place(self._before.dealer)

    def _play(self) -> None:
        for index, cards in enumerate(self._record.tricks):
            if self._trick is not None:
                self._refuse("trick", index, "a whole trick expected before the next one")
            if index == self._variant.hand_size:
                self._refuse("trick", index, "no card expected, all are played")
            self._open_before(index)
            for played in cards:
                place = self._to_play()
                where = self._where("trick", index)
                for move in self._answers.settle(place, where, tricks=len(self._tricks)):
                    self._moves.append(move)
                self._lay(where, place, played)
        self._open_before(len(self._record.tricks))

    def _lay(self, where: Where, place: Place, played: PlayedCard) -> None:
        card, trick, contract = played.card, self._trick or Trick(place), self._contract
        if self._belote is None or contract is None:
            raise LookupError("nobody has taken")
        check(where, self._holdings.why_not_held((card,), place))
        illegality = self._variant.why_not(card, self._holdings.held(place), trick, contract.trump)
        if illegality is not None:
            raise RecordRefused(where, f"{card} may not be played: {illegality.value}")
        self._check_word(where, place, played)
        if self._is_open and self._opened_place == place:
            self._check_open_card(where, played)
            self._tell_opened()
        self._put(where, place, played)

    def _check_word(self, where: Where, place: Place, played: PlayedCard) -> None:
        """Refuse a belote that is said or withheld against what is known of the hand."""
        belote, contract, card = self._belote, self._contract, played.card
        if belote is None or contract is None:
            raise LookupError("nobody has taken")
        if played.announced:
            check(where, self._holdings.why_not_announced(card, place, contract))
        excluded = belote.excluded_by_silence(card)
        if not played.announced and excluded in self._holdings.held(place):
            raise RecordRefused(where, f"belote expected with {card}, got silence")

    def _put(self, where: Where, place: Place, played: PlayedCard) -> None:
        claims: tuple[Claim, ...] = ()
        try:
            if self._belote is not None:
                self._belote = self._belote.with_play(
                    place, played.card, announced=played.announced
                )
            if not self._tricks:
                claims = self._claims(where, place)
        except RuleError as cause:
            raise RecordRefused(where, str(cause)) from cause
        self._moves.append((where, Laid(place, played, claims)))
        self._holdings.play(played.card)
        self._trick = (self._trick or Trick(place)).with_card(played.card)
        if len(self._trick.cards) == self._variant.places:
            self._tricks.append(self._trick)
            self._trick = None

    def _claims(self, where: Where, place: Place) -> tuple[Claim, ...]:
        """What the player declares with his first card; an open hand, all that it holds."""
        held = self._holdings.held(place)
        claims = self._answers.claims(place)
        is_due = self._is_open and place == self._opened_place and self._answers.round is not None
        if is_due and claims != claims_of(detect(held)):
            raise RecordRefused(where, "other declarations expected of the open hand")
        return claims

    def _answer_rest(self) -> None:
        """What was said after the last card that is written."""
        is_played = len(self._tricks) == self._variant.hand_size
        place = None if is_played or self._contract is None else self._to_play()
        self._moves += self._answers.rest(place, tricks=len(self._tricks))

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
        if self._before.options.on_absence is not OnAbsence.OPEN_HAND:
            raise RecordRefused(where, "no hand is opened at this table")
        check(where, self._holdings.why_not_held(in_pack_order(departure.opened), place))
        is_known = len(self._holdings.whole(place)) == self._variant.hand_size
        if not is_known or self._holdings.held(place) != departure.opened:
            raise RecordRefused(where, _LEFT_EXPECTED)
        self._is_open = True

    def _check_open_card(self, where: Where, played: PlayedCard) -> None:
        """An open hand plays and says what the rules say, and nothing else."""
        contract, belote, place = self._contract, self._belote, self._opened_place
        if contract is None or belote is None or place is None:
            raise LookupError("nobody has taken")
        hand = self._holdings.held(place)
        card = open_card(self._variant, hand, self._trick or Trick(place), contract.trump)
        due = PlayedCard(card, says_belote(belote, place, card, hand))
        if played != due:
            word = "with" if due.announced else "without"
            raise RecordRefused(where, f"{card} {word} belote expected of the open hand")

    def _check_opened(self) -> None:
        if self._opened_place is not None and not self._is_open:
            self._refuse("open", 0, _LEFT_EXPECTED)
        self._tell_opened()

    def _tell_opened(self) -> None:
        """The hand was opened when its turn had come: before its first card, if there is one."""
        departure, where = self._record.departure, self._where("open")
        if departure is None or not self._is_open or where in dict(self._moves):
            return
        self._moves.append((where, Opened(departure.place, departure.opened)))

    # The end.

    def _end(self) -> None:
        departure, contract, before = self._record.departure, self._contract, self._before
        is_played = len(self._tricks) == self._variant.hand_size
        self._is_passed = self._auction is not None and self._auction.is_over and contract is None
        if departure is not None and (self._is_passed or (is_played and not self._is_open)):
            self._is_passed = False
            self._refuse("left", 0, "nothing expected, the deal was over")
        if departure is not None and departure.ending is not None:
            self._end_without(departure.place, departure.ending)
        elif self._is_passed:
            self._match = before.after_all_pass()
        elif is_played and contract is not None:
            self._score = self._variant.score(
                self._tricks,
                contract,
                belote=self._belote.holder if self._belote else None,
                forgiven=self._belote.forgiven if self._belote else None,
                declarations=self._answers.round,
                held_points=before.held_points,
                is_last_deal=before.is_last_deal,
            )
            self._match = before.after(self._score, contract)
            if self._answers.round is not None:
                hands = self._holdings.whole_hands()
                self._false_claimers = self._answers.round.false_claims(hands)

    def _end_without(self, place: Place, ending: Ending) -> None:
        """The deal of who left is forfeited, or annulled if he had not seen his cards."""
        if self._is_open:
            self._refuse(ending.value, 0, "nothing expected, the hand was opened")
        if ending is Ending.ANNULLED:
            if self._auction is not None or self._record.hands:
                self._refuse(ending.value, 0, "forfeit expected, the cards had been seen")
            self._is_annulled = True
            return
        self._score = self._variant.forfeit(
            place,
            self._contract,
            belote=self._belote.holder if self._belote else None,
            forgiven=self._belote.forgiven if self._belote else None,
            declarations=self._answers.round,
            held_points=self._before.held_points,
        )
        self._match = self._before.after(self._score, self._contract)
