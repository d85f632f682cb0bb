"""The colours of the screen: none says anything that a sign or a word does not say too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from prompt_toolkit.styles import Style

from belote_cli.settings import Theme

_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title": "bold",
        "rule": "",
        "dim": "",
        "bold": "bold",
        "turn": "bold",
        "warn": "bold",
        "good": "bold",
        "key": "bold",
        "selected": "reverse",
        "field": "underline",
        "winning": "bold",
        "suit-spades": "",
        "suit-hearts": "",
        "suit-diamonds": "",
        "suit-clubs": "",
    }
)
_COLOURED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **_PLAIN,
        "rule": "ansibrightblack",
        "dim": "ansibrightblack",
        "turn": "bold ansiyellow",
        "warn": "bold ansired",
        "good": "bold ansigreen",
        "key": "bold ansicyan",
    }
)
_STYLES: Final[Mapping[Theme, Mapping[str, str]]] = MappingProxyType(
    {
        Theme.FOUR_COLOURS: {
            **_COLOURED,
            "suit-hearts": "ansired",
            "suit-diamonds": "ansibrightblue",
            "suit-clubs": "ansigreen",
        },
        Theme.TWO_COLOURS: {**_COLOURED, "suit-hearts": "ansired", "suit-diamonds": "ansired"},
        # The palette of Okabe and Ito ("Color Universal Design", 2008), without red against green.
        Theme.COLOUR_BLIND: {
            **_COLOURED,
            "turn": "bold #f0e442",
            "warn": "bold #d55e00",
            "good": "bold #56b4e9",
            "key": "bold #56b4e9",
            "suit-hearts": "#d55e00",
            "suit-diamonds": "#56b4e9",
            "suit-clubs": "#009e73",
        },
        Theme.HIGH_CONTRAST: {
            **_PLAIN,
            "": "#ffffff bg:#000000",
            "dim": "#c0c0c0",
            "turn": "bold #000000 bg:#ffff00",
            "warn": "bold #000000 bg:#ffff00",
            "good": "bold #00ff00",
            "key": "bold #ffff00",
            "suit-hearts": "bold #ff8080",
            "suit-diamonds": "bold #80ffff",
            "suit-clubs": "bold #80ff80",
        },
        Theme.NO_COLOURS: _PLAIN,
    }
)


@cache
def style_of(theme: Theme) -> Style:
    """The theme as prompt-toolkit wants it."""
    return Style(list(_STYLES[theme].items()))
