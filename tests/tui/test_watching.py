"""Somebody else's table on the screen: no hand, no word, no key that plays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import pytest
import trio

from belote_cli.exit_codes import ExitCode
from belote_cli.game_list import GameSummary, Progress, list_games
from belote_cli.settings import Settings
from belote_cli.tui.program import Start
from belote_cli.tui.render_lobby import LobbyScene, lobby_canvas
from belote_cli.tui.render_table import table_canvas
from belote_cli.tui.screens.join import JoinScreen, Wanted
from belote_cli.tui.screens.lobby import LobbyScreen
from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.table_actions import TableActions
from belote_cli.tui.table_scene import Overlay, TableScene
from belote_cli.tui.touches import ENTER, ESCAPE, Pick, Press
from belote_cli.words import Language, Words
from belote_net.node.discovery import FoundTable
from belote_net.node.frames import LobbyFrame, Watcher, changed
from belote_net.node.node import HostNode, Node
from belote_net.node.start import add_bot, host
from belote_net.node.transport import Address
from tests.node.support import identity
from tests.node.tables import ONE_DEAL, Player, wait_for
from tests.tui.houses import Program, run
from tests.tui.scenes import HOSTING, LOBBY, ME, OTHER, look, watching_view
from tests.tui.sitter import Sitter, refusing_view
from tests.tui.terminal import ENTER as ENTER_KEY
from tests.tui.terminal import Script, Terminal, until
from tests.tui.test_screens import LANGUAGES, SMALL, Hall, text_of

ZOE = identity("Zoé").public
OPEN = changed(LOBBY, watchers=())
WATCHED = changed(LOBBY, watchers=(Watcher(ZOE, "Zoé"), Watcher(identity("Jo").public, "Jo")))


def lobby_text(scene: LobbyScene, language: Language = Language.ENGLISH) -> str:
    return "\n".join(lobby_canvas(scene, look(language), SMALL).lines())


# The lobby.


@LANGUAGES
def test_everybody_sees_whether_others_may_watch_before_agreeing(language: Language) -> None:
    guest = replace(HOSTING, me=OTHER, code=None, addresses=())
    for scene in (HOSTING, guest):
        texts = [
            lobby_text(replace(scene, lobby=shown), language) for shown in (LOBBY, OPEN, WATCHED)
        ]
        assert len(set(texts)) == 3
        assert "Zoé, Jo." in texts[2]
    assert "w Nobody may watch this table." in lobby_text(HOSTING)
    assert "w Nobody" not in lobby_text(guest)


class Gallery(Hall):
    """As much of Zoé's node as the lobby looks at."""

    def __init__(self, lobby: LobbyFrame) -> None:
        self.lobby, self.identity = lobby, ZOE


def test_a_spectator_in_the_lobby_has_no_key_that_takes_part() -> None:
    taken: list[str] = []
    screen = LobbyScreen(look(), cast(Node, Gallery(WATCHED)), taken.append)
    text = text_of(screen)
    assert "Watching now: you, Jo." in text
    assert text.splitlines()[-1].split() == ["o", "rules", "q", "leave"]
    for touch in (ENTER, Press("p"), Press("t"), Press("b"), Press("w"), Press("c"), Press("k")):
        screen.handle(touch)
    assert taken == []
    assert screen.scene.edit is None
    # The same keys, of somebody who has a seat.
    screen = LobbyScreen(look(), cast(Node, Gallery(OPEN)), taken.append)
    screen.handle(ENTER)
    screen.handle(Press("p"))
    assert taken == ["ready", "place 1"]


def test_the_host_opens_the_table_by_a_key_or_a_click() -> None:
    canvas = lobby_canvas(replace(HOSTING, me=ME), look(), SMALL)
    row = next(row for row, line in enumerate(canvas.lines()) if "Nobody may watch" in line)
    assert canvas.touch_at(row, 10) == Press("w")
    guest = lobby_canvas(replace(HOSTING, me=OTHER, code=None, addresses=()), look(), SMALL)
    row = next(row for row, line in enumerate(guest.lines()) if "Nobody may watch" in line)
    assert guest.touch_at(row, 10) is None


# The table.


def watching_screen(said: list[str]) -> TableScreen:
    actions = TableActions(said.append, lambda settings: None, lambda typed: None)
    screen = TableScreen(look(), Settings(), actions)
    screen.show_view(watching_view())
    screen.update(watches=True)
    return screen


def test_a_spectator_reads_what_is_said_and_says_nothing() -> None:
    said: list[str] = []
    screen = watching_screen(said)
    screen.hear("Léa says: bonsoir", is_mine=False)
    screen.handle(Press("t"))
    text = text_of(screen)
    assert "Léa says: bonsoir" in text
    assert "The players do not hear you: you only watch." in text
    assert "> " not in text
    for key in "hello":
        screen.handle(Press(key))
    screen.handle(ENTER)
    assert said == []
    assert screen.scene.chat.edit.text == ""
    screen.handle(ESCAPE)
    assert screen.scene.overlay is None


@LANGUAGES
def test_a_spectator_is_offered_no_key_of_a_player(language: Language) -> None:
    scene = TableScene(watching_view(), watches=True)
    footer = table_canvas(scene, look(language), SMALL).lines()[-1]
    assert [word for word in footer.split() if len(word) == 1] == list("qdsot?")
    texts = [
        "\n".join(table_canvas(replace(scene, overlay=page), look(language), SMALL).lines())
        for page in (Overlay.HELP, Overlay.LEAVE)
    ]
    assert "b: " not in texts[0]
    assert ("watch" in texts[1]) == (language is Language.ENGLISH)
    assert "cannot go on without you" not in texts[1]


def test_a_click_on_the_table_plays_nothing() -> None:
    screen = watching_screen([])
    screen.handle(Pick(0))
    screen.handle(ENTER)
    assert screen.question is None
    assert not screen.done.is_set()


def test_the_host_shows_the_way_in_at_any_time() -> None:
    seat = Sitter()
    lines = ("Who wants to watch types: belote-net watch 7-trefle-capot", "or else")
    actions = TableActions(seat.said.append, seat.kept.append, seat.decided.append, lambda: lines)
    seat.screen = TableScreen(look(), seat.settings, actions)
    seat.ask(refusing_view())
    seat.type("c")
    assert seat.notice == " ".join(lines)


# Finding a table.


def test_only_tables_that_may_be_watched_are_shown() -> None:
    closed = FoundTable("Jo", "host", (Address("192.0.2.7", 22032),))
    open_one = FoundTable("Léa", "host", (Address("192.0.2.8", 22032),), may_be_watched=True)
    screen = JoinScreen(look(), watches=True)
    screen.found((closed,))
    assert "No table that may be watched is here yet." in text_of(screen)
    screen.found((closed, open_one))
    text = text_of(screen)
    assert "Watch a table" in text
    assert "▶ Léa (192.0.2.8:22032), may be watched" in text
    assert "Jo (192.0.2.7" not in text
    assert "Enter watch" in text
    screen.handle(ENTER)
    assert screen.result == Wanted(open_one, "")
    joining = JoinScreen(look())
    joining.found((closed, open_one))
    assert "Jo (192.0.2.7:22032)" in text_of(joining)
    assert "Léa (192.0.2.8:22032), may be watched" in text_of(joining)


# The whole program.


@dataclass
class Table:
    """A table in another thread, at which four who decide at random play as soon as it is watched.

    Attributes:
        address, code: the way in; there once `is_open`.
    """

    root: Path
    address: str = ""
    code: str = ""
    is_open: threading.Event = field(default_factory=threading.Event)
    may_end: threading.Event = field(default_factory=threading.Event)
    played: bool = False

    async def run(self) -> None:
        player = Player("Léa", self.root)
        with trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                await nursery.start(player.run, lambda config: host(config, ONE_DEAL))
                node = player.live
                assert isinstance(node, HostNode)
                assert player.config is not None
                for name in ("Marcel", "Jo", "Inès"):
                    await add_bot(node, player.config, name)
                node.let_watch(allowed=True)
                self.address, self.code = str(node.addresses[0]), node.code
                self.is_open.set()
                await wait_for(lambda: bool(node.lobby and node.lobby.watchers))
                node.set_ready()
                await wait_for(
                    lambda: (
                        node.lobby is not None
                        and len(node.lobby.members) == 4
                        and all(one.ready for one in node.lobby.members)
                    )
                )
                await node.start()
                await wait_for(lambda: node.game is not None and node.game.table.is_over)
                self.played = True
                await trio.to_thread.run_sync(self.may_end.wait)
                nursery.cancel_scope.cancel()


@contextmanager
def table_of_bots(root: Path) -> Iterator[Table]:
    table = Table(root)
    thread = threading.Thread(target=trio.run, args=(table.run,))
    thread.start()
    try:
        assert table.is_open.wait(30)
        yield table
    finally:
        table.may_end.set()
        thread.join(60)


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_a_match_is_watched_from_the_lobby_to_its_result(tmp_path: Path) -> None:
    shown: list[str] = []

    def script(terminal: Terminal) -> Script:
        yield from until(terminal, "Watching now: you")
        while "The match is over: " not in terminal.text:
            shown.append(terminal.text)
            yield
        yield from until(terminal, "Enter: another game")
        terminal.type(ENTER_KEY)
        yield from until(terminal, "The table before the game", "Watching now: you")
        while [game.progress for game in watched()] != [Progress.WATCHED_TO_THE_END]:
            yield  # the last signatures come after the result that they are of
        terminal.type("qy")

    def watched() -> list[GameSummary]:
        return list_games(tmp_path / "Zoe" / "games", Words(Language.ENGLISH))

    with table_of_bots(tmp_path / "lea") as table:
        where = ("watch", "--as", "Zoe", table.address, table.code)
        program = Program(tmp_path, where, Start.WATCH)
        _, code = run(program, script)
        assert table.played
    assert code == ExitCode.FINE
    assert not any("(you)" in text or "Your card" in text for text in shown)
    assert "The match is over: " in program.said
    assert watched()[0].players == ("Léa", "Marcel", "Jo", "Inès")
