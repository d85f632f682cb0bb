"""What a line that somebody typed means. Pure: any text gives a value, none gives an error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from belote_cli.card_text import CardText, plain_text, typed_number
from belote_cli.plain.situation import listed_hand
from belote_cli.words import Language
from belote_net.rules.auction import PASS, Bid
from belote_net.rules.cards import Card
from belote_net.table.claims import MAX_CLAIMS
from belote_net.table.view import TableView

MAX_LINE_CHARACTERS: Final = 500
"""What is longer was not typed by a player; it is read as nonsense."""


class Topic(Enum):
    """What may be asked at any time."""

    HELP = "help"
    HAND = "hand"
    SCORE = "score"
    LAST = "last"
    TABLE = "table"
    RULES = "rules"
    CODE = "code"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Ask:
    """Show something; ends nothing but the wish to know."""

    topic: Topic


@dataclass(frozen=True, slots=True)
class Why:
    """Why may this card not be played?"""

    card: Card


@dataclass(frozen=True, slots=True)
class Say:
    """A chat line, as typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Speak:
    """A bid."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class Lay:
    """A card to play, and what is said with it.

    Attributes:
        announce: belote or rebelote is said.
        declare: with the first card, the declarations of the hand are made.
    """

    card: Card
    announce: bool
    declare: bool = True


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that means nothing here; `text` is what was not understood."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Go on without the player who is waited for.

    Attributes:
        is_sure: the reader knows what it means.
    """

    is_sure: bool


@dataclass(frozen=True, slots=True)
class SeatSomebody:
    """Let the one who was listed under a number have the free seat; 0 is nobody."""

    number: int


@dataclass(frozen=True, slots=True)
class BringBot:
    """Let a bot of this machine have the free seat."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Play on with the one who is to have the free seat."""


SeatInput = Vote | SeatSomebody | BringBot | PlayOn
Input = Ask | Why | Say | Speak | Lay | Vote | SeatSomebody | BringBot | PlayOn | Unclear | Nothing

_TOPICS: Final[Mapping[str, Topic]] = {
    "?": Topic.HELP,
    "h": Topic.HELP,
    "aide": Topic.HELP,
    "help": Topic.HELP,
    "hand": Topic.HAND,
    "cards": Topic.HAND,
    "jeu": Topic.HAND,
    "main": Topic.HAND,
    "cartes": Topic.HAND,
    "score": Topic.SCORE,
    "marque": Topic.SCORE,
    "last": Topic.LAST,
    "dernier": Topic.LAST,
    "dernier pli": Topic.LAST,
    "table": Topic.TABLE,
    "rules": Topic.RULES,
    "regles": Topic.RULES,
    "code": Topic.CODE,
    "quit": Topic.QUIT,
    "exit": Topic.QUIT,
    "quitter": Topic.QUIT,
    "q": Topic.QUIT,
}
_SEATS: Final[Mapping[str, SeatInput]] = {
    "vote": Vote(is_sure=False),
    "voter": Vote(is_sure=False),
    "vote yes": Vote(is_sure=True),
    "vote oui": Vote(is_sure=True),
    "voter oui": Vote(is_sure=True),
    "seat": SeatSomebody(0),
    "asseoir": SeatSomebody(0),
    "bot": BringBot(),
    "robot": BringBot(),
    "play on": PlayOn(),
    "continuer": PlayOn(),
}
_SEAT: Final = frozenset(("seat", "asseoir"))
_YES: Final = frozenset(("oui", "yes", "y", "o"))
_WHY: Final = frozenset(("why", "pourquoi"))
_SAY: Final = frozenset(("say", "dire"))
_PASS: Final = frozenset(("p", "pass", "passe", "je passe", "i pass", "no", "non", "n"))
_TAKE: Final = frozenset(("prends", "je prends", "prendre", "take", "i take", "take it", *_YES))
_ANNOUNCEMENT: Final = frozenset(("belote", "rebelote", "b"))
_SILENCE: Final = frozenset(("sans", "silent", "silence", "muet", "muette"))
_DECLARATION: Final = frozenset(("annonce", "annonces", "declare"))
"""Needless, as it is what happens anyway, unless a word of silence stands before it."""

_SAID_WITH_A_CARD: Final = _ANNOUNCEMENT | _SILENCE | _DECLARATION


def read_line(line: str, view: TableView | None, cards: CardText) -> Input:
    """What `line` means to a reader who sees `view` (None before the table is set).

    A number means the card, or the bid, that was listed under it. `p` is always "pass": spades is
    `pique`, `pi`, `s` or its sign.
    """
    if len(line) > MAX_LINE_CHARACTERS:
        return Unclear(line[:MAX_LINE_CHARACTERS])
    stripped = " ".join(line.split())
    if not stripped:
        return Nothing()
    text = plain_text(stripped)
    if (topic := _TOPICS.get(text)) is not None:
        return Ask(topic)
    if (about_seat := _SEATS.get(text)) is not None:
        return about_seat
    first, _, rest = stripped.partition(" ")
    if plain_text(first) in _SEAT:
        return SeatSomebody(typed_number(rest, MAX_CLAIMS) or 0)
    if plain_text(first) in _SAY:
        return Say(rest) if rest else Unclear(stripped)
    if plain_text(first) in _WHY:
        return _why(rest, view, cards) or Unclear(rest or stripped)
    if view is not None and view.bids:
        bid = _bid(text, view, cards)
        return Unclear(stripped) if bid is None else Speak(bid)
    return _lay(stripped, view, cards) or Unclear(stripped)


def says_yes(line: str) -> bool:
    """Whether a line is a bare yes, to whatever was asked."""
    return plain_text(line.strip()) in _YES


def _why(text: str, view: TableView | None, cards: CardText) -> Why | None:
    card = _card(text, view, cards)
    return None if card is None else Why(card)


def _bid(text: str, view: TableView, cards: CardText) -> Bid | None:
    """A bid, whether or not it may be made now."""
    if text in _PASS:
        return PASS
    takes = [bid for bid in view.bids if bid.trump is not None]
    # In French T is the letter of a suit.
    if text in _TAKE or (text == "t" and cards.language is Language.ENGLISH):
        return takes[0] if len(takes) == 1 else None
    if text.isascii() and text.isdigit():
        number = typed_number(text, len(view.bids))
        return None if number is None else view.bids[number - 1]
    suit = cards.read_suit(re.sub(r"^(je )?(prends|i take|take)( a| at)? ", "", text))
    return None if suit is None else Bid(suit)


def _lay(text: str, view: TableView | None, cards: CardText) -> Lay | None:
    words, said = text.replace("!", " ").split(), set[str]()
    while len(words) > 1 and (word := plain_text(words[-1])) in _SAID_WITH_A_CARD:
        said.add(word)
        words.pop()
    if len(words) > 1 and plain_text(words[0]) in _ANNOUNCEMENT:
        said.add(plain_text(words.pop(0)))
    card = _card(" ".join(words), view, cards)
    if card is None:
        return None
    return Lay(card, bool(said & _ANNOUNCEMENT), declare=not said & _SILENCE)


def _card(text: str, view: TableView | None, cards: CardText) -> Card | None:
    if text.isascii() and text.isdigit():
        hand = listed_hand(view) if view is not None else ()
        number = typed_number(text, len(hand))
        return None if number is None else hand[number - 1]
    return cards.read_card(text)
