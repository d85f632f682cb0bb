"""What the words of a line mean, read strictly; every function raises `NotationError` and no other.

All take the words after the first of their line.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

from belote_net.errors import IllegalPlay, NotationError
from belote_net.notation.compass import Compass
from belote_net.notation.lines import Words
from belote_net.notation.record import (
    Cause,
    Claimed,
    DealtCards,
    HeightSaid,
    PlayedCard,
    Said,
    Shown,
    TrumpSaid,
)
from belote_net.notation.writing import ANNOUNCED, FOLLOWS, NO_BETTER, NOTHING
from belote_net.rules.auction import ROUNDS, Bid
from belote_net.rules.cards import Card, Hand, Place, Rank
from belote_net.rules.declarations import Claim, Declaration, InTrumps
from belote_net.rules.option_info import OPTION_INFO
from belote_net.rules.option_values import OptionValue, option_text
from belote_net.rules.variant import DealPattern

MAX_NAME_CHARACTERS: Final = 20
"""As long as a player's name is in a signed game."""

_KEY: Final = re.compile(r"[0-9a-f]{64}")
_DATE: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_AFTER_CARD: Final = ","
_LATER: Final = "+"
_T = TypeVar("_T")


def _refused(expected: str, words: Words) -> NotationError:
    return NotationError(f"{expected} expected, got {' '.join(words) or 'nothing'}")


def nothing(words: Words) -> None:
    """Check that no word follows."""
    if words:
        raise _refused("nothing more", words)


def key(words: Words) -> str:
    """A key, or the id of a game."""
    if len(words) != 1 or not _KEY.fullmatch(words[0]):
        raise _refused("64 hexadecimal digits", words)
    return words[0]


def date(words: Words) -> str:
    """A day."""
    if len(words) != 1 or not _DATE.fullmatch(words[0]):
        raise _refused("a date such as 2026-11-30", words)
    return words[0]


def number(words: Words) -> int:
    """A small number."""
    if len(words) != 1 or not _NUMBER.fullmatch(words[0]):
        raise _refused("a number", words)
    return int(words[0])


def choice(words: Words, values: dict[str, _T]) -> _T:
    """One of these words."""
    if len(words) != 1 or words[0] not in values:
        raise _refused(" or ".join(values), words)
    return values[words[0]]


def option(words: Words) -> tuple[str, OptionValue]:
    """An option and its value."""
    if len(words) != 2 or words[0] not in OPTION_INFO:
        raise _refused("an option and its value", words)
    name, written = words
    values = OPTION_INFO[name].values
    if values is None:
        return name, number((written,))
    return name, choice((written,), {option_text(value): value for value in values})


def places(words: Words, compass: Compass) -> tuple[Place, ...]:
    """Some places, each once; one at least."""
    found = tuple(place for word in words if (place := compass.place(word)) is not None)
    if not found or len(found) != len(words) or len(set(found)) != len(found):
        raise _refused("places, each once", words)
    return found


def place(words: Words, compass: Compass) -> Place:
    """A place."""
    return choice(words, {letter: Place(at) for at, letter in enumerate(compass.letters)})


def of_place(words: Words, letter: str) -> Words:
    """What follows the letter that has to come first."""
    if words[:1] != (letter,):
        raise _refused(letter, words[:1])
    return words[1:]


def name(written: str) -> str:
    """A player's name, which may have spaces."""
    if not 0 < len(written) <= MAX_NAME_CHARACTERS:
        raise _refused(f"a name of 1 to {MAX_NAME_CHARACTERS} characters", tuple(written.split()))
    return written


def pattern(words: Words) -> DealPattern:
    """The packets in which the first cards were dealt."""
    return choice(words, {one.value: one for one in DealPattern})


def card(words: Words) -> Card:
    """One card."""
    if len(words) != 1:
        raise _refused("a card", words)
    return Card.parse(words[0])


def cards(words: Words) -> Hand:
    """Some cards, each once; one at least."""
    found = frozenset(map(Card.parse, words))
    if not words or len(found) != len(words):
        raise _refused("cards, each once", words)
    return found


def hand(words: Words) -> DealtCards:
    """A hand: all of it, or what came first and what came later."""
    if _LATER not in words:
        return DealtCards(cards(words))
    at = words.index(_LATER)
    return DealtCards(cards(words[:at]), cards(words[at + 1 :]))


def bids(words: Words, compass: Compass) -> tuple[Bid, ...]:
    """What was said in the auction, in order."""
    if not 0 < len(words) <= ROUNDS * len(compass.letters):
        raise _refused("bids", words)
    return tuple(map(Bid.parse, words))


def trick(words: Words, compass: Compass) -> tuple[PlayedCard, ...]:
    """The cards of a trick; its number, its leader and what follows from it are read by nobody."""
    played = words[2 : words.index(FOLLOWS)] if FOLLOWS in words else words[2:]
    if not 0 < len(played) <= len(compass.letters):
        raise _refused("a number, a place and cards", words)
    return tuple(
        PlayedCard(Card.parse(word.removesuffix(ANNOUNCED)), word.endswith(ANNOUNCED))
        for word in played
    )


def said(word: str, words: Words, compass: Compass) -> Said:
    """What the line that begins with `word` tells of declarations."""
    speaker, rest = place(words[:1], compass), words[1:]
    match word:
        case "claim":
            known = {claim.value: claim for claim in Claim}
            claims = tuple(choice((one,), known) for one in rest)
            if not claims:
                raise _refused("a declaration", rest)
            return Claimed(speaker, claims)
        case "height":
            heights: dict[str, Rank | None] = {rank.value: rank for rank in Rank}
            return HeightSaid(speaker, choice(rest, {**heights, NO_BETTER: None}))
        case "trumps":
            return TrumpSaid(speaker, choice(rest, {one.value: one for one in InTrumps}))
    return Shown(speaker, None if rest == (NOTHING,) else _declarations(rest))


def _declarations(words: Words) -> tuple[Declaration, ...]:
    try:
        return tuple(
            Declaration.of(cards(tuple(one.split()))) for one in " ".join(words).split(_AFTER_CARD)
        )
    except IllegalPlay as cause:
        raise NotationError(str(cause)) from cause


def departure(words: Words, compass: Compass) -> tuple[Place, Cause]:
    """Who left, and why the others went on."""
    return place(words[:1], compass), choice(words[1:], {cause.value: cause for cause in Cause})
