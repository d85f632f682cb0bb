"""The auction: whose turn, what may be said, when it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_net.errors import IllegalBid, NotationError
from belote_net.rules.auction import PASS, Auction, Bid, Contract
from belote_net.rules.cards import PACK, Card, Place, Suit
from belote_net.rules.choices import Round2TurnedSuit
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for

_AGAIN = Options(round2_turned_suit=Round2TurnedSuit.ALLOWED)


def start(dealer: int = 3, turn_up: str = "9H", options: Options | None = None) -> Auction:
    """The auction of a deal by `dealer`."""
    variant = variant_for(options or Options())
    return variant.start_auction(Place(dealer), Card.parse(turn_up))


def said(auction: Auction, *bids: Bid) -> Auction:
    """The auction after these bids."""
    for bid in bids:
        auction = auction.with_bid(bid)
    return auction


def test_bids_are_written_and_read() -> None:
    for bid in (PASS, *map(Bid, Suit)):
        assert Bid.parse(str(bid)) == bid
    assert [str(PASS), str(Bid(Suit.HEARTS))] == ["pass", "H"]


@pytest.mark.parametrize("text", ["", "Pass", "h", "90", "90H", "TA", "take"])
def test_other_texts_are_no_bids(text: str) -> None:
    with pytest.raises(NotationError):
        Bid.parse(text)


@pytest.mark.parametrize("dealer", range(4))
def test_each_speaks_once_a_round_from_the_place_after_the_dealer(dealer: int) -> None:
    auction, speakers = start(dealer), []
    while auction.turn is not None:
        speakers.append((auction.round, auction.turn))
        auction = auction.with_bid(PASS)
    order = [(dealer + step) % 4 for step in range(1, 5)]
    assert speakers == [(1, place) for place in order] + [(2, place) for place in order]
    assert auction.is_over
    assert auction.contract is None
    assert auction.legal_bids() == ()
    assert auction.round == 2


def test_first_round_offers_the_turned_suit_only() -> None:
    assert start().legal_bids() == (PASS, Bid(Suit.HEARTS))
    with pytest.raises(IllegalBid, match="pass or H expected, got S"):
        start().with_bid(Bid(Suit.SPADES))


def test_second_round_offers_the_others() -> None:
    auction = said(start(), PASS, PASS, PASS, PASS)
    assert " ".join(map(str, auction.legal_bids())) == "pass S D C"
    with pytest.raises(IllegalBid, match="pass or S or D or C expected, got H"):
        auction.with_bid(Bid(Suit.HEARTS))


def test_second_round_may_offer_the_turned_suit_again() -> None:
    auction = said(start(options=_AGAIN), PASS, PASS, PASS, PASS)
    assert " ".join(map(str, auction.legal_bids())) == "pass S H D C"
    taken = auction.with_bid(Bid(Suit.HEARTS))
    assert taken.contract == Contract(taker=Place(0), trump=Suit.HEARTS)


@pytest.mark.parametrize("passes", range(8))
def test_a_take_ends_it(passes: int) -> None:
    auction = said(start(dealer=1), *[PASS] * passes)
    place, bid = auction.turn, auction.legal_bids()[-1]
    taken = auction.with_bid(bid)
    assert taken.is_over
    assert taken.turn is None
    assert taken.round == auction.round == (1 if passes < 4 else 2)
    assert place is not None
    assert bid.trump is not None
    assert taken.contract == Contract(taker=place, trump=bid.trump)
    with pytest.raises(IllegalBid, match="the auction is over, got pass"):
        taken.with_bid(PASS)


def test_nothing_is_said_after_all_have_passed() -> None:
    auction = said(start(), *[PASS] * 8)
    with pytest.raises(IllegalBid, match="over"):
        auction.with_bid(Bid(Suit.CLUBS))


@given(st.data(), st.sampled_from(PACK), st.sampled_from([Options(), _AGAIN]))
def test_any_auction_ends_and_is_what_its_bids_say(
    data: st.DataObject, turn_up: Card, options: Options
) -> None:
    auction = start(turn_up=str(turn_up), options=options)
    while not auction.is_over:
        assert auction.contract is None
        assert auction.legal_bids()[0] == PASS
        auction = auction.with_bid(data.draw(st.sampled_from(auction.legal_bids())))
    assert 1 <= len(auction.bids) <= 8
    again = said(start(turn_up=str(turn_up), options=options), *(bid for _, bid in auction.bids))
    assert again == auction
