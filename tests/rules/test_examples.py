"""Every worked example of `examples.json`, under its id; those not played yet are listed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from belote_net.rules.auction import Auction, Contract
from belote_net.rules.belote import BeloteCalls
from belote_net.rules.cards import PACK, Card, Place, Rank, Suit, Team
from belote_net.rules.choices import BeloteCall, Direction, Round2TurnedSuit, Show
from belote_net.rules.counting import CountedDeal, TrickCount
from belote_net.rules.declarations import Claim, Declaration, detect
from belote_net.rules.match import Match
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.rules.scoring import score_deal
from belote_net.rules.trick import Trick, forbidden, legal_cards
from belote_net.rules.variant import DealPattern
from belote_net.rules.variants import variant_for
from tests.rules.declaring import PLACES, begin, honest, settled
from tests.rules.playing import LEGALITY_OPTIONS, Played, cards, says_belote, score

Example = Mapping[str, Any]
_FILE = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
_EXAMPLES: dict[str, Example] = {one["id"]: one for one in _FILE["examples"]}
_PRESETS: dict[str, dict[str, Any]] = _FILE["format"]["presets"]
_RING = {Direction.COUNTER_CLOCKWISE: "SENW", Direction.CLOCKWISE: "SWNE"}

NOT_YET_PLAYED = {
    "bids of contrée and coinche": {
        *("COI-02", "COI-03", "COI-04", "COI-05", "COI-07", "COI-08", "COI-11", "COI-12"),
        *("COI-14", "COI-15", "COI-16", "COI-18", "COI-20", "COI-22", "COI-23", "COI-24"),
        *("COI-26", "COI-27", "AUC-01", "AUC-02", "AUC-03", "AUC-05", "AUC-07", "AUC-09"),
        *("AUC-11", "AUC-12"),
    },
    "no trump and all trumps": {
        *("LEG-18", "LEG-20", "LEG-21", "BEL-08", "VAR-01", "VAR-05", "VAR-06"),
    },
}


def translate(values: Mapping[str, Any]) -> dict[str, Any]:
    """Spell a map of `examples.json` as our options.

    `belote_forget=forfeit` is what `belote_call` is where it forgives nothing.
    """
    spelled = {name: value for name, value in values.items() if name in Options().to_map()}
    if "deal_pattern" in spelled:
        spelled["deal_pattern"] = spelled["deal_pattern"].replace(
            "choice_3-2_or_2-3", "dealer_choice"
        )
    if spelled.get("partner_trumped") == "no_undertrump_if_can_over":
        spelled["partner_trumped"] = "no_undertrump"
    if spelled.get("annonce_tie") == "trump_then_first_speaker":
        spelled["annonce_tie"] = "first_speaker"
    if values.get("belote_forget") == "forfeit":
        spelled["belote_call"] = "auto"
    if spelled.get("end") == "fixed_12_deals":
        spelled |= {"end": "fixed_deals", "deals": 12, "target": 0}
    if "no_win_on_belote_if_capot" in values:
        spelled["belote_alone_wins"] = not values["no_win_on_belote_if_capot"]
    return spelled


def options_of(example: Example) -> Options:
    """The options of an example: of its preset, then its own."""
    preset = translate(_PRESETS[example["preset"]])
    if example["preset"] not in PRESETS:
        preset = {name: preset[name] for name in LEGALITY_OPTIONS}
    return Options.from_map(Options().to_map() | preset | translate(example["options"]))


def of_kind(kind: str) -> list[Any]:
    """The examples of a kind that are played, as parameters named by their ids."""
    left_out = set[str]().union(*NOT_YET_PLAYED.values())
    return [
        pytest.param(one, id=name)
        for name, one in _EXAMPLES.items()
        if one["kind"] == kind and name not in left_out
    ]


def examples(kind: str) -> Callable[..., Any]:
    """Run a test once for each example of `kind`."""
    return pytest.mark.parametrize("example", of_kind(kind))


def test_every_example_is_played_or_listed() -> None:
    kinds = (
        *("legal_cards", "trick_winner", "deal_score", "belote", "first_speaker", "deal"),
        *("legal_bids", "next_dealer", "first_lead", "game_end", "announce_detect"),
        "announce_compare",
    )
    played = {param.id for kind in kinds for param in of_kind(kind)}
    left_out = set[str]().union(*NOT_YET_PLAYED.values())
    assert played | left_out == set(_EXAMPLES)
    assert not played & left_out
    assert len(_EXAMPLES) == 126


def test_what_is_left_out_is_of_another_game() -> None:
    other_kinds = {
        "bids of contrée and coinche": {"coinche_score", "auction"},
        "no trump and all trumps": {"moderne_score", "card_total"},
    }
    for reason, names in NOT_YET_PLAYED.items():
        for example in map(_EXAMPLES.__getitem__, names):
            situation = example["situation"]
            assert example["kind"] in other_kinds[reason] or situation.get("trump") in ("SA", "TA")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_those_of_the_examples(name: str) -> None:
    spelled = translate(_PRESETS[name])
    assert Options.from_map(Options().to_map() | spelled) == PRESETS[name]
    untold = {"show", "belote_alone_wins", "audit", "on_absence", "end", "deals"}
    assert set(spelled) | untold == set(Options().to_map())


def test_the_presets_are_all_those_of_this_game() -> None:
    others = {"contree", "contree-faits-demandes", "contree-cannes", "contree-annonces", "coinche"}
    assert set(PRESETS) == set(_PRESETS) - others
    known = {*Options().to_map(), "belote_forget"}
    for name in PRESETS:
        assert set(_PRESETS[name]) <= known


@examples("legal_cards")
def test_legal_cards(example: Example) -> None:
    options, situation = options_of(example), example["situation"]
    held = frozenset(cards(" ".join(situation["hand"])))
    for leader in map(Place, range(4)):
        trick = Trick(leader=leader, cards=cards(" ".join(situation["trick"])))
        legal = legal_cards(held, trick, Suit(situation["trump"]), options)
        assert legal == set(cards(" ".join(example["expected"]["legal"])))
        for card in held:
            barred_by = forbidden(card, trick, Suit(situation["trump"]), options)
            assert (card in legal) is held.isdisjoint(barred_by)


@examples("trick_winner")
def test_trick_winner(example: Example) -> None:
    situation = example["situation"]
    variant = variant_for(options_of(example))
    for leader in map(Place, range(4)):
        trick = Trick(leader=leader, cards=cards(" ".join(situation["trick"])))
        order = variant.order_from(leader)
        winner = variant.trick_winner(trick, Suit(situation["trump"]))
        assert order.index(winner) == example["expected"]["winner_index"]


def played_deal(situation: Mapping[str, Any], taker: Team, last: Team) -> CountedDeal:
    """The deal of a `deal_score` example, with the taker in either team."""
    defence = Team(1 - taker)
    team = {"taker": taker, "defence": defence}
    points = {taker: situation["taker_cards"], defence: situation["defence_cards"]}
    declared = {taker: situation.get("ann_taker", 0), defence: situation.get("ann_defence", 0)}
    tricks = {taker: 4, defence: 4}
    if "capot" in situation:
        last = team[situation["capot"]]
        tricks = {last: 8, Team(1 - last): 0}
    return CountedDeal(
        count=TrickCount(
            points=(points[Team(0)], points[Team(1)]),
            tricks=(tricks[Team(0)], tricks[Team(1)]),
            last=last,
        ),
        taker=taker,
        belote=team[situation["belote"]] if "belote" in situation else None,
        declarations=(declared[Team(0)], declared[Team(1)]),
        held_points=situation.get("pool", 0),
        is_last_deal=situation.get("last_deal", False),
    )


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("taker", [0, 1])
@examples("deal_score")
def test_deal_score(example: Example, taker: int, last: int) -> None:
    deal = played_deal(example["situation"], Team(taker), Team(last))
    result, expected = score_deal(deal, options_of(example)), example["expected"]
    assert result.points[taker] == expected["taker"]
    assert result.points[1 - taker] == expected["defence"]
    assert result.held_after == expected["pool_after"]
    assert result.outcome.value == expected["result"]


@examples("belote")
def test_belote(example: Example) -> None:
    situation, expected = example["situation"], example["expected"]
    trump, options = Suit(situation["trump"]), options_of(example)
    if "hands" in situation:
        calls = BeloteCalls.start(trump, options)
        for place, texts in situation["hands"].items():
            held = frozenset(map(Card.parse, texts))
            for card in map(Card.parse, texts):
                said = says_belote(calls, Place(int(place)), card, held)
                calls = calls.with_play(Place(int(place)), card, announced=said)
        assert calls.holder is expected["belote"]
        return
    calls = BeloteCalls.start(trump, replace(options, belote_call=BeloteCall.MANUAL_STRICT))
    for text, word in zip(situation["plays"], situation["said"], strict=True):
        calls = calls.with_play(
            Place(situation["holder"]), Card.parse(text), announced=word is not None
        )
    assert 20 * (calls.holder == situation["holder"]) == expected["points"]


@examples("announce_detect")
def test_announce_detect(example: Example) -> None:
    found = detect(frozenset(cards(" ".join(example["situation"]["hand"]))))
    assert sum(one.points for one in found) == example["expected"]["total"]
    told = [detected(one) for one in found]
    assert told == [text.split(" (")[0] for text in example["expected"]["combos"]]


def detected(one: Declaration) -> str:
    """A declaration as the examples name it."""
    if one.suit is None:
        return f"carré {one.height}"
    names = {Claim.TIERCE: "tierce", Claim.FIFTY: "cinquante", Claim.HUNDRED: "cent"}
    return f"{names[one.claim]} {one.cards[-1]}"


def declaration_named(text: str) -> Declaration:
    """Read "carre_A" or "seq3_KS": a sequence of three to the king of spades."""
    kind, best = text.split("_")
    if kind == "carre":
        return Declaration.of(Card(Rank(best), suit) for suit in Suit)
    top, length = Card.parse(best), int(kind.removeprefix("seq"))
    return Declaration.of(PACK[top.number + 1 - length : top.number + 1])


@pytest.mark.parametrize("show", Show)
@pytest.mark.parametrize("second_holder", [0, 1], ids=["one hand", "partners"])
@examples("announce_compare")
def test_announce_compare(example: Example, second_holder: int, show: Show) -> None:
    situation, expected = example["situation"], example["expected"]
    options, trump = options_of(example), Suit(situation["trump"])
    held: dict[Place, list[Declaration]] = {place: [] for place in PLACES}
    for first, side in enumerate(("team_first", "team_second")):
        for index, text in enumerate(situation[side]):
            holder = PLACES[first + 2 * (second_holder if index else 0)]
            held[holder].append(declaration_named(text))
    start = begin(trump, tie=options.annonce_tie, show=show)
    speakers = {place: honest(some, trump) for place, some in held.items()}
    result = settled(start, speakers)
    scorer = {"team_first": 0, "team_second": 1, None: None}[expected["scorer"]]
    assert result.is_settled
    assert result.scoring_team == scorer
    points = [result.points(Team(0)), result.points(Team(1))]
    assert points == [expected["points"] * (team == scorer) for team in (0, 1)]


def ring(options: Options, dealer: str) -> str:
    """The compass points in turn order, the dealer first."""
    points = _RING[options.direction]
    return points[points.index(dealer) :] + points[: points.index(dealer)]


@examples("first_speaker")
def test_first_speaker(example: Example) -> None:
    options = options_of(example)
    first = variant_for(options).first_place(Place(0))
    assert ring(options, example["situation"]["dealer"])[first] == example["expected"]["seat"]


@examples("first_lead")
def test_first_lead(example: Example) -> None:
    options = options_of(example)
    first = variant_for(options).first_place(Place(0))
    points = ring(options, example["situation"]["dealer"])
    assert points[first] == example["expected"]["seat"] != example["situation"]["taker"]


@examples("next_dealer")
def test_next_dealer(example: Example) -> None:
    options = options_of(example)
    dealer = Match.start(options, Place(0)).after_all_pass().dealer
    assert ring(options, example["situation"]["dealer"])[dealer] == example["expected"]["dealer"]


@examples("deal")
def test_deal(example: Example) -> None:
    options, situation = options_of(example), example["situation"]
    variant, pattern = variant_for(options), DealPattern(situation["pattern"])
    points, deck = ring(options, situation["dealer"]), situation["deck"]
    position = variant.turn_up_position(Place(0), pattern)
    assert position is not None
    dealt: dict[str, Any] = {"turned": deck[position]}
    for place, positions in enumerate(variant.first_hands(Place(0), pattern)):
        dealt[points[place]] = [deck[index] for index in positions]
    assert dealt == example["expected"]


@examples("legal_bids")
def test_legal_bids(example: Example) -> None:
    situation = example["situation"]
    auction = Auction(
        turn_up=Card.parse(situation["turned"]),
        order=variant_for(options_of(example)).order_from(Place(0)),
        turned_suit_again=Round2TurnedSuit(options_of(example).round2_turned_suit),
    )
    while auction.round < situation["round"]:
        auction = auction.with_bid(auction.legal_bids()[0])
    said = [f"take_{bid}" if bid.trump else "pass" for bid in auction.legal_bids()]
    assert said == example["expected"]["bids"]


def match_after(example: Example, taker: Place) -> Match:
    """Play the last deal of a `game_end` example, with the taker given where it leaves it open."""
    options, situation = options_of(example), example["situation"]
    contract = Contract(taker=taker, trump=Suit.HEARTS)
    deal = {"taker_cards": 90, "defence_cards": 72}
    before = situation.get("before")
    if "deal" in situation:
        capoted = situation["capoted"]
        side = "defence" if capoted == taker else "taker"
        deal = {"taker_cards": 0, "defence_cards": 252}
        if side == "taker":
            deal = {"taker_cards": 252, "defence_cards": 0}
        other = "taker" if side == "defence" else "defence"
        deal |= {"capot": side, "belote": other}  # type: ignore[dict-item]  # texts beside numbers
    elif before is not None:
        deal = {name: situation[name] for name in deal}
    result = score_deal(played_deal(deal, Team(taker), Team(0)), options)
    if before is None:
        pairs = zip(situation["scores"], result.points, strict=True)
        before = [score - written for score, written in pairs]
    else:
        assert situation.get("deal", list(result.points)) == list(result.points)
    match = replace(
        Match.start(options, Place(0)),
        scores=tuple(before),
        deals_played=situation.get("deals_played", 12) - 1,
    )
    return match.after(result, contract)


@examples("game_end")
def test_game_end(example: Example) -> None:
    situation, expected = example["situation"], example["expected"]
    takers = [situation.get("last_taker", situation.get("taker"))]
    for taker in [0, 1] if takers == [None] else takers:
        match = match_after(example, Place(taker))
        assert match.is_over is expected["over"]
        assert match.winner == expected.get("winner")
        if "scores" in expected:
            assert list(match.scores) == expected["scores"]


def test_belote_example_in_a_played_deal() -> None:
    """The whole way: king and queen of hearts in one hand of a deal that is played to its end."""
    variant = variant_for(Options())
    by_rank = [
        Trick(leader=Place(0), cards=tuple(Card(rank, suit) for suit in Suit)) for rank in Rank
    ]
    contract = Contract(taker=Place(1), trump=Suit.HEARTS)
    played = Played(contract=contract, tricks=tuple(by_rank), belote=Place(1))
    result = score(variant, played, Match.start(Options(), Place(0)))
    # Hearts, which the second player plays to every trick, are trump: he wins them all.
    assert result.points == (0, 272)
    assert result.belote == 1
