"""What the plain interface says: by the text itself, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from belote_cli.card_text import Faces
from belote_cli.pen import Colour
from belote_cli.plain.answers import answer, help_lines, why_line
from belote_cli.plain.inputs import Ask, Lay, Speak, Topic, Unclear, Why
from belote_cli.plain.narrate import narrate
from belote_cli.plain.situation import (
    hand_line,
    last_trick_line,
    listed_hand,
    rules_lines,
    score_lines,
    table_lines,
    turn_lines,
    waiting_line,
)
from belote_cli.rule_words import refusal_of_card
from belote_cli.scene import Scene
from belote_cli.score_words import formula
from belote_cli.words import Language
from belote_net.rules.auction import PASS, Bid, Contract
from belote_net.rules.cards import Card, Place, Rank, Suit, Team
from belote_net.rules.choices import ContractRule, Overtrump
from belote_net.rules.contract_check import ContractCheck
from belote_net.rules.declarations import Claim, InTrumps
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS, nearest_preset
from belote_net.rules.scoring import DealScore, Line, LineKind, Outcome
from belote_net.rules.trick import Illegality
from belote_net.table.events import (
    AllPassed,
    Announcement,
    BidMade,
    CardPlayed,
    CardTurned,
    ContractMade,
    DealBegan,
    DealScored,
    DeckReady,
    DeclarationsShown,
    Event,
    FalseClaimsFound,
    GameOver,
    HeightTold,
    PackCut,
    ResultSigned,
    SeatsTaken,
    TrickWon,
    TrumpAnswered,
)
from tests.cli.games import (
    bidding_views,
    constrained_view,
    finished_game,
    pen,
    playing_views,
)
from tests.rules.declaring import declaration

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)
ME, LEFT = Place(0), Place(1)


def scene(me: Place | None = ME) -> Scene:
    return Scene.of_game(finished_game().table.state, me)


LITIGE = DealScore(
    outcome=Outcome.LITIGE,
    points=(0, 81),
    card_points=(81, 81),
    taker=Team(0),
    belote=None,
    held_before=0,
    held_after=81,
    formula=(
        Line(LineKind.CARDS, Team(0), 71),
        Line(LineKind.LAST_TRICK, Team(0), 10),
        Line(LineKind.CARDS, Team(1), 81),
        Line(LineKind.HELD_BACK, Team(0), -81),
    ),
    reason=ContractCheck(taker_total=81, defence_total=81, needed=82, rule=ContractRule.MAJORITY),
)
HEARTS = Contract(LEFT, Suit.HEARTS)

TOLD: list[tuple[Event, str, str]] = [
    (DealBegan(3, ME), "Donne 3. Vous distribuez.", "Deal 3. You deal."),
    (DealBegan(3, LEFT), "Donne 3. Inès distribue.", "Deal 3. Inès deals."),
    (PackCut(LEFT, 12), "Inès coupe 12 cartes.", "Inès cuts 12 cards."),
    (CardTurned(Card.parse("JH")), "Retourne : V♥.", "Turned card: J♥."),
    (BidMade(ME, PASS, 1), "Vous passez.", "You pass."),
    (BidMade(LEFT, PASS, 1), "Inès passe.", "Inès passes."),
    (BidMade(LEFT, Bid(Suit.HEARTS), 1), "Inès prend à ♥ cœur.", "Inès takes ♥ hearts."),
    (BidMade(ME, Bid(Suit.CLUBS), 2), "Vous prenez à ♣ trèfle.", "You take ♣ clubs."),
    (
        AllPassed(),
        "Tout le monde a passé : on redonne.",
        "All have passed: the cards are thrown in.",
    ),
    (
        CardPlayed(LEFT, Card.parse("KH"), Announcement.BELOTE, ()),
        "Inès joue R♥. Belote !",
        "Inès plays K♥. Belote!",
    ),
    (
        CardPlayed(ME, Card.parse("QH"), Announcement.REBELOTE, ()),
        "Vous jouez D♥. Rebelote !",
        "You play Q♥. Rebelote!",
    ),
    (CardPlayed(LEFT, Card.parse("7S"), None, ()), "Inès joue 7♠.", "Inès plays 7♠."),
    (
        CardPlayed(LEFT, Card.parse("KS"), None, (Claim.TIERCE,)),
        "Inès joue R♠ et annonce une tierce.",
        "Inès plays K♠ and declares a tierce.",
    ),
    (
        CardPlayed(ME, Card.parse("KH"), Announcement.BELOTE, (Claim.FOUR_100, Claim.TIERCE)),
        "Vous jouez R♥ et annoncez un carré et une tierce. Belote !",
        "You play K♥ and declare a four of a kind and a tierce. Belote!",
    ),
    (
        CardPlayed(LEFT, Card.parse("7S"), None, (Claim.TIERCE, Claim.TIERCE)),
        "Inès joue 7♠ et annonce deux tierces.",
        "Inès plays 7♠ and declares two tierces.",
    ),
    (HeightTold(LEFT, Rank.KING), "Inès : au roi.", "Inès: king high."),
    (HeightTold(ME, None), "Vous : pas mieux.", "You: no better."),
    (TrumpAnswered(LEFT, InTrumps.YES), "Inès : à l'atout.", "Inès: in trumps."),
    (TrumpAnswered(ME, InTrumps.NO), "Vous : pas à l'atout.", "You: not in trumps."),
    (
        DeclarationsShown(LEFT, (declaration("JS QS KS"),)),
        "Inès montre : tierce R♠ D♠ V♠.",
        "Inès shows: tierce K♠ Q♠ J♠.",
    ),
    (
        DeclarationsShown(ME, (declaration("9S 9H 9D 9C"), declaration("JH QH KH"))),
        "Vous montrez : carré 9♣ 9♦ 9♥ 9♠, tierce R♥ D♥ V♥.",
        "You show: four of a kind 9♣ 9♦ 9♥ 9♠, tierce K♥ Q♥ J♥.",
    ),
    (
        DeclarationsShown(LEFT, ()),
        "Inès ne peut pas montrer son annonce : rien n'est compté.",
        "Inès cannot show what was declared: it does not count.",
    ),
    (
        DeclarationsShown(ME, ()),
        "Vous ne pouvez pas montrer ce que vous avez annoncé : rien n'est compté.",
        "You cannot show what you declared: it does not count.",
    ),
    (
        FalseClaimsFound((ME, LEFT)),
        "Vous aviez annoncé ce qui n'était pas dans votre jeu.\n"
        "Inès avait annoncé ce qui n'était pas dans son jeu.",
        "You had declared what was not in your hand.\nInès had declared what was not in the hand.",
    ),
    (TrickWon(LEFT, 21, 3), "Pli 3 pour Inès : 21 points.", "Trick 3 goes to Inès: 21 points."),
    (TrickWon(ME, 0, 4), "Pli 4 pour vous : 0 point.", "Trick 4 is yours: 0 points."),
    (
        GameOver(0, (1012, 880)),
        "La partie est finie : vous avez gagné ! Score : nous 1012, eux 880.",
        "The match is over: you win! Score: us 1012, them 880.",
    ),
    (
        GameOver(1, (880, 1012)),
        "La partie est finie : vous avez perdu. Score : nous 880, eux 1012.",
        "The match is over: you lose. Score: us 880, them 1012.",
    ),
    (
        GameOver(None, (1000, 1000)),
        "La partie est finie : égalité. Score : nous 1000, eux 1000.",
        "The match is over: a draw. Score: us 1000, them 1000.",
    ),
    (ResultSigned(2), "Jo signe le résultat.", "Jo signs the result."),
]


@pytest.mark.parametrize(("event", "french", "english"), TOLD)
def test_events_are_told(event: Event, french: str, english: str) -> None:
    assert "\n".join(narrate(event, scene(), FRENCH)).strip() == french
    assert "\n".join(narrate(event, scene(), ENGLISH)).strip() == english


def test_machine_steps_are_not_told() -> None:
    assert narrate(DeckReady(1), scene(), FRENCH) == ()
    assert narrate(ContractMade(HEARTS), scene(), FRENCH) == ()


def test_who_sits_where_is_told() -> None:
    assert narrate(SeatsTaken(), scene(), FRENCH) == (
        "Dans l'ordre du jeu : Léa, Inès, Jo, Marcel.",
        "Votre partenaire : Jo.",
    )
    assert len(narrate(SeatsTaken(), scene(None), FRENCH)) == 1


def test_a_litige_is_told_with_its_formula() -> None:
    lines = narrate(DealScored(2, HEARTS, LITIGE, (100, 181)), scene(), FRENCH)
    assert lines == (
        "Donne 2, ♥ cœur, pris par Inès : litige : les deux camps ont autant de points.",
        "Contrat : preneur 81, défense 81 ; il fallait 82 "
        "(option litige = carry : les points du preneur attendent le gagnant de la donne "
        "suivante).",
        "Nous : cartes 71 + dix de der 10 - en litige 81 = 0",
        "Eux : cartes 81 = 81",
        "81 points en litige, pour le gagnant de la donne suivante.",
        "Score : nous 100, eux 181.",
    )
    for team in scene().teams():
        assert formula(LITIGE, team, FRENCH).endswith(f"= {LITIGE.points[team]}")


def test_both_sides_read_their_own_side_first() -> None:
    event = DealScored(2, HEARTS, LITIGE, (100, 181))
    assert "nous 181, eux 100" in narrate(event, scene(LEFT), FRENCH)[-1]
    assert "Léa et Jo 100, Inès et Marcel 181" in narrate(event, scene(None), FRENCH)[-1]


def test_every_event_of_a_game_is_one_printable_line_each() -> None:
    for event in finished_game().events:
        for reader in (FRENCH, ENGLISH):
            for line in narrate(event, scene(), reader):
                assert line.isprintable()


def test_legal_cards_are_marked() -> None:
    view = constrained_view()
    line = hand_line(view, FRENCH)
    marked = {text for text in re.findall(r"\d+:(\S+)\*", line)}
    assert marked == {FRENCH.card(card) for card in view.legal}
    assert line.startswith("Votre jeu (* = jouable) : 1:")
    free = next(view for view in playing_views() if len(view.legal) == len(view.hand))
    assert "*" not in hand_line(free, FRENCH)
    assert "tout est jouable" in hand_line(free, FRENCH)
    assert "no cards" in hand_line(replace(view, hand=()), ENGLISH)


def test_trumps_come_first() -> None:
    for view in playing_views():
        assert view.contract is not None
        are_trumps = [card.suit is view.contract.trump for card in listed_hand(view)]
        assert all(before or not after for before, after in pairwise(are_trumps))


def test_the_prompt_asks_for_what_is_due() -> None:
    bid = turn_lines(bidding_views()[0], FRENCH)
    assert bid[0].startswith("Votre jeu : 1:")
    assert re.fullmatch(r"Vous pouvez dire : 1:passe  2:.*\(retourne \S+\)", bid[-2])
    assert bid[-1] == "À vous de parler (? pour l'aide) > "
    card = turn_lines(constrained_view(), FRENCH)
    assert card[0].startswith("Sur la table : ")
    assert card[-1] == "À vous de jouer (? pour l'aide) > "


def test_no_letter_is_unreadable_without_signs_and_colours() -> None:
    plain = pen(Language.FRENCH, Faces.LETTERS)
    for view in playing_views():
        for line in turn_lines(view, plain):
            assert not re.search("[♠♥♦♣\x1b]", line)


def test_colours_change_nothing_but_colours() -> None:
    painted = pen(Language.FRENCH, colour=Colour.ON)
    for view in playing_views():
        bare = [re.sub(r"\x1b\[\d+m", "", line) for line in turn_lines(view, painted)]
        assert tuple(bare) == turn_lines(view, FRENCH)
    assert "\x1b[31m" in hand_line(playing_views()[0], painted)


def test_a_refused_card_names_rule_and_option() -> None:
    options = replace(Options(), overtrump=Overtrump.REQUIRED)
    text = refusal_of_card(Card.parse("8H"), Illegality.MUST_OVERRUFF, options, FRENCH)
    assert text == (
        "8♥ est refusé (un adversaire a coupé : il faut surcouper si l'on a un atout plus fort). "
        "Option overtrump = required : la surcoupe est obligatoire."
    )
    for why in Illegality:
        for reader in (FRENCH, ENGLISH):
            told = refusal_of_card(Card.parse("8H"), why, options, reader)
            assert (why.option or "8♥") in told


def test_why_answers_for_every_card_of_a_hand() -> None:
    for view in playing_views():
        for card in view.hand:
            told = why_line(card, view, ENGLISH)
            assert told.endswith("may be played.") == (card in view.legal)
        elsewhere = next(card for card in view.variant.pack if card not in view.hand)
        assert "not in your hand" in why_line(elsewhere, view, ENGLISH)
    assert why_line(Card.parse("7S"), bidding_views()[0], FRENCH).startswith("On ne joue pas")
    other = replace(constrained_view(), turn=None)
    assert "Ce n'est pas à vous" in why_line(Card.parse("7S"), other, FRENCH)


def test_what_is_not_understood_is_quoted_without_control_characters() -> None:
    (line,) = answer(Unclear("\x1b[2J\x07é♠"), None, FRENCH)
    assert line == "Je ne comprends pas « ?[2J?é♠ ». Tapez ? pour l'aide."


def test_refused_bids_are_explained() -> None:
    first = next(v for v in bidding_views() if v.auction and v.auction.round == 1)
    second = next(v for v in bidding_views() if v.auction and v.auction.round == 2)
    assert first.turn_up is not None
    other = next(suit for suit in Suit if suit is not first.turn_up.suit)
    (line,) = answer(Speak(Bid(other)), first, FRENCH)
    assert "au premier tour" in line
    (line,) = answer(Speak(Bid(first.turn_up.suit)), second, ENGLISH)
    assert "option round2_turned_suit = excluded" in line


def test_questions_before_the_match() -> None:
    for topic in (Topic.HAND, Topic.SCORE, Topic.LAST, Topic.TABLE, Topic.RULES):
        assert answer(Ask(topic), None, FRENCH) == ("La partie n'a pas commencé.",)
    assert answer(Why(Card.parse("7S")), None, FRENCH) == ("La partie n'a pas commencé.",)
    assert answer(Lay(Card.parse("7S"), announce=False), None, FRENCH) == (
        "La partie n'a pas commencé.",
    )


def test_help_fits_the_moment() -> None:
    assert "passer" in help_lines(bidding_views()[0], FRENCH)[0]
    assert help_lines(constrained_view(), FRENCH)[0].startswith("Carte : ")
    assert help_lines(None, ENGLISH)[0] == ("Card: its number, or its name, such as 7♠, 7S.")


def test_the_table_on_demand() -> None:
    view = constrained_view()
    text = "\n".join(table_lines(view, FRENCH))
    assert "Contrat : " in text
    assert "Plis : nous" in text
    assert text.endswith("C'est à vous.")
    assert "votre partenaire" in text
    waiting = replace(view, turn=view.variant.next_place(view.place or ME))
    assert waiting_line(waiting, ENGLISH).startswith("Waiting for ")
    assert waiting_line(replace(view, turn=None), FRENCH).startswith("On mélange")


def test_the_score_on_demand() -> None:
    view = constrained_view()
    text = "\n".join(score_lines(view, FRENCH))
    assert "Score : nous 0, eux 0. Partie en 100 points." in text
    assert "Contrat : " in text


def test_the_last_trick_on_demand() -> None:
    before = next(view for view in playing_views() if not view.tricks)
    assert last_trick_line(before, FRENCH) == "Aucun pli n'est encore fini."
    after = next(view for view in playing_views() if view.tricks)
    assert re.fullmatch(
        r"Dernier pli : (\S+ \S+, ){3}\S+ \S+. Remporté par \S+\.", (last_trick_line(after, FRENCH))
    )


def test_the_nearest_preset_is_named_with_what_differs() -> None:
    for name, options in PRESETS.items():
        assert nearest_preset(options) == (name, ())
        assert len(rules_lines(options, FRENCH)) == 2
    changed = replace(PRESETS["concours"], deals=16)
    head, difference = rules_lines(changed, FRENCH)
    assert head == "Règles : concours. Partie en 16 donnes."
    assert difference == "Nombre de donnes (deals) : 16, au lieu de : 12."
