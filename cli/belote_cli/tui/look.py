"""How the screen is written for one reader: language, suits, colours, and what his terminal can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from belote_cli.card_text import CardText, Faces
from belote_cli.pen import Colour, Pen
from belote_cli.settings import Settings, SuitSigns, Theme
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.words import Language, Words


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that turns values into cells.

    Attributes:
        pen: language and signs; colours are the business of the theme.
        encoding: what the terminal can show.
    """

    pen: Pen
    theme: Theme = Theme.FOUR_COLOURS
    encoding: str = "utf-8"

    def text(self, message: str, /, **fields: object) -> str:
        """A message in the reader's language."""
        return self.pen.text(message, **fields)

    def canvas(self, size: Size) -> Canvas:
        """An empty screen for this terminal."""
        return Canvas(size, encoding=self.encoding)

    @property
    def has_letters(self) -> bool:
        """Whether suits are letters."""
        return self.pen.cards.faces is Faces.LETTERS

    def with_letters_toggled(self) -> Look:
        """The same with letters for signs, or signs for letters where the terminal has them."""
        faces = Faces.GLYPHS if self.has_letters and shows_suits(self.encoding) else Faces.LETTERS
        return replace(self, pen=replace(self.pen, cards=replace(self.pen.cards, faces=faces)))


def shows_suits(encoding: str) -> bool:
    """Whether a terminal of this encoding has the four signs."""
    try:
        "♠♥♦♣".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def look_for(
    settings: Settings,
    language: Language,
    encoding: str,
    environ: Mapping[str, str],
    *,
    is_language_asked: bool = False,
) -> Look:
    """The look that the player and his terminal agree on.

    Args:
        settings: what the player likes.
        language: what is spoken if he leaves it to the system, or asked for it this time.
        encoding: of the terminal.
        environ: NO_COLOR in it wins over any theme.
        is_language_asked: `language` wins over the settings.
    """
    chosen = None if is_language_asked else settings.language.language
    spoken = chosen or language
    letters = settings.signs is SuitSigns.LETTERS or not shows_suits(encoding)
    cards = CardText(spoken, Faces.LETTERS if letters else Faces.GLYPHS)
    theme = Theme.NO_COLOURS if environ.get("NO_COLOR") else settings.theme
    return Look(Pen(Words(spoken), cards, Colour.OFF), theme, encoding)
