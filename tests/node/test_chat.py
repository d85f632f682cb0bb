"""Chat lines: whoever passes them on can neither bring one again nor take one away."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from belote_net.node.chat import MAX_AUTHORS, Chat
from belote_net.node.events import NodeEvent, Said
from belote_net.node.frames import Say, changed
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity
from tests.node.support import identity

ROOM = b"r" * 16
LEA, PAUL, MALLORY = (identity(name).public for name in ("lea", "paul", "mallory"))


@dataclass
class Talker:
    """One member's chat, what it shows, and what it passes on to whom."""

    name: str
    room: bytes = ROOM
    now_ms: int = 1_000_000
    told: list[NodeEvent] = field(default_factory=list)
    passed: list[tuple[Say, PublicIdentity | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chat = Chat(
            identity(self.name),
            self.room,
            lambda: self.now_ms,
            self.told.append,
            lambda frame, source: self.passed.append((frame, source)),
        )

    def says(self, text: str) -> Say:
        self.chat.say(text)
        return self.passed[-1][0]

    def hears(self, frame: Say, *, source: PublicIdentity = MALLORY) -> None:
        self.chat.hear(frame, source, is_known=True)


def test_a_line_is_shown_once_by_whatever_ways_it_comes() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    line = lea.says("bonjour")
    for source in (LEA, MALLORY, MALLORY):
        paul.hears(line, source=source)
    assert lea.told == paul.told == [Said(LEA, "bonjour")]
    assert paul.passed == [(line, LEA)]


def test_numbers_rise_however_fast_one_speaks_and_whatever_the_clock_does() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    lines = [lea.says("un"), lea.says("deux")]
    lea.now_ms -= 5000
    lines.append(lea.says("trois"))
    assert [line.number for line in lines] == [1_000_000, 1_000_001, 1_000_002]
    for line in lines:
        paul.hears(line)
    assert len(paul.told) == 3


def test_a_node_that_was_restarted_is_heard() -> None:
    paul = Talker("paul")
    paul.hears(Talker("lea").says("avant"))
    paul.hears(Talker("lea", now_ms=1_000_500).says("après"))
    assert paul.told == [Said(LEA, "avant"), Said(LEA, "après")]


def test_an_old_line_is_not_shown_again_whatever_was_said_since() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    old = lea.says("bonjour")
    paul.hears(old)
    for number in range(1000):
        paul.hears(lea.says(f"{number}"))
    shown = len(paul.told)
    paul.hears(old)
    assert len(paul.told) == shown == 1001


def test_a_line_that_never_came_leaves_a_gap_and_cannot_come_late() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    kept_back, later = lea.says("un"), lea.says("deux")
    paul.hears(later)
    paul.hears(kept_back)
    assert paul.told == [Said(LEA, "deux")]


def test_nobody_can_take_the_number_of_anothers_line() -> None:
    lea, paul, mallory = Talker("lea"), Talker("paul"), Talker("mallory")
    line = lea.says("bonjour")
    mallory.now_ms = line.number
    paul.hears(mallory.says("moi d'abord"))
    paul.hears(line)
    assert paul.told == [Said(MALLORY, "moi d'abord"), Said(LEA, "bonjour")]


@pytest.mark.parametrize(
    "changes",
    [{"text": "au revoir"}, {"number": 9_000_000}, {"author": MALLORY}, {"signature": bytes(64)}],
)
def test_a_changed_line_is_held_against_who_brought_it(changes: dict[str, object]) -> None:
    paul, line = Talker("paul"), Talker("lea").says("bonjour")
    with pytest.raises(InvalidEncoding, match="signed by its author"):
        paul.hears(changed(line, **changes))
    paul.hears(line)
    assert paul.told == [Said(LEA, "bonjour")]


def test_a_line_of_another_room_is_none_of_this() -> None:
    paul, line = Talker("paul"), Talker("lea", room=b"s" * 16).says("bonjour")
    with pytest.raises(InvalidEncoding):
        paul.hears(line)


def test_our_own_lines_never_come_back_even_from_before_a_restart() -> None:
    old = Talker("lea", now_ms=999).says("avant")
    lea = Talker("lea")
    lea.hears(old)
    lea.hears(lea.says("après"))
    assert lea.told == [Said(LEA, "après")]


def test_who_does_not_belong_to_the_room_is_not_heard() -> None:
    paul = Talker("paul")
    paul.chat.hear(Talker("lea").says("bonjour"), LEA, is_known=False)
    assert paul.told == []


def test_a_line_that_shows_nothing_is_neither_shown_nor_passed_on() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    lea.chat.say("\u2800\u200b ")
    assert lea.passed == []
    signed = Chat(identity("lea"), ROOM, lambda: 7, lea.told.append, lambda frame, source: None)
    number, text = 7, "\u3164"
    signature = identity("lea").sign(signed._signed(LEA, number, text))
    paul.hears(Say(LEA, number, text, signature))
    assert (paul.told, paul.passed) == ([], [])


def test_a_flood_of_authors_takes_no_more_memory_and_loses_nobody() -> None:
    lea, paul = Talker("lea"), Talker("paul")
    old = lea.says("bonjour")
    paul.hears(old)
    for number in range(2 * MAX_AUTHORS):
        paul.hears(Talker(f"stranger {number}").says("spam"))
    assert len(paul.told) == len(paul.chat._last) == MAX_AUTHORS
    paul.hears(old)
    paul.hears(lea.says("encore là"))
    assert paul.told[-1] == Said(LEA, "encore là")
    assert len(paul.told) == MAX_AUTHORS + 1
