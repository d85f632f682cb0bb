"""Declarations and the score sheet as the plain interface tells them, from whole games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from belote_cli.plain.answers import decision_of, help_lines
from belote_cli.plain.inputs import Lay, read_line
from belote_cli.plain.narrate import narrate
from belote_cli.plain.situation import score_lines, table_lines, turn_lines
from belote_cli.reason_words import reason_lines
from belote_cli.replay_words import replay_lines
from belote_cli.scene import Scene
from belote_cli.words import Language
from belote_net.rules.cards import Card
from belote_net.rules.choices import Annonces, BeloteCall, ContractRule, Tie
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty, PlayCard
from belote_net.table.messages import Show
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.cli.games import pen
from tests.four_seats import short_game
from tests.protocol.toy_group import toy_group
from tests.table.stacked import StackedSeats, stack, stacked_decks

FRENCH, ENGLISH = pen(Language.FRENCH), pen(Language.ENGLISH)
ANNONCES = replace(Options(), annonces=Annonces.ON, belote_call=BeloteCall.MANUAL_STRICT)
EQUAL = stack("KS QS JS", "KH QH JH", "", "9C 8C 7C", turn_up="8H", taker=2)
"""Two tierces to the king, of which the second is in trumps; its partner has one too."""


@dataclass
class Watched(StackedSeats):
    """A game that remembers what everybody saw when he decided."""

    views: list[TableView] = field(default_factory=list)

    def choose(self, view: TableView, duty: Duty) -> Decision:
        self.views.append(view)
        return super().choose(view, duty)


def played(*stacks_: object, options: Options = ANNONCES, deals: int = 1) -> Watched:
    game = Watched(options=short_game(options, deals=deals), stacks=stacks_, seed="cli")  # type: ignore[arg-type]  # stacks
    with toy_group(), stacked_decks(game):
        game.play()
    return game


@cache
def equal_game() -> Watched:
    return played(EQUAL)


def first_cards(game: Watched) -> list[TableView]:
    """What each saw before his first card, in order of play."""
    return [view for view in game.views if view.legal and not view.tricks]


def test_the_turn_says_what_will_be_declared() -> None:
    first, _, third, fourth = first_cards(equal_game())
    assert (
        "Avec votre première carte vous annoncez : tierce R♠ D♠ V♠. Pour ne rien dire, ajoutez "
        "sans annonce ("
    ) in "\n".join(turn_lines(first, FRENCH))
    line = next(line for line in turn_lines(fourth, ENGLISH) if "declare" in line)
    assert line.startswith("With your first card you declare: tierce 9♣ 8♣ 7♣.")
    assert not any("declare" in line for line in turn_lines(third, ENGLISH))
    for view in equal_game().views:
        if view.tricks:
            assert not any("declare" in line for line in turn_lines(view, ENGLISH))


def test_belote_by_hand_is_asked_for() -> None:
    views = [view for view in equal_game().views if view.announceable]
    assert views
    for view in views:
        asked = [line for line in turn_lines(view, FRENCH) if "ajoutez le mot belote" in line]
        assert len(asked) == 1
        card = next(iter(view.announceable))
        said = decision_of(read_line(f"{FRENCH.card(card)} belote", view, FRENCH.cards), view)
        assert said == PlayCard(card, announce=True)
        quiet = decision_of(read_line(FRENCH.card(card), view, FRENCH.cards), view)
        assert quiet == PlayCard(card, announce=False)


@pytest.mark.parametrize(
    ("words", "announce", "declare"),
    [
        ("", False, True),
        ("sans annonce", False, False),
        ("SANS ANNONCES", False, False),
        ("silent", False, False),
        ("muet", False, False),
        ("annonce", False, True),
        ("belote", True, True),
        ("belote sans annonce", True, False),
        ("sans annonce belote !", True, False),
    ],
)
def test_words_after_the_card(words: str, announce: bool, declare: bool) -> None:  # noqa: FBT001 - parameters
    for text in ("RC", "R♥", "roi de cœur"):
        read = read_line(f"{text} {words}", None, FRENCH.cards)
        assert read == Lay(Card.parse("KH"), announce, declare)


def test_silence_is_a_decision() -> None:
    view = first_cards(equal_game())[0]
    card = next(iter(view.legal))
    typed = read_line(f"{FRENCH.card(card)} sans annonce", view, FRENCH.cards)
    assert decision_of(typed, view) == PlayCard(card, declare=False)


def test_help_names_the_words_where_they_do_something() -> None:
    view = first_cards(equal_game())[0]
    assert any("sans annonce" in line for line in help_lines(view, FRENCH))
    assert any("CARTE belote" in line for line in help_lines(view, FRENCH))
    plain = replace(view, options=Options())
    assert not any("sans annonce" in line for line in help_lines(plain, FRENCH))
    assert not any("CARTE belote" in line for line in help_lines(plain, FRENCH))


def names(game: Watched) -> list[str]:
    scene = Scene.of_game(game.table.state)
    return [scene.name(game.place(offset)) for offset in range(4)]


def test_a_comparison_is_told_as_people_say_it() -> None:
    game = equal_game()
    scene = Scene.of_game(game.table.state)
    told = [line for event in game.events for line in narrate(event, scene, FRENCH)]
    first, second, _, fourth = names(game)
    about = [line for line in told if "tierce" in line or "roi" in line or "atout" in line]
    *answers, one, other = (line for line in about if "annonce" not in line)
    assert answers == [
        f"{first} : au roi.",
        f"{second} : au roi.",
        f"{first} : pas à l'atout.",
        f"{second} : à l'atout.",
    ]
    shown = {f"{second} montre : tierce R♥ D♥ V♥.", f"{fourth} montre : tierce 9♣ 8♣ 7♣."}
    assert {one, other} == shown
    assert sum("et annonce une tierce." in line for line in about) == 3


def test_the_table_on_demand_knows_what_was_said() -> None:
    game = equal_game()
    view = next(view for view in game.views if len(view.tricks) == 2)
    text = "\n".join(table_lines(view, FRENCH))
    first, second, _, fourth = names(game)
    assert f"Annoncé par {first} : une tierce, au roi, pas à l'atout." in text
    assert (
        f"Annoncé par {second} : une tierce, au roi, à l'atout, montré : tierce R♥ D♥ V♥." in text
    )
    assert f"Annoncé par {fourth} : une tierce, pas mieux, montré : tierce 9♣ 8♣ 7♣." in text
    assert "Les annonces qui comptent : " in text


def test_replay_tells_declarations() -> None:
    game = equal_game()
    with toy_group(), stacked_decks(game):
        lines = list(replay_lines(game.table, ENGLISH))
    first, second, _, _ = names(game)
    assert f"Declared by {first}: a tierce, king high, not in trumps." in lines
    shown = "shown: tierce K♥ Q♥ J♥"
    assert f"Declared by {second}: a tierce, king high, in trumps, {shown}." in lines
    assert any("declarations 40" in line for line in lines)


def test_replay_says_what_was_forfeited() -> None:
    game = Watched(options=short_game(ANNONCES), stacks=[EQUAL], seed="cli")
    with toy_group(), stacked_decks(game):
        duty = game.play_until(Show.kind)
        forfeit = SignedEntry.seal(duty.context, Show(None, None), game.identities[duty.seat])
        game.deliver(forfeit)
        game.play()
        lines = list(replay_lines(game.table, ENGLISH))
    assert sum("not shown, so it does not count" in line for line in lines) == 1


class TestTheScoreSheet:
    """Each deal with its formula in words, both totals, and why the contract was made or failed."""

    @pytest.mark.parametrize("rule", ContractRule)
    @pytest.mark.parametrize("seed", range(4))
    def test_every_rule_says_what_was_needed(self, rule: ContractRule, seed: int) -> None:
        options = replace(ANNONCES, contract_rule=rule, tie=Tie.DRAW)
        hands = ("KS QS JS", "", "", "9C 8C 7C")
        game = played(stack(*hands, turn_up="9S", seed=seed), options=options)
        view = game.players[0].view(game.table)
        assert view is not None
        (deal,) = game.table.state.played
        score = deal.score
        assert score is not None
        text = "\n".join(score_lines(view, ENGLISH))
        assert "declarations" in text
        assert f"Score: us {score.points[0 if view.place in (0, 2) else 1]}" in text
        reason = score.reason
        if reason is None:
            assert "capot" in text
            return
        line = next(line for line in text.splitlines() if line.startswith("Contract: taker"))
        assert f"{reason.needed} needed" in line
        assert f"(option {reason.decided_by} = " in line
        assert f"{reason.taker_total}" in line
        assert f"{reason.defence_total};" in line
        for line in text.splitlines():
            assert line.isprintable()

    def test_totals_after_every_deal(self) -> None:
        game = played(EQUAL, deals=3)
        view = game.players[0].view(game.table)
        assert view is not None
        text = "\n".join(score_lines(view, FRENCH))
        assert text.count("Score : nous ") == 3
        assert text.endswith("Partie en 3 donnes.")


@pytest.mark.parametrize(
    ("reason", "french"),
    [
        (
            "the declarations shown are not those that were claimed",
            ("Raison : les annonces montrées ne sont pas celles qui ont été dites.",),
        ),
        ("a declaration expected, got 'quinte'", ("Attendu : une annonce.", "Reçu : 'quinte'.")),
        ("a rank expected, got 'XII'", ("Attendu : une hauteur.", "Reçu : 'XII'.")),
        ("tierce claimed too often", ("Raison : une tierce : annoncé trop de fois.",)),
        ("no declaration: 7S 9S", ("Raison : ce n'est pas une annonce : 7♠ 9♠.",)),
    ],
)
def test_faults_with_declarations_are_named(reason: str, french: tuple[str, ...]) -> None:
    assert reason_lines(reason, FRENCH) == french
