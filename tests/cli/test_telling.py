"""What a face tells of a game, and when it may ask, with a node that is ahead of its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

from belote_cli.plain.desk import Desk, Question
from belote_cli.plain.telling import Telling
from belote_net.node.events import GameOpened, TableMoved
from belote_net.node.node import Node
from belote_net.table.events import Event
from belote_net.table.view import TableView

GAME = b"g" * 32
EVENT = cast("Event", "something happened")


@dataclass
class Scene:
    """A node whose table has moved so far, and a telling of it."""

    moved: int = 1
    plays: bool = True
    is_behind: bool = False
    is_over: bool = False
    is_void: bool = False
    waiting: tuple[object, ...] = ()
    asked: list[Question] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desk = Desk()
        self.telling = Telling(cast("Node", self), self.desk, self._ask)

    def _ask(self) -> None:
        question = self.telling.due()
        if question is not None:
            self.asked.append(question)

    @property
    def game(self) -> object:
        log = SimpleNamespace(count=lambda chain: self.moved)
        table = SimpleNamespace(log=log, is_over=self.is_over, is_void=self.is_void)
        return SimpleNamespace(
            replica=SimpleNamespace(game=GAME), table=table, steward=self.plays or None
        )

    def begin(self, *, resumed: bool = False) -> None:
        self.telling.begin(GameOpened(GAME, resumed))

    def hear(self, seq: int, *, chain: str = "table", game: bytes = GAME) -> tuple[Event, ...]:
        news = self.telling.news(TableMoved(game, chain, seq, (EVENT,)))
        self._ask()
        return news

    def question(self, seq: int) -> Question:
        """The desk is asked for the entry `seq`."""
        duty = SimpleNamespace(context=SimpleNamespace(seq=seq))
        question = self.desk.question = Question(cast("TableView", None), duty)  # type: ignore[arg-type] # what it reads
        assert self.desk.on_question is not None
        self.desk.on_question(question)
        return question


def test_every_entry_is_told_once() -> None:
    scene = Scene()
    scene.begin()
    assert scene.hear(1) == (EVENT,)
    assert scene.hear(1) == ()
    assert scene.hear(2) == (EVENT,)
    assert scene.hear(7, chain="deck/1") == (EVENT,)


def test_what_is_of_another_game_is_not_told() -> None:
    scene = Scene()
    scene.begin()
    assert scene.hear(1, game=b"o" * 32) == ()


def test_a_question_waits_until_what_led_to_it_is_told() -> None:
    scene = Scene(moved=3)
    scene.begin()
    question = scene.question(3)
    assert (scene.asked, scene.telling.asked) == ([], None)
    scene.hear(1)
    assert scene.asked == []
    scene.hear(2)
    assert scene.asked == [question]
    assert scene.telling.asked is question


def test_a_question_that_went_away_is_not_asked() -> None:
    scene = Scene(moved=3)
    scene.begin()
    scene.question(3)
    scene.desk.question = None
    scene.hear(1)
    scene.hear(2)
    assert scene.asked == []


def test_after_a_restart_nothing_is_told_again_and_what_is_asked_already_is_asked() -> None:
    scene = Scene(moved=5)
    question = scene.question(5)
    assert scene.asked == []
    scene.begin(resumed=True)
    assert scene.telling.due() is question
    assert scene.hear(4) == ()
    assert scene.hear(5) == (EVENT,)


def test_who_comes_in_the_middle_is_told_nothing_of_what_was_before() -> None:
    scene = Scene(plays=False, is_behind=True)
    scene.begin()
    assert scene.hear(1) == ()
    assert not scene.telling.arrive()
    assert not scene.telling.is_complete
    scene.moved, scene.is_behind = 4, False
    assert scene.telling.arrive()
    assert scene.telling.is_complete
    assert not scene.telling.arrive()
    assert scene.hear(3) == ()
    assert scene.hear(4) == (EVENT,)


def test_what_was_missed_is_told_no_more_and_the_question_is_asked() -> None:
    scene = Scene(moved=9)
    scene.begin()
    question = scene.question(9)
    scene.telling.skip()
    assert scene.telling.due() is question
    assert scene.hear(8) == ()


def test_what_is_taken_back_is_told_anew() -> None:
    scene = Scene()
    scene.begin()
    assert [scene.hear(seq) for seq in (1, 2, 3)] == [(EVENT,)] * 3
    scene.telling.go_back(2)
    assert [scene.hear(seq) for seq in (1, 2, 3)] == [(), (EVENT,), (EVENT,)]


def test_the_end_is_told_once_and_only_when_it_is_signed() -> None:
    scene = Scene(is_over=True, waiting=("a signature",))
    last = TableMoved(GAME, "table", 9, ())
    assert scene.telling.is_between_games is False
    assert not scene.telling.has_ended(last)
    scene.waiting = ()
    assert not scene.telling.has_ended(TableMoved(b"o" * 32, "table", 9, ()))
    assert scene.telling.has_ended(last)
    assert scene.telling.is_between_games
    assert not scene.telling.has_ended(last)


def test_a_table_that_cannot_go_on_has_ended() -> None:
    scene = Scene(is_void=True, waiting=("somebody",))
    assert scene.telling.has_ended(TableMoved(GAME, "table", 9, ()))
