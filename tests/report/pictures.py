"""The pictures of the report in the documents, as a real browser draws it.

Run `python -m tests.report.pictures` after changing the page: it plays a game of bots, the same one
each time, and writes `docs/pictures/report-*.png`. It wants a Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from belote_cli.words import Language
from belote_net.bots import Strength
from belote_net.bots.bot import Bot
from belote_net.rules.presets import PRESETS
from belote_net.table.decisions import Decision, Duty
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.e2e.browser import Browser, browser, chromium
from tests.four_seats import Chooser, FourSeats
from tests.protocol.toy_group import toy_group
from tests.report.pages import page_of

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
NAMES: Final = ("score", "deal")
MAX_BYTES: Final = 300_000
"""What a picture may weigh: everybody who clones the project gets it."""

_WIDTH: Final = 960
_HEIGHT: Final = 720
_MARGIN: Final = 16


def picture_path(name: str, language: Language) -> Path:
    """Where a picture is kept."""
    return FOLDER / f"report-{name}.{language.value}.png"


@cache
def game_of_bots() -> tuple[SignedEntry, ...]:
    """A whole game with declarations, in the toy group."""
    choosers = {seat: _chooser(Bot(Strength.REGULAR, seed=seat)) for seat in range(4)}
    game = FourSeats(options=PRESETS["classique-annonces"], seed="picture", choosers=choosers)
    game.play()
    return tuple(game.table.log)


def _chooser(bot: Bot) -> Chooser:
    def choose(view: TableView, duty: Duty) -> Decision:
        return bot.choose(view)

    return choose


def draw(shown: Browser, page: Path, language: Language) -> None:
    """Write both pictures of a page: its beginning in light, a deal in dark."""
    shown.look(_WIDTH, _HEIGHT)
    shown.open(page)
    _, end = _rows_of(shown, "figure")
    picture_path("score", language).write_bytes(shown.screenshot(height=end + _MARGIN))
    shown.look(_WIDTH, _HEIGHT, "dark")
    shown.open(page)
    top, end = _rows_of(shown, "article:has(.won)")
    picture_path("deal", language).write_bytes(shown.screenshot(top=top, height=end - top))


def _rows_of(shown: Browser, selector: str) -> tuple[float, float]:
    """Where the first element that fits begins and ends, from the top of the page."""
    box = f"document.querySelector('{selector}').getBoundingClientRect()"
    return float(shown.value(f"{box}.top")), float(shown.value(f"{box}.bottom"))


def main() -> None:
    """Write the pictures of both languages."""
    executable = chromium()
    if executable is None:
        sys.exit("no Chromium is installed")
    with (
        toy_group(),
        tempfile.TemporaryDirectory() as home,
        browser(executable, Path(home) / "profile") as shown,
    ):
        for language in Language:
            page = Path(home) / f"{language.value}.html"
            page.write_text(page_of(game_of_bots(), language)[0], encoding="utf-8")
            draw(shown, page, language)


if __name__ == "__main__":
    main()
