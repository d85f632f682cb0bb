"""Why a written game is refused, in the reader's language; cards stay as the file writes them."""

from __future__ import annotations

from typing import Final

from belote_cli.rule_words import CONTRADICTIONS, ILLEGALITIES
from belote_cli.templates import fields_in
from belote_cli.words import Words, msg
from belote_net.rules.trick import Illegality

REASONS: Final = (
    *CONTRADICTIONS,
    msg("{card} may not be played: {rule}"),
    msg("{card} was played before"),
    msg("{card} is in two hands"),
    msg("{card} is in the hand of {place}"),
    msg("{card} was dealt before the turned card"),
    msg("{card} expected in the hand of who took"),
    msg("{card} with belote expected of the open hand"),
    msg("{card} without belote expected of the open hand"),
    msg("belote expected with {card}, got silence"),
    msg("rebelote expected with {card}, got silence"),
    msg("neither belote nor rebelote can be said with {card} here"),
    msg("at most {number} cards in the hand of {place} expected"),
    msg("at most {number} characters expected"),
    msg("a line of at most {number} characters expected"),
    msg("characters that a screen can show expected"),
    msg("text in UTF-8 expected"),
    msg("a name of 1 to {number} characters expected, got {got}"),
    msg("a name of its own for each player expected"),
    msg("64 hexadecimal digits expected, got {got}"),
    msg("a date such as 2026-11-30 expected, got {got}"),
    msg("a number expected, got {got}"),
    msg("a number, a place and cards expected, got {got}"),
    msg("an option and its value expected, got {got}"),
    msg("places, each once expected, got {got}"),
    msg("cards, each once expected, got {got}"),
    msg("a card expected, got {got}"),
    msg("a card is a rank and a suit such as 10H, got {got}"),
    msg("a suit is S, H, D or C, got {got}"),
    msg("bids expected, got {got}"),
    msg("a declaration expected, got {got}"),
    msg("nothing more expected, got {got}"),
    msg("{word} expected once"),
    msg("{word} expected further up"),
    msg("{word} expected before"),
    msg("left expected before {word}"),
    msg("nothing expected after {word}"),
    msg("a cut of {least} to {most} cards expected, got {got}"),
    msg("{first} and {later} cards expected"),
    msg("the hands of all players expected, or of none"),
    msg("hands expected as they were after these bids"),
    msg("a turned card expected before bids"),
    msg("the auction is over, got {bid}"),
    msg("a contract expected before a card is played"),
    msg("a whole trick expected before the next one"),
    msg("no card expected, all are played"),
    msg("no declaration: {cards}"),
    msg("claims expected best first"),
    msg("{claim} claimed too often"),
    msg("claims of {number} cards at most expected"),
    msg("a height expected, none was told before"),
    msg("{claim} has no height {height}"),
    msg("the declarations shown are not those that were claimed"),
    msg("each card counts in one declaration only"),
    msg("cards in a row are one sequence, got two"),
    msg("other declarations expected of the open hand"),
    msg("no hand is opened at this table"),
    msg("the cards that were left in the hand expected"),
    msg("nothing expected, the deal was over"),
    msg("nothing expected, the hand was opened"),
    msg("nothing expected, all hands are there"),
    msg("forfeit expected, the cards had been seen"),
    msg("no deal expected, the match is over"),
    msg("the rest of deal {number} expected"),
    msg("sits expected, a place is free"),
    msg("nobody expected to sit down, no place is free"),
    msg("nobody expected to sign who has left"),
    msg("nothing expected to be signed, the match is not over"),
    msg("nothing expected, got {got}"),
    msg("{expected} expected, got {got}"),
    msg("{expected} expected"),
)
"""All of them; the more general ones last."""

_RULES: Final = {one.value: words for one, words in ILLEGALITIES.items()}


def written_reason(reason: str, words: Words) -> str:
    """A reason of `WrittenGameRefused` as part of a sentence."""
    for template in REASONS:
        fields = fields_in(reason, template)
        if fields is None or fields.get("rule", Illegality.NOT_HELD.value) not in _RULES:
            continue
        if "rule" in fields:
            fields["rule"] = words.text(_RULES[fields["rule"]])
        return words.text(template, **fields)
    return reason
