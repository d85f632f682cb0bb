"""However the screen ends, the game says goodbye and the terminal is as it was before."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest
import trio

from belote_cli.settings import Settings
from belote_cli.tui.canvas import Canvas, Size
from belote_cli.tui.look import look_for
from belote_cli.tui.stage import Screen, Stage
from belote_cli.tui.touches import INTERRUPT, Pick, Press, Touch
from belote_cli.words import Language
from tests.tui.terminal import CTRL_C, Script, Terminal, gone, is_restored, sit, until

LOOK = look_for(Settings(), Language.ENGLISH, "utf-8", {})


class Fault(Exception):
    """What a faulty part of the program raises."""


class Board(Screen[str]):
    """Shows the last key; `x` is faulty, `q` ends it, `d` makes the next drawing faulty."""

    def __init__(self) -> None:
        super().__init__(LOOK)
        self.pressed: list[Touch] = []
        self.is_broken = False

    def draw(self, size: Size) -> Canvas:
        if self.is_broken:
            raise Fault("in a drawing")
        canvas = self.look.canvas(size)
        canvas.put(0, 0, f"board {len(self.pressed)}")
        canvas.put(size.rows - 1, 0, "a button", "key", Press("button"))
        return canvas

    def handle(self, touch: Touch) -> None:
        self.pressed.append(touch)
        if touch == Press("x"):
            raise Fault("in a key handler")
        if touch == Press("d"):
            self.is_broken = True
        if touch in (Press("q"), INTERRUPT):
            self.finish("done")


class Game:
    """A game that notes whether it could say goodbye."""

    def __init__(self, task: Callable[[], object] | None = None) -> None:
        self.board = Board()
        self.said_goodbye = False
        self._task = task

    def run(self, terminal: Terminal) -> object:
        stage = Stage(LOOK, keys=terminal.keys, screen=terminal)

        async def main() -> str | None:
            try:
                async with trio.open_nursery() as nursery:
                    if self._task is not None:
                        nursery.start_soon(self._fail, self._task)
                    return await stage.show(self.board)
            finally:
                with trio.CancelScope(shield=True):
                    await trio.sleep(0.01)
                    self.said_goodbye = True

        return stage.run(main)

    async def _fail(self, task: Callable[[], object]) -> None:
        await trio.sleep(0.05)
        task()


def test_the_result_comes_back_and_every_key_arrives() -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.type("aé♠7\r\x1b[A\x1b[5~\t")
        yield from until(terminal, "board 8")
        terminal.type("q")

    _, result = sit(script, game.run)
    assert result == "done"
    names = [touch.key for touch in game.board.pressed if isinstance(touch, Press)]
    assert names == ["a", "é", "♠", "7", "enter", "up", "pageup", "tab", "q"]
    assert game.said_goodbye


def test_ctrl_l_draws_all_of_it_anew() -> None:
    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.scribble(3, 10, "what another program wrote")
        terminal.type("a")
        yield from until(terminal, "board 1", "another program")
        terminal.type("\x0c")
        yield from gone(terminal, "another program")
        yield from until(terminal, "board 1")
        terminal.type("q")

    game = Game()
    sit(script, game.run)
    assert game.board.pressed == [Press("a"), Press("q")]


def test_keys_typed_between_two_screens_wait_for_the_second() -> None:
    boards = [Board(), Board()]

    def run(terminal: Terminal) -> object:
        stage = Stage(LOOK, keys=terminal.keys, screen=terminal)

        async def main() -> None:
            await stage.show(boards[0])
            await trio.sleep(0.02)
            await stage.show(boards[1])

        return stage.run(main)

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.type("aqbcq")

    sit(script, run)
    assert boards[0].pressed == [Press("a"), Press("q")]
    assert boards[1].pressed == [Press("b"), Press("c"), Press("q")]


def test_escape_comes_alone_and_a_paste_in_one_piece() -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.type("\x1b")
        yield from until(terminal, "board 1")
        terminal.type("\x1b[200~sept ♠ x\x1b[201~")
        yield from until(terminal, "board 2")
        terminal.type("q")

    sit(script, game.run)
    assert game.board.pressed[:2] == [Press("escape"), Press("paste", "sept ♠ x")]


def test_a_click_does_what_stands_there() -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "a button")
        terminal.type("\x1b[<0;3;24M\x1b[<0;3;24m")
        yield from until(terminal, "board 1")
        terminal.type("\x1b[<0;3;20M\x1b[<0;3;20mq")

    sit(script, game.run)
    assert game.board.pressed == [Press("button"), Press("q")]


@pytest.mark.parametrize(("key", "where"), [("x", "key handler"), ("d", "drawing")])
def test_a_fault_restores_the_terminal_and_comes_out(key: str, where: str) -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.type(key)

    with pytest.raises(Fault, match=where):
        sit(script, game.run)
    assert game.said_goodbye


def test_a_fault_in_a_task_restores_the_terminal_and_comes_out() -> None:
    def fail() -> None:
        raise Fault("in a task")

    game, seen = Game(fail), []

    def script(terminal: Terminal) -> Script:
        seen.append(terminal)
        yield from until(terminal, "board 0")

    with pytest.raises(Fault, match="in a task"):
        sit(script, game.run)
    assert game.said_goodbye
    assert is_restored(seen[0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_game_after_its_goodbye(number: signal.Signals) -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        os.kill(os.getpid(), number)

    _, result = sit(script, game.run)
    assert result is None
    assert game.said_goodbye


@pytest.mark.parametrize("way", ["key", "signal"])
def test_ctrl_c_is_for_the_screen_to_answer(way: str) -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        if way == "key":
            terminal.type(CTRL_C)
        else:
            os.kill(os.getpid(), signal.SIGINT)

    _, result = sit(script, game.run)
    assert result == "done"
    assert game.board.pressed == [INTERRUPT]


def test_a_terminal_that_goes_away_ends_the_game_after_its_goodbye() -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.keys.close()

    _, result = sit(script, game.run)
    assert result is None
    assert game.said_goodbye


def test_more_keys_than_anybody_means_are_dropped() -> None:
    game = Game()

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "board 0")
        terminal.type("a" * 600)
        yield from until(terminal, "board")
        while len(game.board.pressed) < 100:
            yield
        os.kill(os.getpid(), signal.SIGTERM)

    sit(script, game.run)
    assert Pick(0) not in game.board.pressed
    assert set(game.board.pressed) == {Press("a")}
