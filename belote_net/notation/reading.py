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
    DealRecord,
    DealtCards,
    Departure,
    Ending,
    GameRecord,
    PlayedCard,
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

_ONCE: Final = frozenset(
    ("cut", "packets", "turn", "bids", "left", "open", *(ending.value for ending in Ending))
)
_SAID: Final = frozenset(SAID_WORDS.values())
_NEWCOMER: Final = "sits"
_DEAL: Final = _ONCE | _SAID | DERIVED | {"hand", "trick", _NEWCOMER}
"""First words of the lines of a deal, after the one with its number."""


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
    hands: list[DealtCards] = field(default_factory=list)
    tricks: list[tuple[PlayedCard, ...]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    record: DealRecord = field(default_factory=DealRecord)

    def read(self) -> DealRecord:
        """Read every line up to one that belongs to no deal, or to the next one."""
        while (word := self.reader.word) in _DEAL:
            if word == _NEWCOMER:
                self._read_newcomer()
            else:
                self.reader.read(self._where(word), partial(self._tell, word))
        if 0 < len(self.hands) < len(self.compass.letters):
            number = self.reader.written[Where(self.number, "hand", len(self.hands) - 1)].number
            raise WrittenGameRefused(number, "the hands of all players expected, or of none")
        return replace(
            self.record,
            hands=tuple(self.hands),
            tricks=tuple(self.tricks),
            said=tuple(self.said),
        )

    def _where(self, word: str) -> Where:
        """Where the next line belongs, which begins with `word`."""
        if word in _ONCE:
            return Where(self.number, word)
        if word in _SAID:
            return Where(self.number, word, len(self.said))
        return Where(self.number, word, self.reader.count(self.number, word))

    def _tell(self, word: str, words: Words) -> None:
        """Take in what a line says that begins with `word`; what is derived says nothing new."""
        record = self.record
        match word:
            case "cut":
                self.record = replace(record, cut=fields.number(words))
            case "packets":
                self.record = replace(record, pattern=fields.pattern(words))
            case "hand":
                self.hands.append(self._hand(words))
            case "turn":
                self.record = replace(record, turn_up=fields.card(words))
            case "bids":
                self.record = replace(record, bids=fields.bids(words, self.compass))
            case "trick":
                self.tricks.append(fields.trick(words, self.compass))
            case "left" | "open" | Ending.FORFEIT.value | Ending.ANNULLED.value:
                self.record = replace(record, departure=self._departure(word, words))
            case _ if word in _SAID:
                self.said.append(fields.said(word, words, self.compass))

    def _hand(self, words: Words) -> DealtCards:
        if len(self.hands) == len(self.compass.letters):
            raise NotationError("nothing expected, all hands are there")
        return fields.hand(fields.of_place(words, self.compass.letters[len(self.hands)]))

    def _departure(self, word: str, words: Words) -> Departure:
        """What is known of who left, with what one more line says."""
        if word == "left":
            return Departure(*fields.departure(words, self.compass))
        departure = self.record.departure
        if departure is None:
            raise NotationError(f"left expected before {word}")
        if word == "open":
            return replace(departure, opened=fields.cards(words))
        if departure.ending is not None:
            raise NotationError(f"nothing expected after {departure.ending.value}")
        fields.nothing(words)
        return replace(departure, ending=Ending(word))

    def _read_newcomer(self) -> None:
        departure = self.record.departure
        if departure is None:
            raise self.reader.refused("nobody expected to sit down, no place is free")
        letter = self.compass.letter(departure.place)
        newcomer = _player(self.reader, Where(self.number, _NEWCOMER), letter, self.compass)
        self.record = replace(self.record, newcomer=newcomer)
