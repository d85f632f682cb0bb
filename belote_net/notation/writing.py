"""The text of a game: one line for each thing that happened, and for each that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from belote_net.notation.answers import SAID_WORDS
from belote_net.notation.compass import Compass
from belote_net.notation.errors import WrittenGameRefused
from belote_net.notation.record import (
    Claimed,
    DealtCards,
    GameRecord,
    HeightSaid,
    PlayedCard,
    Player,
    Said,
    Shown,
    TrumpSaid,
)
from belote_net.notation.telling import tell_game
from belote_net.notation.told import ToldDeal, ToldGame, ToldPlay, Where
from belote_net.rules.cards import Card, Place, Team, in_pack_order
from belote_net.rules.option_values import option_text
from belote_net.rules.presets import nearest_preset
from belote_net.rules.scoring import DealScore

MAGIC: Final = "belote 1"
"""First line of every written game: the name of the notation and its version."""

ANNOUNCED: Final = "!"
"""After a card with which belote or rebelote was said."""

END: Final = Where(0, "end")
"""Of the line that says whether the match is over, whatever its first word."""

NO_BETTER: Final = "no-better"
NOTHING: Final = "nothing"
FOLLOWS: Final = "="
"""What stands behind it in the line of a trick follows from the cards."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, without its end.

    Attributes:
        is_derived: whether the rules tell it; who writes by hand may leave it out.
    """

    where: Where
    text: str
    is_derived: bool = False


def write(record: GameRecord) -> str:
    """Return the text of a game; `parse(write(record)) == record`.

    Raises:
        WrittenGameRefused: the game is against the rules; the line is the one in that text, or 0 if
            it has none.
    """
    told = tell_game(record)
    lines = tuple(lines_of(told))
    if told.refusal is not None:
        numbers = {line.where: number for number, line in enumerate(lines, start=1)}
        raise WrittenGameRefused(numbers.get(told.refusal.where, 0), told.refusal.reason)
    return "".join(f"{line.text}\n" for line in lines)


def lines_of(told: ToldGame) -> Iterator[Line]:
    """Yield every line of a game, as far as it is told."""
    record, compass = told.record, Compass.of(told.record.options)
    yield Line(Where(0, "belote"), MAGIC)
    if record.game is not None:
        yield Line(Where(0, "game"), f"game {record.game}")
    if record.date is not None:
        yield Line(Where(0, "date"), f"date {record.date}")
    preset, changes = nearest_preset(record.options)
    yield Line(Where(0, "rules"), f"rules {preset}")
    for index, change in enumerate(changes):
        value = option_text(change.value)
        yield Line(Where(0, "option", index), f"option {change.name} {value}")
    for index, player in enumerate(record.players):
        yield from _player(player, Place(index), Where(0, "player", index), compass)
    for deal in told.deals:
        yield from _deal(deal, compass)
    yield from _ending(told, compass)


def card_text(played: PlayedCard) -> str:
    """Return a card on the table as it is written."""
    return f"{played.card}{ANNOUNCED if played.announced else ''}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, in_pack_order(cards)))


def _player(player: Player, place: Place, where: Where, compass: Compass) -> Iterator[Line]:
    letter = compass.letter(place)
    yield Line(where, f"{where.part} {letter} {player.name}")
    if player.key is not None:
        yield Line(Where(where.deal, "key", where.index), f"key {letter} {player.key}")
    if player.operator is not None:
        text = f"bot {letter} {compass.letter(player.operator)}"
        yield Line(Where(where.deal, "bot", where.index), text)


def _deal(deal: ToldDeal, compass: Compass) -> Iterator[Line]:
    record, number = deal.record, deal.number
    letter = compass.letter(deal.dealer)
    yield Line(Where(number, "deal"), f"deal {number} {letter}", is_derived=True)
    if record.cut is not None:
        yield Line(Where(number, "cut"), f"cut {record.cut}")
    if record.pattern is not None:
        yield Line(Where(number, "packets"), f"packets {record.pattern.value}")
    for index, hand in enumerate(record.hands):
        text = f"hand {compass.letters[index]} {_hand(hand)}"
        yield Line(Where(number, "hand", index), text)
    if record.turn_up is not None:
        yield Line(Where(number, "turn"), f"turn {record.turn_up}")
    if record.bids:
        yield Line(Where(number, "bids"), f"bids {' '.join(map(str, record.bids))}")
    if deal.play is not None:
        contract = deal.play.contract
        text = f"contract {contract.trump} {compass.letter(contract.taker)}"
        yield Line(Where(number, "contract"), text, is_derived=True)
    if deal.is_passed:
        yield Line(Where(number, "passed"), "passed", is_derived=True)
    yield from _played(deal, compass)
    yield from _result(deal, compass)
    if record.newcomer is not None and record.departure is not None:
        where = Where(number, "sits")
        yield from _player(record.newcomer, record.departure.place, where, compass)


def _hand(hand: DealtCards) -> str:
    return f"{_cards(hand.first)} + {_cards(hand.later)}" if hand.later else _cards(hand.first)


def _played(deal: ToldDeal, compass: Compass) -> Iterator[Line]:
    """The tricks, what was said of declarations after the first one, and who left before which."""
    record, size = deal.record, deal.variant.hand_size
    opened_before = size - len(record.departure.opened) if record.departure else size
    tricks = tuple(_tricks(deal.play, record.tricks, compass)) if deal.play is not None else ()
    for index, text in enumerate(tricks):
        if index == opened_before:
            yield from _departure(deal, compass)
        yield Line(Where(deal.number, "trick", index), text)
        if index == 0:
            yield from _said_lines(deal, compass)
    if opened_before >= len(record.tricks):
        yield from _departure(deal, compass)


def _tricks(
    play: ToldPlay, written: Sequence[tuple[PlayedCard, ...]], compass: Compass
) -> Iterator[str]:
    """Every trick whose leader is known: of a deal that is refused, not those that come after."""
    for index, (leader, cards) in enumerate(zip(play.leaders, written, strict=False)):
        text = f"trick {index + 1} {compass.letter(leader)} {' '.join(map(card_text, cards))}"
        if index < len(play.tricks):
            won = play.tricks[index]
            text += f" {FOLLOWS} {compass.letter(won.winner)} {won.points}"
        yield text


def _said_lines(deal: ToldDeal, compass: Compass) -> Iterator[Line]:
    for index, said in enumerate(deal.record.said):
        word = SAID_WORDS[type(said)]
        text = f"{word} {compass.letter(said.place)} {_said(said)}"
        yield Line(Where(deal.number, word, index), text)


def _said(said: Said) -> str:
    match said:
        case Claimed(_, claims):
            return " ".join(claim.value for claim in claims)
        case HeightSaid(_, height):
            return NO_BETTER if height is None else height.value
        case TrumpSaid(_, answer):
            return answer.value
        case Shown(_, None):
            return NOTHING
        case Shown(_, declarations):
            return ", ".join(" ".join(map(str, one.cards)) for one in declarations or ())


def _departure(deal: ToldDeal, compass: Compass) -> Iterator[Line]:
    departure = deal.record.departure
    if departure is None:
        return
    number, letter = deal.number, compass.letter(departure.place)
    yield Line(Where(number, "left"), f"left {letter} {departure.cause.value}")
    if departure.opened:
        yield Line(Where(number, "open"), f"open {_cards(departure.opened)}")
    if departure.ending is not None:
        yield Line(Where(number, departure.ending.value), departure.ending.value)


def _result(deal: ToldDeal, compass: Compass) -> Iterator[Line]:
    """What the rules make of a deal: nothing of it is new."""
    for part, text in _result_texts(deal, compass):
        yield Line(Where(deal.number, part), text, is_derived=True)
    if deal.score is None:
        return
    for index in range(len(deal.score.points)):
        text = _points(deal.score, Team(index), compass)
        yield Line(Where(deal.number, "points", index), text, is_derived=True)
    if deal.score.held_after:
        text = f"held {deal.score.held_after}"
        yield Line(Where(deal.number, "held"), text, is_derived=True)
    scores = (f"{compass.teams[team]} {points}" for team, points in enumerate(deal.match.scores))
    yield Line(Where(deal.number, "score"), f"score {' '.join(scores)}", is_derived=True)


def _result_texts(deal: ToldDeal, compass: Compass) -> Iterator[tuple[str, str]]:
    if deal.play is not None and deal.play.belote.holder is not None:
        yield "belote", f"belote {compass.letter(deal.play.belote.holder)}"
    score = deal.score
    if score is None:
        return
    if score.forgiven is not None:
        yield "forgiven", f"forgiven {compass.team(score.forgiven)}"
    if deal.false_claimers:
        yield "false", f"false {' '.join(map(compass.letter, deal.false_claimers))}"
    text = f"outcome {score.outcome.value}"
    if score.reason is not None:
        reason = score.reason
        text += f" taker {reason.taker_total} defence {reason.defence_total}"
        text += f" needed {reason.needed}"
    yield "outcome", text


def _points(score: DealScore, team: Team, compass: Compass) -> str:
    """What a side writes, and the terms that make it."""
    terms = [f"{line.kind.value} {line.points}" for line in score.formula if line.team == team]
    text = f"points {compass.team(team)} {score.points[team]}"
    return f"{text} {FOLLOWS} {', '.join(terms)}" if terms else text


def _ending(told: ToldGame, compass: Compass) -> Iterator[Line]:
    match, signed = told.match, told.record.signed
    if not match.is_over:
        yield Line(END, "adjourned", is_derived=True)
    else:
        winner = "draw" if match.winner is None else compass.team(match.winner)
        yield Line(END, f"result {winner}", is_derived=True)
    if signed:
        yield Line(Where(0, "signed"), f"signed {' '.join(map(compass.letter, signed))}")
