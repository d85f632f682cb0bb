"""One node on the screen: its events become what screens show, what screens decide goes to it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

import trio

from belote_cli.failures import explain
from belote_cli.plain.desk import Desk, Question
from belote_cli.plain.face import End, Ending, Manner
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.narrate import narrate
from belote_cli.plain.news import member_name, missing_players, news_lines
from belote_cli.scene import Scene
from belote_cli.settings import Bell, Settings
from belote_cli.tui.automatic import forced_play
from belote_cli.tui.keeper import SettingsKeeper
from belote_cli.tui.lessons import hint
from belote_cli.tui.render_pages import match_lines
from belote_cli.tui.screens.lobby import READY_LINES, LobbyOutcome, LobbyScreen
from belote_cli.tui.screens.rules import RulesScreen
from belote_cli.tui.screens.table import Parting, TableActions, TableScreen
from belote_cli.tui.stage import Stage
from belote_cli.tui.table_scene import ShownTrick
from belote_cli.tui.waiting import is_played, waiting_text
from belote_net.errors import NodeError
from belote_net.node.events import (
    CodeChanged,
    EntryRefused,
    EventsMissed,
    GameOpened,
    LobbyChanged,
    NodeEvent,
    Said,
    TableMoved,
)
from belote_net.node.games import OpenGame
from belote_net.node.lobby import Settings as TableSettings
from belote_net.node.node import HostNode, Node
from belote_net.rules.options import Options
from belote_net.table.events import DealScored, Event, GameOver, TrickWon
from belote_net.table.messages import MemberKind
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.view import TableView

TRICK_PAUSE_S: Final = 1.6
"""How long a complete trick stays, if no key is pressed."""

RESULT_PAUSE_S: Final = 4.0
"""How long who only watches sees the result of a deal."""

SHORTEST_FORCED_S: Final = 0.4
LONGEST_FORCED_S: Final = 1.2
"""A card that is played by itself takes as long as one that is chosen: it tells nothing."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a session is for.

    Attributes:
        manner: whether people gather first, and whether anybody plays here.
        teaches: hints are shown.
    """

    manner: Manner
    teaches: bool = False


class Session:
    """Shows one node until the player leaves, or until its one game is over."""

    def __init__(
        self,
        stage: Stage,
        keeper: SettingsKeeper,
        desk: Desk,
        node: Node,
        lobby: LobbyFace,
        course: Course,
    ) -> None:
        """A session of `node`, whose decider is `desk` unless it only watches."""
        self._stage = stage
        self._keeper = keeper
        self._desk = desk
        self._node = node
        self._lobby = lobby
        self._course = course
        self._table: TableScreen | None = None
        self._gathering = LobbyScreen(stage.look, node, self._take_in_lobby)
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._pause = trio.CancelScope()
        self._closing = trio.CancelScope()
        self._aside: RulesScreen | None = None
        self._unasked: Question | None = None
        self._told_count = 0
        self._told_end: bytes | None = None
        self._moment = ("", 0)
        self._moment_at = 0.0
        self._refused = False
        self._was_resumed = False

    async def run(self) -> Ending:
        """Show the lobby and the games until the player leaves; then say goodbye."""
        self._desk.on_question = self._ask_when_told
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    nursery.start_soon(self._hear)
                    nursery.start_soon(self._lobby.run)
                    nursery.start_soon(self._tick)
                    await self._evening()
                    nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await self._node.close()
        return self.ending

    @property
    def ending(self) -> Ending:
        """How far the last game is now."""
        game = self._node.game
        if game is None:
            return Ending(End.NO_GAME, None)
        if self._refused:
            return Ending(End.REFUSED, game.path)
        return Ending(End.FINISHED if game.table.is_over else End.ADJOURNED, game.path)

    @property
    def result(self) -> tuple[str, ...]:
        """Who has won the match and with how much; empty before its end."""
        view = self._view()
        return match_lines(view, self._stage.look) if view is not None else ()

    async def _evening(self) -> None:
        """The lobby, a game, the lobby again."""
        while True:
            if self._table is None:
                how = await self._stage.show(self._gathering)
                if how is LobbyOutcome.RULES:
                    self._gathering = self._gathering.again()
                    await self._show_rules()
                elif how is LobbyOutcome.GAME:
                    self._gathering = LobbyScreen(self._stage.look, self._node, self._take_in_lobby)
                else:
                    return
            else:
                table = self._table
                parting = await self._stage.show(table)
                self._stage.look = table.look
                if self._table is table:  # else the next game has begun meanwhile
                    self._table = None
                if parting is not Parting.OVER or self._plays_alone:
                    return
                self._gathering = LobbyScreen(self._stage.look, self._node, self._take_in_lobby)

    @property
    def _plays_alone(self) -> bool:
        """Whether nobody could want another game here: it was a game with bots only."""
        if self._course.manner is not Manner.TABLE:
            return True
        game = self._node.game
        members = game.table.members if game is not None else ()
        others = (one for one in members if one.identity != self._node.identity)
        return self._was_resumed and all(one.kind is MemberKind.BOT for one in others)

    async def _show_rules(self) -> None:
        """The rules of the table; the host may change them until the game begins."""
        lobby = self._node.lobby
        if lobby is None:
            return
        node, before = self._node, Options.from_map(lobby.options)
        self._aside = RulesScreen(self._stage.look, before, is_editable=isinstance(node, HostNode))
        options = await self._stage.show(self._aside)
        self._aside = None
        if isinstance(node, HostNode) and options is not None and options != before:
            try:
                node.set_up(TableSettings(options, lobby.seats))
            except NodeError as error:
                self._gathering.tell(explain(error, self._stage.look.pen.words).text)

    # What the node tells.

    async def _hear(self) -> None:
        async for event in self._node.events:
            self._tell(event)
            self._show()
        self._scope.cancel()

    def _tell(self, event: NodeEvent) -> None:
        match event:
            case TableMoved():
                self._tell_moved(event)
            case LobbyChanged():
                self._gathering.tell(*self._lobby.greet(event.lobby))
            case GameOpened():
                self._open_table(event)
            case EventsMissed():
                self._ask()
            case Said():
                self._hear_said(event)
            case EntryRefused():
                self._refused = True
                lines = news_lines(event, self._node, self._stage.look.pen)
                self._say(*lines)
                if self._table is not None:
                    self._table.warn(" ".join(lines))
            case CodeChanged():
                pass  # it stands on the screen
            case _:
                self._say(*news_lines(event, self._node, self._stage.look.pen))

    def _say(self, *lines: str) -> None:
        if self._table is not None:
            self._table.tell(*lines)
        else:
            self._gathering.tell(*lines)

    def _hear_said(self, event: Said) -> None:
        mine = event.identity == self._node.identity
        name = member_name(self._node, event.identity)
        line = self._stage.look.text("{name} says: {text}", name=name, text=event.text)
        if self._table is not None:
            self._table.hear(line, is_mine=mine)
        else:
            self._gathering.tell(line)

    def _open_table(self, event: GameOpened) -> None:
        self._lobby.game_began()
        self._was_resumed = event.resumed
        actions = TableActions(self._node.say, self._keeper.keep)
        self._table = TableScreen(self._stage.look, self._keeper.settings, actions)
        self._table.tell(*news_lines(event, self._node, self._stage.look.pen))
        game = self._node.game
        resumed = game is not None and event.resumed
        self._told_count = game.table.log.count(TABLE_CHAIN) if game and resumed else 1
        self._unasked = self._desk.question  # after a restart it may be here before the event
        self._ask_if_told()
        self._gathering.finish(LobbyOutcome.GAME)
        if self._aside is not None:
            self._aside.finish()

    def _tell_moved(self, event: TableMoved) -> None:
        game = self._node.game
        if game is None or event.game != game.replica.game:
            return  # the last signatures of the game before
        for one in event.events:
            self._tell_table_event(one, game)
        if event.chain == TABLE_CHAIN:
            self._told_count = event.seq + 1
            self._ask_if_told()
        if game.table.is_over and not self._node.waiting and self._told_end != event.game:
            self._told_end = event.game
            path = self._stage.look.text("The game is kept in {path}", path=game.path)
            self._say(path)

    def _tell_table_event(self, event: Event, game: OpenGame) -> None:
        view, table = self._view(), self._table
        place = view.place if view is not None else None
        self._say(*narrate(event, Scene.of_game(game.table.state, place), self._stage.look.pen))
        if table is None:
            return
        match event:
            case TrickWon() if view is not None:
                tricks = view.tricks or (view.played[-1].tricks if view.played else ())
                if tricks:
                    self._hold(table, ShownTrick(tricks[-1], event.winner))
            case DealScored():
                table.end_deal()
                self._close_for_spectator(table)
            case GameOver():
                table.end_game()
                self._close_for_spectator(table)

    def _hold(self, table: TableScreen, trick: ShownTrick) -> None:
        """Keep a complete trick in sight for a while, or until a key."""
        self._pause.cancel()
        self._pause = trio.CancelScope()
        if self._course.manner is Manner.WATCH:
            table.close_result()  # bots may be through with the next trick already
        table.hold(trick)
        if self._nursery is not None:
            self._nursery.start_soon(self._release, table, self._pause)

    async def _release(self, table: TableScreen, pause: trio.CancelScope) -> None:
        with pause:
            await trio.sleep(TRICK_PAUSE_S)
            table.release()
            self._stage.refresh()

    def _close_for_spectator(self, table: TableScreen) -> None:
        """Who only watches need not press a key to go on."""
        if self._course.manner is not Manner.WATCH or self._nursery is None:
            return
        self._closing.cancel()
        self._closing = trio.CancelScope()
        self._nursery.start_soon(self._close_result, table, self._closing)

    async def _close_result(self, table: TableScreen, closing: trio.CancelScope) -> None:
        with closing:
            await trio.sleep(TRICK_PAUSE_S + RESULT_PAUSE_S)
            table.close_result()
            self._stage.refresh()

    # What is shown between events.

    def _view(self) -> TableView | None:
        view = self._node.view
        if view is None or self._course.manner is not Manner.WATCH:
            return view
        return replace(
            view, place=None, hand=(), legal=frozenset(), bids=(), announceable=frozenset()
        )

    def _show(self) -> None:
        """Bring the screen up to what the node knows."""
        table = self._table
        if table is not None:
            view = self._view()
            table.show_view(view)
            linked = frozenset(self._node.linked | {self._node.identity})
            table.update(linked=linked, watches=self._course.manner is Manner.WATCH)
            if self._course.teaches and view is not None:
                table.update(hint=hint(view, table.look))
            self._show_waiting()
        self._stage.refresh()

    def _show_waiting(self) -> None:
        if self._table is None:
            return
        if self._table.question is not None and self._table.question is not self._desk.question:
            self._table.ask(None)  # it was decided without the player
        view, pen = self._view(), self._table.look.pen
        text = waiting_text(self._node, view, pen)
        moment = (text, self._node.game.table.log.count(TABLE_CHAIN) if self._node.game else 0)
        if moment != self._moment:
            self._moment, self._moment_at = moment, trio.current_time()
        waited_s = 0 if is_played(view) else int(trio.current_time() - self._moment_at)
        self._table.wait_for(text, waited_s)
        self._table.update(missing=" ".join(missing_players(self._node, pen)))

    async def _tick(self) -> None:
        """Count the seconds of who is being waited for."""
        while True:
            await trio.sleep(1)
            self._show_waiting()
            self._stage.refresh()

    # Questions.

    def _ask_when_told(self, question: Question) -> None:
        """Ask once all that led to the question is told: the table is ahead of its events."""
        self._unasked = question
        self._ask_if_told()

    def _ask_if_told(self) -> None:
        question = self._unasked
        if question is not None and question.duty.context.seq <= self._told_count:
            self._ask()

    def _ask(self) -> None:
        question, self._unasked = self._unasked, None
        if question is None or question is not self._desk.question or self._table is None:
            return
        decision = forced_play(question.view, self._settings)
        if decision is not None and self._nursery is not None:
            self._nursery.start_soon(self._play_forced, question)
            return
        self._table.ask(question)
        if self._settings.bell is Bell.ON:
            self._stage.ring()
        self._show()

    async def _play_forced(self, question: Question) -> None:
        await trio.sleep(random.uniform(SHORTEST_FORCED_S, LONGEST_FORCED_S))
        decision = forced_play(question.view, self._settings)
        if decision is not None:
            question.answer(decision)

    @property
    def _settings(self) -> Settings:
        return self._keeper.settings

    # The lobby.

    def _take_in_lobby(self, line: str) -> None:
        """Do in the lobby what a line of the plain interface would do."""
        if self._nursery is not None:
            self._nursery.start_soon(self._do_in_lobby, line)

    async def _do_in_lobby(self, line: str) -> None:
        lines = await self._lobby.take(line)
        if line not in READY_LINES:  # who is missing stands on the screen already
            self._gathering.tell(*(lines or ()))
        self._stage.refresh()
