"""The end of a match on the screen: what is shown, when, and what the keys do then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from belote_cli.tui.canvas import Size, text_width, wrap
from belote_cli.tui.render_pages import overlay_lines
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.table_actions import Parting
from belote_cli.tui.table_scene import Overlay, Sequel, TableScene
from belote_cli.tui.touches import ENTER, ESCAPE, INTERRUPT, Press
from belote_cli.words import Language
from belote_net.rules.cards import Place
from tests.tui.scenes import look, watching_view
from tests.tui.sitter import Sitter


def at_the_end(sequel: Sequel = Sequel.ANOTHER_GAME) -> Sitter:
    """A player whose match is over."""
    seat = Sitter()
    seat.screen.show_view(watching_view())
    seat.screen.end_game(sequel)
    return seat


def test_after_the_match_enter_goes_on_from_wherever_one_is() -> None:
    for keys in ((), ("escape",), ("s",), ("o", "down"), ("escape", "?"), ("t", "escape")):
        seat = at_the_end()
        seat.type(*keys)
        assert not seat.screen.done.is_set()
        seat.screen.handle(ENTER)
        assert seat.screen.result is Parting.OVER, keys


def test_after_the_match_no_key_goes_on_by_accident() -> None:
    seat = at_the_end()
    seat.type("s", "escape", " ", "o", "o", "1", "b", "left", "t", "x", "escape", "escape")
    assert not seat.screen.done.is_set()


@pytest.mark.parametrize("key", [Press("q"), INTERRUPT])
def test_after_the_match_to_leave_is_not_asked_about(key: Press) -> None:
    seat = at_the_end()
    seat.screen.handle(key)
    assert seat.screen.result is Parting.LEFT


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("sequel", list(Sequel))
def test_the_end_of_the_match_says_what_its_keys_do(language: Language, sequel: Sequel) -> None:
    keys = {
        (Language.ENGLISH, Sequel.ANOTHER_GAME): ("Enter: another game", "q: leave"),
        (Language.ENGLISH, Sequel.LEAVING): ("Enter: go on",),
        (Language.FRENCH, Sequel.ANOTHER_GAME): ("Entrée : autre partie", "q : partir"),
        (Language.FRENCH, Sequel.LEAVING): ("Entrée : continuer",),
    }[language, sequel]
    seat = at_the_end(sequel)
    seat.screen.look = look(language)
    lines = seat.screen.draw(Size(80, 24)).lines()
    assert lines[2].endswith((" · ".join(keys), keys[0]))  # names of winners may be long
    below = lines[-1].strip().split("  ")
    assert below[: len(keys)] == [key.replace(" :", "").replace(":", "") for key in keys]
    seat.type("s")
    back = {Language.ENGLISH: "Esc: back", Language.FRENCH: "Échap : retour"}[language]
    assert seat.screen.draw(Size(80, 24)).lines()[2].endswith(back)


@pytest.mark.parametrize("language", list(Language))
def test_who_has_won_stands_whole_for_a_spectator_of_players_with_long_names(
    language: Language,
) -> None:
    view = watching_view()
    names = ("Mamie Odette", "Papa Jules", "William Wright", "Kévin Martin")
    players = tuple(replace(one, name=name) for one, name in zip(view.players, names, strict=True))
    scene = TableScene(
        replace(view, players=players),
        overlay=Overlay.RESULT,
        sequel=Sequel.ANOTHER_GAME,
        watches=True,
    )
    title = table_canvas(scene, look(language), Size(80, 24)).lines()[2]
    assert "…" not in title
    assert " win." in title or " gagnent." in title


@pytest.mark.parametrize(
    "open_page",
    [
        lambda seat: seat.type("t", "h"),
        lambda seat: seat.type("q"),
        lambda seat: seat.screen.accuse("Refused: what Léa sent.", "Reason: none."),
    ],
    ids=["talk", "leave", "refusal"],
)
def test_a_result_waits_until_a_page_with_other_keys_is_closed(
    open_page: Callable[[Sitter], None],
) -> None:
    seat = Sitter()
    seat.screen.show_view(watching_view())
    open_page(seat)
    page = seat.screen.scene.overlay
    seat.screen.end_game(Sequel.ANOTHER_GAME)
    assert seat.screen.scene.overlay is page
    seat.screen.handle(ESCAPE)
    assert seat.screen.scene.overlay is Overlay.RESULT
    assert not seat.screen.done.is_set()


def test_enter_on_a_refusal_only_closes_it() -> None:
    seat = at_the_end()
    seat.screen.accuse("Refused: what Léa sent.")
    assert "Refused: what Léa sent." in "\n".join(seat.screen.draw(Size(80, 24)).lines())
    seat.screen.handle(ENTER)
    assert seat.screen.scene.overlay is None
    assert not seat.screen.done.is_set()


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("page", [Overlay.SCORE, Overlay.RESULT])
def test_nothing_is_cut_of_a_match_of_twenty_deals(language: Language, page: Overlay) -> None:
    reader, view = look(language), watching_view()
    deals = tuple(
        replace(one, deal=replace(one.deal, number=number))
        for number, one in enumerate(view.played * 20, start=1)
    )
    seat = Sitter()
    seat.screen.look = reader
    seat.screen.show_view(replace(view, played=deals, place=Place(0)))
    if page is Overlay.SCORE:
        seat.type("s")
    else:
        seat.screen.end_game(Sequel.ANOTHER_GAME)
    whole = [
        part for line in overlay_lines(seat.screen.scene, reader) for part in wrap(line, 74) if part
    ]
    seen = set[str]()
    for _ in whole:
        lines = seat.screen.draw(Size(80, 24)).lines()
        assert all(text_width(line) <= 80 for line in lines)
        assert not any(line.endswith("…") for line in lines)
        seen |= {line.strip() for line in lines}
        seat.type("up")
    assert set(whole) <= seen
    if page is Overlay.SCORE:
        assert len(whole) > 100
        numbers = {line.split(",")[0] for line in whole if line.startswith(("Deal ", "Donne "))}
        assert len(numbers) == 20
    seat.type(*["pagedown"] * len(whole))
    assert whole[-1] in {line.strip() for line in seat.screen.draw(Size(80, 24)).lines()}
