"""One written deal, told again by the rules: who holds what, the auction, each card, the score.

A hand need not be written: then what a player shows or plays later tells what he held before, so a
revoke is found wherever the cards prove it. Nothing that is right is ever refused.
"""

from __future__ import annotations

from typing import NoReturn

from belote_net.errors import RuleError
from belote_net.notation.answers import said_words
from belote_net.notation.compass import Compass
from belote_net.notation.holdings import Holdings
from belote_net.notation.playing import LEFT_EXPECTED, PlayTeller
from belote_net.notation.record import DealRecord, Ending, Player
from belote_net.notation.told import RecordRefused, ToldDeal, ToldPlay, Where
from belote_net.rules.auction import Auction, Contract
from belote_net.rules.cards import Place, in_pack_order
from belote_net.rules.match import Match
from belote_net.rules.scoring import DealScore
from belote_net.rules.variants import variant_for


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
        self._holdings = Holdings(self._variant, Compass.of(match.options))
        self._auction: Auction | None = None
        self._play: PlayTeller | None = None
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
            play=self._play.told() if self._play is not None else None,
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
        if contract is None:
            self._check_unplayed()
        else:
            self._play = PlayTeller(
                self._number, self._record, self._before, contract, self._holdings
            )
            self._play.tell()
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
            for card in in_pack_order(hand.cards):
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

    def _check_unplayed(self) -> None:
        """Refuse what there can only be once somebody took."""
        record = self._record
        if record.tricks:
            self._refuse("trick", 0, "a contract expected before a card is played")
        if record.said:
            words = said_words(record.said[0], Compass.of(self._before.options))
            self._refuse(words.partition(" ")[0], 0, f"nothing expected, got {words}")
        if record.departure is not None and record.departure.opened:
            self._refuse("open", 0, LEFT_EXPECTED)

    # The end.

    def _end(self) -> None:
        departure, before, play = self._record.departure, self._before, self._play
        is_passed = self._auction is not None and self._auction.is_over and play is None
        is_played = play is not None and play.is_over
        if departure is not None and (is_passed or (is_played and not self._is_open)):
            self._refuse("left", 0, "nothing expected, the deal was over")
        if departure is not None and departure.ending is not None:
            self._end_without(departure.place, departure.ending)
        elif is_passed:
            self._is_passed = True
            self._match = before.after_all_pass()
        elif play is not None and play.is_over:
            self._end_played(play.told())

    @property
    def _is_open(self) -> bool:
        return self._play is not None and self._play.is_open

    def _end_played(self, play: ToldPlay) -> None:
        self._score = self._variant.score(
            [won.trick for won in play.tricks],
            play.contract,
            belote=play.belote.holder,
            forgiven=play.belote.forgiven,
            declarations=play.declarations,
            held_points=self._before.held_points,
            is_last_deal=self._before.is_last_deal,
        )
        self._match = self._before.after(self._score, play.contract)
        if play.declarations is not None:
            hands = self._holdings.whole_hands()
            self._false_claimers = play.declarations.false_claims(hands)

    def _end_without(self, place: Place, ending: Ending) -> None:
        """The deal of who left is forfeited, or annulled if he had not seen his cards."""
        if self._is_open:
            self._refuse(ending.value, 0, "nothing expected, the hand was opened")
        if ending is Ending.ANNULLED:
            if self._auction is not None or self._record.hands:
                self._refuse(ending.value, 0, "forfeit expected, the cards had been seen")
            self._is_annulled = True
            return
        play = self._play.told() if self._play is not None else None
        self._score = self._variant.forfeit(
            place,
            self._contract,
            belote=play.belote.holder if play else None,
            forgiven=play.belote.forgiven if play else None,
            declarations=play.declarations if play else None,
            held_points=self._before.held_points,
        )
        self._match = self._before.after(self._score, self._contract)
