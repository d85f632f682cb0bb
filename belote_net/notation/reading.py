"""Read a written game strictly: the text is parsed, told by the rules, and compared with them.

Whoever writes by hand may leave out what follows from the rest; blank lines are free, and `#` at
its beginning makes a line a remark. What is there has to be right, and to stand where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from belote_net.errors import NotationError, OptionError
from belote_net.notation import fields
from belote_net.notation.answers import SAID_WORDS
from belote_net.notation.compass import Compass
from belote_net.notation.errors import WrittenGameRefused
from belote_net.notation.lines import LineReader, Words, WrittenLine
from belote_net.notation.record import (
    Cause,
    DealRecord,
    DealtCards,
    Departure,
    Ending,
    GameRecord,
    Player,
    Said,
)
from belote_net.notation.telling import tell_game
from belote_net.notation.told import ToldGame, Where
from belote_net.notation.writing import END, FOLLOWS, MAGIC, Line, lines_of
from belote_net.rules.cards import Place
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS

_ADJOURNED: Final = "adjourned"
_RESULT: Final = "result"
DERIVED: Final = frozenset(
    ("contract", "passed", "belote", "forgiven", "false", "outcome", "points", "held", "score")
)
"""First words of lines that only say again what follows from others."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A game that was read, and is right.

    Attributes:
        lines: on which line each thing stands; what was left out is missing.
    """

    told: ToldGame
    lines: Mapping[Where, int]


def parse(text: str) -> GameRecord:
    """Return the game that a text tells: `parse(write(record)) == record`.

    Raises:
        WrittenGameRefused: as `read_game`.
    """
    return read_game(text).told.record


def read_game(text: str) -> WrittenGame:
    """Read a game and tell it by the rules.

    Raises:
        WrittenGameRefused: the first line that is not written as it should be; or if all are, the
            first that the rules refuse, or that says something else than they do.
    """
    reader = LineReader(text)
    told = tell_game(_game(reader))
    numbers = {where: line.number for where, line in reader.written.items()}
    faults = [*_differences(reader.written, told)]
    if told.refusal is not None:
        where = told.refusal.where
        number = numbers.get(where) or numbers[Where(where.deal, "deal")]
        faults.append(WrittenGameRefused(number, told.refusal.reason))
    if faults:
        raise min(faults, key=lambda fault: fault.line)
    return WrittenGame(told, MappingProxyType(numbers))


# What is written against what the rules tell.


def _differences(
    written: Mapping[Where, WrittenLine], told: ToldGame
) -> Iterator[WrittenGameRefused]:
    """Every line that says something else than the rules do, or stands in a wrong place.

    Of a deal that is refused only what was told before can be compared.
    """
    due = {line.where: (index, line) for index, line in enumerate(lines_of(told))}
    last = -1
    for where, line in written.items():
        if where not in due:
            if told.refusal is None:
                yield WrittenGameRefused(line.number, f"nothing expected, got {line.text}")
            continue
        index, expected = due[where]
        if index < last:
            yield WrittenGameRefused(line.number, f"{line.words[0]} expected further up")
        last = max(last, index)
        if not _agrees(line, expected, told):
            reason = f"{expected.text} expected, got {line.text}"
            yield WrittenGameRefused(line.number, reason)


def _agrees(line: WrittenLine, due: Line, told: ToldGame) -> bool:
    """Whether a line says what the rules do, as far as it is theirs to say."""
    if due.where.part != "trick":
        return not due.is_derived or line.text == due.text
    cards, _, follows = due.text.partition(f" {FOLLOWS} ")
    if not follows and told.refusal is not None:
        # Nothing follows from cards that are refused, or that come after such.
        return line.text.partition(f" {FOLLOWS} ")[0] == cards
    return line.text in (due.text, cards)


# The grammar (docs/notation.md).


def _game(reader: LineReader) -> GameRecord:
    first = reader.take(Where(0, "belote"))
    if first.text != MAGIC:
        raise WrittenGameRefused(first.number, f"{MAGIC} expected")
    game = reader.read_if_there(Where(0, "game"), fields.key)
    date = reader.read_if_there(Where(0, "date"), fields.date)
    options = _options(reader)
    compass = Compass.of(options)
    players = tuple(
        _player(reader, Where(0, "player", index), letter, compass)
        for index, letter in enumerate(compass.letters)
    )
    first_dealer, deals = _deals(reader, compass)
    _end(reader)
    read_places = partial(fields.places, compass=compass)
    signed = reader.read_if_there(Where(0, "signed"), read_places) or ()
    if reader.word:
        raise reader.refused(f"the end expected, got {reader.word}")
    return GameRecord(
        options=options,
        players=players,
        first_dealer=first_dealer,
        deals=deals,
        game=game,
        date=date,
        signed=signed,
    )


def _options(reader: LineReader) -> Options:
    number = reader.next_line.number
    presets = {name: preset.to_map() for name, preset in PRESETS.items()}
    read_preset = partial(fields.choice, values=presets)
    values, changed = reader.read(Where(0, "rules"), read_preset), set[str]()
    while reader.word == "option":
        number = reader.next_line.number
        name, value = reader.read(Where(0, "option", len(changed)), fields.option)
        if name in changed:
            raise WrittenGameRefused(number, f"{name} expected once")
        changed.add(name)
        values[name] = value
    try:
        return Options.from_map(values)
    except OptionError as cause:
        raise WrittenGameRefused(number, str(cause)) from cause


def _player(reader: LineReader, where: Where, letter: str, compass: Compass) -> Player:
    """A line `player` or `sits`, and what may follow it about the same player."""

    def own(words: Words) -> Words:
        return fields.of_place(words, letter)

    line = reader.next_line
    name = reader.read(where, lambda words: fields.name(line.after(2) if own(words) else ""))
    key = reader.read_if_there(
        Where(where.deal, "key", where.index), lambda words: fields.key(own(words))
    )
    operator = reader.read_if_there(
        Where(where.deal, "bot", where.index), lambda words: fields.place(own(words), compass)
    )
    return Player(name, key, operator)


def _deals(reader: LineReader, compass: Compass) -> tuple[Place, tuple[DealRecord, ...]]:
    dealers: list[Place] = []
    deals: list[DealRecord] = []
    read_dealer = partial(_dealer, compass=compass)
    while reader.word == "deal" or not deals:
        dealers.append(reader.read(Where(len(deals) + 1, "deal"), read_dealer))
        deals.append(_Deal(reader, len(deals) + 1, compass).read())
    return dealers[0], tuple(deals)


def _dealer(words: Words, compass: Compass) -> Place:
    """The dealer; the number is compared like all that follows from the rest."""
    fields.number(words[:1])
    return fields.place(words[1:], compass)


def _end(reader: LineReader) -> None:
    """Whether the game is over; without it, a file that was cut would go unnoticed."""
    if reader.word not in (_RESULT, _ADJOURNED):
        raise reader.refused(f"{_RESULT} or {_ADJOURNED} expected, got {reader.word or 'the end'}")
    reader.take(END, reader.word)


@dataclass(slots=True)
class _Deal:
    """A deal that is being read. In which order its lines have to stand, is compared afterwards."""

    reader: LineReader
    number: int
    compass: Compass
    record: DealRecord = field(default_factory=DealRecord)

    def read(self) -> DealRecord:
        """Read every line up to one that belongs to no deal, or to the next one."""
        while self._read_line(self.reader.word):
            pass
        hands = len(self.record.hands)
        if 0 < hands < len(self.compass.letters):
            number = self.reader.written[Where(self.number, "hand", hands - 1)].number
            raise WrittenGameRefused(number, "the hands of all players expected, or of none")
        return self.record

    def _read_line(self, word: str) -> bool:
        """Read the next line, which begins with `word`; returns whether it belongs to a deal."""
        reader, record, compass = self.reader, self.record, self.compass
        index = reader.count(self.number, word)
        where = Where(self.number, word, 0)
        match word:
            case "cut":
                self.record = replace(record, cut=reader.read(where, fields.number))
            case "packets":
                self.record = replace(record, pattern=reader.read(where, fields.pattern))
            case "hand":
                hand = reader.read(replace(where, index=index), partial(self._hand, index=index))
                self.record = replace(record, hands=(*record.hands, hand))
            case "turn":
                self.record = replace(record, turn_up=reader.read(where, fields.card))
            case "bids":
                bids = reader.read(where, partial(fields.bids, compass=compass))
                self.record = replace(record, bids=bids)
            case "trick":
                where = replace(where, index=index)
                trick = reader.read(where, partial(fields.trick, compass=compass))
                self.record = replace(record, tricks=(*record.tricks, trick))
            case "left" | "open" | Ending.FORFEIT.value | Ending.ANNULLED.value:
                self._read_departure(where)
            case "sits":
                self._read_newcomer(where)
            case _ if word in SAID_WORDS.values():
                where = replace(where, index=len(record.said))
                said = reader.read(where, partial(self._said, word=word))
                self.record = replace(record, said=(*record.said, said))
            case _ if word in DERIVED:
                reader.take(replace(where, index=index))
            case _:
                return False
        return True

    def _hand(self, words: Words, index: int) -> DealtCards:
        letters = self.compass.letters
        if index >= len(letters):
            raise NotationError("nothing expected, all hands are there")
        return fields.hand(fields.of_place(words, letters[index]))

    def _said(self, words: Words, word: str) -> Said:
        return fields.said(word, words, self.compass)

    def _read_departure(self, where: Where) -> None:
        departure = self.record.departure
        if where.part == "left":
            place, cause = self.reader.read(where, self._departure)
            departure = Departure(place, cause)
        elif departure is None:
            raise self.reader.refused(f"left expected before {where.part}")
        elif where.part == "open":
            departure = replace(departure, opened=self.reader.read(where, fields.cards))
        elif departure.ending is not None:
            raise self.reader.refused(f"nothing expected after {departure.ending.value}")
        else:
            self.reader.read(where, fields.nothing)
            departure = replace(departure, ending=Ending(where.part))
        self.record = replace(self.record, departure=departure)

    def _departure(self, words: Words) -> tuple[Place, Cause]:
        return fields.departure(words, self.compass)

    def _read_newcomer(self, where: Where) -> None:
        departure = self.record.departure
        if departure is None:
            raise self.reader.refused("nobody expected to sit down, no place is free")
        letter = self.compass.letter(departure.place)
        newcomer = _player(self.reader, where, letter, self.compass)
        self.record = replace(self.record, newcomer=newcomer)
