"""The pictures of the guides, drawn by the real renderer.

Run `python -m tests.tui.pictures` after changing a screen or a word: it writes `docs/pictures/` and
puts every picture into the guides, below its mark `<!-- picture: NAME.LANGUAGE -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from belote_cli.plain.answers import why_line
from belote_cli.plain.situation import waiting_line
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.frames import pictures
from belote_cli.tui.look import Look
from belote_cli.tui.menu import menu_screen
from belote_cli.tui.render_lobby import lobby_canvas
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.screens.replay import ReplayScreen
from belote_cli.tui.table_scene import Overlay, TableScene
from belote_cli.tui.touches import Press
from belote_cli.words import Language
from tests.cli.games import finished_game
from tests.tui.scenes import HOSTING, bidding_scene, look, playing_scene, watching_view

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
SIZE: Final = Size(80, 24)

_MARK: Final = re.compile(r"(<!-- picture: ([a-z]+\.[a-z]+) -->\n)(?:\n```text\n.*?\n```\n)?", re.S)


def _menu(reader: Look) -> Canvas:
    return menu_screen(reader, "Zoé").draw(Size(80, 18))


def _lobby(reader: Look) -> Canvas:
    return lobby_canvas(HOSTING, reader, SIZE)


def _auction(reader: Look) -> Canvas:
    return table_canvas(replace(bidding_scene(), selected=1), reader, SIZE)


def _why(reader: Look) -> Canvas:
    scene = playing_scene()
    if scene.view is None:
        raise LookupError("a scene at a table expected")
    refused = next(n for n, card in enumerate(scene.hand) if card not in scene.view.legal)
    reason = why_line(scene.hand[refused], scene.view, reader.pen)
    return table_canvas(replace(scene, selected=refused, notice=reason), reader, SIZE)


def _score(reader: Look) -> Canvas:
    view = watching_view()
    scene = TableScene(view, overlay=Overlay.SCORE, watches=True)
    return table_canvas(replace(scene, waiting=waiting_line(view, reader.pen)), reader, SIZE)


def _replay(reader: Look) -> Canvas:
    table = finished_game().table
    names = [member.name for member in table.members]
    screen = ReplayScreen(reader, pictures(table), table.state.played, names, verdict="")
    for key in ("down", "down", "right", "right", "p"):
        screen.handle(Press(key))
    return screen.draw(SIZE)


SCENES: Final[Mapping[str, Callable[[Look], Canvas]]] = MappingProxyType(
    {
        "menu": _menu,
        "lobby": _lobby,
        "auction": _auction,
        "why": _why,
        "score": _score,
        "replay": _replay,
    }
)


def drawn() -> dict[str, str]:
    """Every picture by `NAME.LANGUAGE`, without trailing spaces."""
    return {
        f"{name}.{language.value}": "\n".join(draw(look(language)).lines()).rstrip("\n")
        for name, draw in SCENES.items()
        for language in Language
    }


def with_pictures(text: str, found: Mapping[str, str]) -> str:
    """A guide with every picture below its mark.

    Raises:
        KeyError: it has a mark for which there is no picture.
    """
    return _MARK.sub(lambda mark: f"{mark[1]}\n```text\n{found[mark[2]]}\n```\n", text)


README: Final = DOCS.parent / "README.md"


def guides() -> tuple[Path, ...]:
    """Both guides."""
    return tuple(DOCS / f"guide.{language.value}.md" for language in Language)


def main() -> None:
    """Write the pictures and the guides."""
    found = drawn()
    for name, text in found.items():
        (DOCS / "pictures" / f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")
    for path in (*guides(), README):
        text = with_pictures(path.read_text(encoding="utf-8"), found)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
