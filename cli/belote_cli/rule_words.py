"""What the rules say, in words: why a card is refused, how a deal ended, what an option means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from belote_cli.option_sources import OPTION_SOURCES
from belote_cli.option_words import OPTION_MEANINGS, OPTION_NAMES, VALUE_WORDS
from belote_cli.pen import Pen
from belote_cli.templates import fields_in
from belote_cli.words import Words, msg
from belote_net.errors import OptionError
from belote_net.rules.cards import Card, Suit
from belote_net.rules.option_values import OptionValue, option_text
from belote_net.rules.options import Options
from belote_net.rules.scoring import LineKind, Outcome
from belote_net.rules.trick import Illegality

SUIT_NAMES: Final[Mapping[Suit, str]] = MappingProxyType(
    {
        Suit.SPADES: msg("spades"),
        Suit.HEARTS: msg("hearts"),
        Suit.DIAMONDS: msg("diamonds"),
        Suit.CLUBS: msg("clubs"),
    }
)
ILLEGALITIES: Final[Mapping[Illegality, str]] = MappingProxyType(
    {
        Illegality.NOT_HELD: msg("it is not in your hand"),
        Illegality.MUST_FOLLOW: msg("you have the suit that was led, so you must follow suit"),
        Illegality.MUST_RISE: msg("trump was led: you must play a higher trump if you have one"),
        Illegality.MUST_RISE_ON_PARTNER: msg(
            "trump was led: you must play a higher trump if you can, even over your partner"
        ),
        Illegality.MUST_RUFF: msg(
            "you cannot follow suit and an opponent is winning, so you must trump"
        ),
        Illegality.MUST_RUFF_FOR_PARTNER: msg(
            "you cannot follow suit, so you must trump, even though your partner is winning"
        ),
        Illegality.MUST_OVERRUFF: msg(
            "an opponent has trumped: you must play a higher trump if you have one"
        ),
        Illegality.MUST_UNDERTRUMP: msg(
            "an opponent has trumped: you must play a trump, even a lower one"
        ),
        Illegality.MUST_OVERRUFF_PARTNER: msg(
            "your partner has trumped: a lower trump is allowed only if you have no higher one"
        ),
        Illegality.MUST_NOT_UNDERTRUMP_PARTNER: msg(
            "your partner has trumped: no lower trump as long as you can discard"
        ),
    }
)
OUTCOMES: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.MADE: msg("contract made"),
        Outcome.FAILED: msg("contract failed"),
        Outcome.LITIGE: msg("litige: both sides have the same points"),
        Outcome.LITIGE_LAST: msg("litige in the last deal: each side writes its own points"),
        Outcome.REPLAYED: msg("litige: the deal is played again"),
        Outcome.CAPOT: msg("capot: the taker's side won every trick"),
        Outcome.FAILED_CAPOT: msg("contract failed, capot by the defence"),
        Outcome.FORFEITED: msg("forfeit: a player has left the table"),
    }
)
LINE_KINDS: Final[Mapping[LineKind, str]] = MappingProxyType(
    {
        LineKind.CARDS: msg("cards"),
        LineKind.LAST_TRICK: msg("last trick"),
        LineKind.ROUNDING: msg("rounding"),
        LineKind.COMPLEMENT: msg("rest to 160"),
        LineKind.FAILED: msg("contract failed by the other side"),
        LineKind.FORFEITED: msg("forfeit by the other side"),
        LineKind.CAPOT: msg("capot"),
        LineKind.BELOTE: msg("belote"),
        LineKind.DECLARATIONS: msg("declarations"),
        LineKind.DECLARATIONS_WON: msg("declarations of the other side"),
        LineKind.LOST_IN_LITIGE: msg("lost in the litige"),
        LineKind.HELD_BACK: msg("held in litige"),
        LineKind.HELD_WON: msg("won from the litige before"),
    }
)


CONTRADICTIONS: Final = (
    msg("partner_trumped={value} has no meaning with partner_master_void=must_trump"),
    msg("contract_rule=82_92 counts the belote: belote_in_contract is false"),
    msg("{option} is 1 to {limit} with end={end}, got {number}"),
    msg("{option} is 0 with end={end}"),
)
"""Why a set of options is none, as the rules say it."""


def contradiction_words(error: OptionError, words: Words) -> str:
    """Why a set of options is none, in the reader's language where it is known."""
    for template in CONTRADICTIONS:
        fields = fields_in(str(error), template)
        if fields is not None:
            return words.text(template, **fields)
    return str(error)


def suit_name(suit: Suit, words: Words) -> str:
    """A suit as a word."""
    return words.text(SUIT_NAMES[suit])


def refusal_of_card(card: Card, why: Illegality, options: Options, pen: Pen) -> str:
    """Why `card` may not be played, with the option behind it, in one sentence."""
    reason = pen.text(ILLEGALITIES[why])
    if why is Illegality.NOT_HELD:
        return pen.text("{card} cannot be played: {reason}.", card=pen.card(card), reason=reason)
    if why.option is None:
        return pen.text(
            "{card} cannot be played: {reason} (at every table).",
            card=pen.card(card),
            reason=reason,
        )
    value = options.to_map()[why.option]
    return pen.text(
        "{card} cannot be played: {reason} (option {option} = {value}: {meaning}).",
        card=pen.card(card),
        reason=reason,
        option=why.option,
        value=option_text(value),
        meaning=value_words(why.option, value, pen.words),
    )


def option_name(name: str, words: Words) -> str:
    """What players call an option."""
    return words.text(OPTION_NAMES[name])


def option_source(name: str, words: Words) -> str:
    """Who plays which value of an option."""
    return words.text(OPTION_SOURCES[name])


def option_meaning(name: str, words: Words) -> str:
    """What an option decides, one line."""
    return words.text(OPTION_MEANINGS[name])


def value_words(name: str, value: OptionValue, words: Words) -> str:
    """What a value of an option means; numbers speak for themselves."""
    message = VALUE_WORDS.get((name, value))
    return str(value) if message is None else words.text(message)
