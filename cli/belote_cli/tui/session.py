"""One node on the screen: its events become what screens show, what screens decide goes to it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Final

import trio

from belote_cli.lessons import hint
from belote_cli.plain.desk import Desk, Question
from belote_cli.plain.inputs import SeatInput, Vote
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import Ending, Manner, ending_of
from belote_cli.plain.narrate import narrate
from belote_cli.plain.news import end_lines, member_name, news_lines
from belote_cli.plain.seat_face import SeatFace
from belote_cli.plain.telling import Telling
from belote_cli.scene import Scene
from belote_cli.settings import Bell, Settings
from belote_cli.tui.automatic import forced_play
from belote_cli.tui.gathering import Gathering
from belote_cli.tui.keeper import SettingsKeeper
from belote_cli.tui.pauses import Pauses, Work
from belote_cli.tui.render_pages import match_lines
from belote_cli.tui.screens.table import TableScreen
from belote_cli.tui.stage import Stage
from belote_cli.tui.table_actions import Parting, TableActions
from belote_cli.tui.table_scene import Overlay, Sequel, ShownTrick
from belote_cli.tui.waiting import Waiting
from belote_net.node.events import (
    CodeChanged,
    EntryRefused,
    EventsMissed,
    GameOpened,
    GameRewound,
    LobbyChanged,
    NodeEvent,
    Said,
    SeatClaimed,
    TableMoved,
)
from belote_net.node.games import OpenGame
from belote_net.node.node import Node
from belote_net.table.events import (
    DealAnnulled,
    DealForfeited,
    DealScored,
    Event,
    GameOver,
    TrickWon,
)
from belote_net.table.messages import MemberKind
from belote_net.table.view import TableView

SHORTEST_FORCED_S: Final = 0.4
LONGEST_FORCED_S: Final = 1.2
"""A card that is played by itself takes as long as one that is chosen: it tells nothing."""


class Session:
    """Shows one node until the player leaves, or until its one game is over."""

    def __init__(
        self,
        stage: Stage,
        keeper: SettingsKeeper,
        desk: Desk,
        node: Node,
        lobby: LobbyFace,
        manner: Manner,
    ) -> None:
        """A session of `node`, whose decider is `desk` unless it only watches."""
        self._stage = stage
        self._keeper = keeper
        self._desk = desk
        self._node = node
        self._lobby = lobby
        self._manner = manner
        self._table: TableScreen | None = None
        self._gathering = Gathering(stage, node, lobby, self._start)
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._pauses = Pauses(self._start, stage.refresh)
        self._telling = Telling(node, desk, self._ask)
        self._seats = SeatFace(node, stage.look.pen, lambda: keeper.settings.clock.seconds)
        self._waiting = Waiting(node, self._seats)
        self._farewell: tuple[str, ...] = ()
        self._refused = False
        self._was_resumed = False
        self._heard = trio.Event()

    async def run(self) -> Ending:
        """Show the lobby and the games until the player leaves; then say goodbye."""
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
        return ending_of(self._node, is_refused=self._refused)

    @property
    def result(self) -> tuple[str, ...]:
        """Who has won the match and with how much; empty before its end."""
        view = self._view()
        return match_lines(view, self._stage.look) if view is not None else ()

    async def _evening(self) -> None:
        """The lobby, a game, the lobby again; where nobody else could come there is no lobby."""
        goes_on = True
        while goes_on:
            if self._table is not None:
                goes_on = await self._play(self._table)
            elif self._manner.gathers and not self._is_alone:
                goes_on = await self._gathering.show()
            else:
                await self._begin_at_once()

    async def _play(self, table: TableScreen) -> bool:
        """Show a game; whether another one is wanted."""
        parting = await self._stage.show(table)
        self._stage.look = table.look
        if self._table is table:  # else the next game has begun meanwhile
            self._table = None
        self._gathering.renew()
        self._gathering.tell(*self._farewell)
        self._farewell = ()
        return parting is Parting.OVER and self._sequel is Sequel.ANOTHER_GAME

    async def _begin_at_once(self) -> None:
        """Begin a game with the bots that are here, as soon as the lobby is open for it."""
        while self._table is None:
            heard = self._heard = trio.Event()
            await self._lobby.take("start")
            await heard.wait()

    @property
    def _sequel(self) -> Sequel:
        """What comes after a match here."""
        ends = self._manner in (Manner.LESSON, Manner.WATCH)
        return Sequel.LEAVING if ends else Sequel.ANOTHER_GAME

    @property
    def _is_alone(self) -> bool:
        """Whether the game that was taken up again is one with bots only."""
        game = self._node.game
        members = game.table.members if game is not None else ()
        others = (one for one in members if one.identity != self._node.identity)
        can_be = self._was_resumed and self._manner is Manner.TABLE
        return can_be and all(one.kind is MemberKind.BOT for one in others)

    # What the node tells.

    async def _hear(self) -> None:
        async for event in self._node.events:
            self._tell(event)
            self._show()
            self._heard.set()
        self._scope.cancel()

    def _tell(self, event: NodeEvent) -> None:
        match event:
            case TableMoved():
                self._tell_moved(event)
            case LobbyChanged():
                self._gathering.tell(*self._lobby.greet(event.lobby))
                watched = self._lobby.watched(event.lobby)
                if self._table is not None:  # before a game it stands on the screen
                    self._table.tell(*watched)
            case GameOpened():
                self._open_table(event)
            case EventsMissed():
                if not self._telling.is_arriving:
                    self._telling.skip()
                self._arrive()
                self._ask()
            case Said():
                self._hear_said(event)
            case EntryRefused():
                self._refused = True
                lines = news_lines(event, self._node, self._stage.look.pen)
                self._say(*lines)
                if self._table is not None:
                    self._table.accuse(*lines)
            case CodeChanged():
                if self._table is not None:  # in the lobby it stands on the screen
                    self._table.update(notice="")  # what tells of the code before is wrong now
            case SeatClaimed():
                self._say(*self._lobby.greet_one(event.member))
                self._say(*news_lines(event, self._node, self._stage.look.pen))
            case GameRewound():
                self._telling.go_back(event.seq)
                self._say(*news_lines(event, self._node, self._stage.look.pen))
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
        self._was_resumed |= event.resumed
        actions = TableActions(
            self._node.say, self._keeper.keep, self._decide_seat, self._lobby.way_in
        )
        self._table = TableScreen(self._stage.look, self._keeper.settings, actions)
        self._table.tell(*news_lines(event, self._node, self._stage.look.pen))
        self._telling.begin(event)
        self._ask()
        self._gathering.end()

    def _arrive(self) -> None:
        """Once all that was played before he came is here, show a newcomer what he binds to."""
        if self._telling.arrive() and self._manner is Manner.TABLE and self._table is not None:
            self._table.update(overlay=Overlay.RULES)

    def _tell_moved(self, event: TableMoved) -> None:
        game = self._node.game
        if game is None:
            return
        self._arrive()
        for one in self._telling.news(event):
            self._tell_table_event(one, game)
        self._ask()
        if self._telling.has_ended(event):
            lines = end_lines(game, self._stage.look.pen)
            self._say(*lines)
            if game.table.is_void and self._table is not None:
                self._farewell = lines
                self._table.finish(Parting.OVER)

    def _tell_table_event(self, event: Event, game: OpenGame) -> None:
        view, table = self._view(), self._table
        place = view.place if view is not None else None
        self._say(*narrate(event, Scene.of_game(game.table.state, place), self._stage.look.pen))
        if table is None:
            return
        match event:
            case TrickWon() if view is not None:
                tricks = view.tricks or (view.played[-1].tricks if view.played else ())
                if self._manner.watches:
                    table.close_result()  # bots may be through with the next trick already
                if tricks:
                    self._pauses.hold(table, ShownTrick(tricks[-1], event.winner))
            case DealForfeited() | DealAnnulled():
                table.end_deal()
            case DealScored() | GameOver():
                if isinstance(event, GameOver):
                    table.end_game(self._sequel)
                else:
                    table.end_deal()
                if self._manner is Manner.WATCH or (
                    self._manner.watches and isinstance(event, DealScored)
                ):
                    self._pauses.close_soon(table)

    # What is shown between events.

    def _view(self) -> TableView | None:
        view = self._node.view
        if view is None or self._manner is not Manner.WATCH:
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
            table.update(
                linked=self._node.here | {self._node.identity}, watches=self._manner.watches
            )
            if self._manner is Manner.LESSON and view is not None:
                table.update(hint=hint(view, table.look.pen))
            self._show_waiting()
        self._stage.refresh()

    def _show_waiting(self) -> None:
        if self._table is None:
            return
        if self._table.question is not None and self._table.question is not self._desk.question:
            self._table.ask(None)  # it was decided without the player
        self._waiting.show(self._table, self._view())

    async def _tick(self) -> None:
        """Count the seconds of who is being waited for."""
        while True:
            await trio.sleep(1)
            self._show_waiting()
            self._stage.refresh()

    def _start(self, work: Work) -> None:
        """Do something beside all else, as long as the session lasts."""
        if self._nursery is not None:
            self._nursery.start_soon(work)

    # Questions.

    def _ask(self) -> None:
        """Ask what is to be asked by now."""
        question = self._telling.due()
        if question is None or self._table is None:
            return
        decision = forced_play(question.view, self._settings)
        if decision is not None:
            self._start(partial(self._play_forced, question))
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

    def _decide_seat(self, typed: SeatInput) -> None:
        """Do what the player has decided about a seat."""
        self._start(partial(self._do_about_seat, typed))

    async def _do_about_seat(self, typed: SeatInput) -> None:
        lines = await self._seats.take(typed)
        if typed != Vote(is_sure=False):  # what a vote means stands on its page already
            self._say(*lines)
        self._show()
