"""French and English: every word that people read comes through here.

Messages are short English sentences with `{fields}`; the catalogues in `locale/` translate them.
Only names written as constants in calls of `msg`, `text` and `count` are found by the tool that
keeps the catalogues, so tables of messages are made with `msg`.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

DOMAIN: Final = "belote"
LOCALE_FOLDER: Final = Path(__file__).parent / "locale"

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_SET_OFF: Final = re.compile(" (?=[:;!?»])|(?<=«) ")

_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class Language(Enum):
    """A language that the program speaks; the value is its code."""

    FRENCH = "fr"
    ENGLISH = "en"


def msg(message: str) -> str:
    """Mark a message that is translated later, where it is shown."""
    return message


ARGPARSE_MESSAGES: Final = (
    msg("usage: "),
    msg("options"),
    msg("positional arguments"),
    msg("show this help message and exit"),
    msg("%(prog)s: error: %(message)s\n"),
    msg("argument %(argument_name)s: %(message)s"),
    msg("expected one argument"),
    msg("invalid choice: %(value)r (choose from %(choices)s)"),
    msg("invalid %(type)s value: %(value)r"),
    msg("unrecognized arguments: %s"),
    msg("the following arguments are required: %s"),
)
"""What argparse says of itself; it looks these up in the catalogue of the program."""


class Words:
    """All messages in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._catalogue = gettext.translation(
            DOMAIN, localedir=str(LOCALE_FOLDER), languages=[language.value]
        )

    def __reduce__(self) -> tuple[type[Words], tuple[Language]]:
        """Another process reads the catalogue again: it cannot travel."""
        return Words, (self.language,)

    def text(self, message: str, /, **fields: object) -> str:
        """The message in this language, with its fields filled in."""
        return self._catalogue.gettext(message).format(**fields)

    def count(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """The message that fits `number`, which it may show as `{number}`."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **fields)


def capital(text: str) -> str:
    """`text` with a capital first letter."""
    return text[:1].upper() + text[1:]


def set_off(text: str) -> str:
    """`text` with a space that breaks no line beside each sign that French sets off by one."""
    return _SET_OFF.sub(NO_BREAK, text)


def detect_language(environ: Mapping[str, str]) -> Language:
    """French where the system speaks French, else English."""
    for name in _LOCALE_VARIABLES:
        if value := environ.get(name):
            return _language_of(value)
    return _language_of(locale.getlocale()[0] or "")


def _language_of(name: str) -> Language:
    """Of `fr_FR.UTF-8`, or of `French_France` as Windows calls it."""
    return Language.FRENCH if name.casefold().startswith("fr") else Language.ENGLISH


@contextmanager
def argparse_speaks(language: Language) -> Iterator[None]:
    """Let argparse find its own sentences in our catalogue, within this block."""
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALE_FOLDER))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language.value
    try:
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        if before is not None:
            os.environ["LANGUAGE"] = before
