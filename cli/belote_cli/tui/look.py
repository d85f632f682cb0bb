"""How the screen is written for one reader: language, suits, colours, and what his terminal can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from belote_cli.card_text import CardText
from belote_cli.pen import Colour, Pen
from belote_cli.settings import Settings, SuitSigns, Theme
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.words import Language, Words


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that turns values into cells.

    Attributes:
        pen: language; it writes signs for the suits, which the canvas draws as the reader has
            them, so that lines which were written before can be read as well. Colours are the
            business of the theme.
        encoding: what the terminal can show.
        has_letters: suits are letters.
    """

    pen: Pen
    theme: Theme = Theme.FOUR_COLOURS
    encoding: str = "utf-8"
    has_letters: bool = False

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language."""
        return self.pen.text(message, **fields)

    def canvas(self, size: Size) -> Canvas:
        """An empty screen for this terminal; signs of suits are drawn as this reader has them."""
        letters = self.pen.cards.letter_of if self.has_letters else {}
        return Canvas(size, encoding=self.encoding, signs=letters)

    def with_letters_toggled(self) -> Look:
        """The same with letters for signs, or signs for letters where the terminal has them."""
        letters = not self.has_letters or not shows_suits(self.encoding)
        return replace(self, has_letters=letters)


def shows_suits(encoding: str) -> bool:
    """Whether a terminal of this encoding has the four signs."""
    try:
        "♠♥♦♣".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def look_for(
    settings: Settings, language: Language, encoding: str, environ: Mapping[str, str]
) -> Look:
    """The look that the player and his terminal agree on.

    Args:
        settings: what the player likes.
        language: what is spoken.
        encoding: of the terminal.
        environ: NO_COLOR in it wins over any theme.
    """
    if settings.signs is SuitSigns.ASCII:
        encoding = "ascii"
    letters = settings.signs is SuitSigns.LETTERS or not shows_suits(encoding)
    theme = Theme.NO_COLOURS if environ.get("NO_COLOR") else settings.theme
    pen = Pen(Words(language), CardText(language), Colour.OFF)
    return Look(pen, theme, encoding, has_letters=letters)
