"""The pages in a real browser: they are whole, run nothing, ask for nothing, and can be read.

`pytest -m slow tests/e2e/test_report_in_browser.py` runs them where a Chromium is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from belote_cli.standings import Entrant, Ranking, SideResult, TableResult, standings
from belote_cli.standings_sheet import Sheet
from belote_cli.words import Language
from tests.cli.games import pen
from tests.e2e.browser import Browser, Medium, Scheme, browser, chromium
from tests.four_seats import FourSeats, short_game
from tests.protocol.toy_group import toy_group
from tests.report.pages import page_of, read_page
from tests.report.pictures import game_of_bots

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="no Chromium is installed"),
]

PHONE: Final = 390
SCREEN: Final = 1000
PAPER: Final = 688
"""A4 without its margins, in the pixels of a browser."""

LEAST_CONTRAST: Final = 4.5
"""Web Content Accessibility Guidelines 2.2, 1.4.3."""

_CONTRASTS: Final = """
(() => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = numbers(colour).map(
      part => part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = node => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
  };
  const shown = [...document.body.querySelectorAll('*')].filter(
    node => [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim()));
  return Object.fromEntries(shown.filter(node => !(node instanceof SVGElement)).map(node => {
    const [one, other] = [light(getComputedStyle(node).color), light(behind(node))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return [`${node.tagName}.${node.className} ${contrast.toFixed(2)}`, contrast];
  }));
})()
"""
"""How well each kind of text stands out from what is behind it."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all."""
    executable = chromium()
    assert executable is not None
    with browser(executable, tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a whole game."""
    path = tmp_path_factory.mktemp("pages") / "game.html"
    with toy_group():
        path.write_text(page_of(game_of_bots(), Language.FRENCH)[0], encoding="utf-8")
    return path


def trouble(shown: Browser) -> list[str]:
    """Whatever a page did beyond being shown."""
    told = [
        *shown.told("Runtime.exceptionThrown"),
        *shown.told("Runtime.consoleAPICalled"),
        *shown.told("Log.entryAdded"),
    ]
    here = shown.value("location.href")
    asked = [one["request"]["url"] for one in shown.told("Network.requestWillBeSent")]
    assert here in asked, "the browser tells what it loads"
    return [*map(str, told), *(url for url in asked if url != here)]


def test_the_page_is_whole_and_does_nothing(shown: Browser, game: Path) -> None:
    shown.look(SCREEN, 800)
    shown.open(game)
    page = read_page(game.read_text(encoding="utf-8"))
    assert shown.value("document.title") == page.all("title")[0].text
    assert shown.value("document.title").startswith("Partie ")
    for tag in ("table", "article", "svg", "tr", "td"):
        assert shown.value(f"document.querySelectorAll('{tag}').length") == len(page.all(tag)) > 0
    assert shown.value("document.querySelector('svg').getBoundingClientRect().height") > 200
    assert trouble(shown) == []


@pytest.mark.parametrize(
    "mischief",
    [
        "<script>console.log(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<img src=http://127.0.0.1:9/x>",
        "<style>@import 'http://127.0.0.1:9/x';</style>",
    ],
)
def test_mischief_would_be_seen_and_is_forbidden(
    shown: Browser, game: Path, tmp_path: Path, mischief: str
) -> None:
    text = game.read_text(encoding="utf-8")
    path = tmp_path / "mischief.html"
    path.write_text(text.replace("<body>", f"<body>{mischief}"), encoding="utf-8")
    shown.open(path)
    assert any("Content Security Policy" in one for one in trouble(shown))
    answers = [one["response"]["url"] for one in shown.told("Network.responseReceived")]
    assert answers == [shown.value("location.href")]
    assert not shown.told("Runtime.consoleAPICalled")
    assert not shown.told("Page.javascriptDialogOpening")


def test_names_stay_names(shown: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("<script>a()</script>", '"><img src=x>', "משה 42 שלום", "W" * 20)
    monkeypatch.setattr("tests.four_seats.NAMES", names)
    path = tmp_path / "names.html"
    with toy_group():
        seats = FourSeats(options=short_game(), seed=1)
        seats.play()
        path.write_text(page_of(tuple(seats.table.log))[0], encoding="utf-8")
    shown.look(SCREEN, 800)
    shown.open(path)
    assert trouble(shown) == []
    rows = (
        "[...document.querySelectorAll('section tbody th')].slice(0, 4).map(one => one.innerText)"
    )
    assert shown.value(rows) == list(names)
    assert shown.value("document.querySelectorAll('script, img').length") == 0
    assert shown.value("document.documentElement.scrollWidth") <= SCREEN


@pytest.mark.parametrize(("width", "medium"), [(PHONE, ""), (SCREEN, ""), (PAPER, "print")])
def test_nothing_is_cut_at_the_right(
    shown: Browser, game: Path, width: int, medium: Medium
) -> None:
    shown.look(width, 800, medium=medium)
    shown.open(game)
    assert shown.value("document.documentElement.scrollWidth") <= width


def test_rows_and_deals_are_whole_on_paper(shown: Browser, game: Path) -> None:
    shown.look(PAPER, 800, medium="print")
    shown.open(game)
    style = "getComputedStyle(document.querySelector('{}')).breakInside"
    for tag in ("tr", "article", "svg"):
        assert shown.value(style.format(tag)) == "avoid"
    page_px = 1000
    tallest = "Math.max(...[...document.querySelectorAll('article')].map(one => one.offsetHeight))"
    assert shown.value(tallest) < page_px / 2
    assert shown.printed().startswith(b"%PDF-")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out(shown: Browser, game: Path, scheme: Scheme) -> None:
    shown.look(SCREEN, 800, scheme)
    shown.open(game)
    contrasts: dict[str, float] = shown.value(_CONTRASTS)
    assert len(contrasts) > 10
    assert [kind for kind, contrast in contrasts.items() if contrast < LEAST_CONTRAST] == []


def test_the_ranking_is_a_page_too(shown: Browser, tmp_path: Path) -> None:
    names = ("Zoé", "<script>a()</script>", "W" * 20, "Jo")
    people = [Entrant(bytes([number]) * 32, name) for number, name in enumerate(names)]
    sides = tuple(
        SideResult(pair, is_winner=False, deals_won=6, points=900, capots=0, forfeits=0)
        for pair in ((people[0], people[1]), (people[2], people[3]))
    )
    lines = standings([TableResult(bytes(32), 100, is_finished=True, sides=sides)], Ranking.TEAM)
    path = tmp_path / "ranking.html"
    path.write_text(Sheet(lines, pen(Language.FRENCH)).as_html(), encoding="utf-8")
    shown.look(PHONE, 800)
    shown.open(path)
    assert shown.value("document.title") == "Classement"
    assert shown.value("document.querySelectorAll('table tr').length") == 1 + len(lines)
    assert shown.value("document.documentElement.scrollWidth") <= PHONE
    assert trouble(shown) == []
