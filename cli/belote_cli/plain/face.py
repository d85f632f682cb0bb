"""The line interface of one node: events in, lines out; typed lines in, decisions out."""

from __future__ import annotations

import signal
from typing import Final

import trio

from belote_cli.console import Console
from belote_cli.lessons import hint
from belote_cli.pen import Pen
from belote_cli.plain.answers import answer, decision_of, only_watching
from belote_cli.plain.dealing import dealing_decision, dealing_lines, is_dealing
from belote_cli.plain.desk import Desk, Question
from belote_cli.plain.inputs import (
    Ask,
    Input,
    Nothing,
    Say,
    SeatInput,
    Topic,
    Vote,
    read_line,
    says_yes,
)
from belote_cli.plain.lines import LineSource
from belote_cli.plain.lobby_face import LobbyFace
from belote_cli.plain.manner import Ending, Manner, ending_of
from belote_cli.plain.narrate import narrate
from belote_cli.plain.news import (
    end_lines,
    is_shown_with_hand,
    missing_players,
    news_lines,
    waiting_for,
)
from belote_cli.plain.opening import is_opening, opening_answer, opening_lines
from belote_cli.plain.seat_face import SeatFace
from belote_cli.plain.situation import all_rules_lines, hand_line, table_lines, turn_lines
from belote_cli.plain.telling import Telling
from belote_cli.scene import Scene
from belote_cli.settings import load_settings
from belote_net.node.events import (
    EntryRefused,
    EventsMissed,
    GameOpened,
    GameRewound,
    LobbyChanged,
    NodeEvent,
    PeerJoined,
    PeerLeft,
    SeatClaimed,
    TableMoved,
    VoteCast,
)
from belote_net.node.games import OpenGame
from belote_net.node.node import Node
from belote_net.table.decisions import Decision
from belote_net.table.events import Event
from belote_net.table.view import TableView

_SILENCE_S: Final = 4.0
"""After this long without a word the reader is told who is being waited for."""


class Face:
    """Shows one node to one reader, until he leaves or the game is over."""

    def __init__(
        self,
        console: Console,
        source: LineSource,
        desk: Desk,
        node: Node,
        lobby: LobbyFace,
        manner: Manner,
    ) -> None:
        """A face of `node`; `desk` is the node's decider, or idle if somebody else decides."""
        self._console = console
        self._pen = console.pen
        self._source = source
        self._desk = desk
        self._node = node
        self._manner = manner
        self._lobby = lobby
        turn_s = load_settings(node.config.profile.folder).clock.seconds
        self._seats = SeatFace(node, console.pen, lambda: turn_s)
        self._scope = trio.CancelScope()
        self._telling = Telling(node, desk, self._ask)
        self._news = 0
        self._prompt_is_open = False
        self._refused = False
        self._is_dry = self._proposes_vote = False
        self._wanted = trio.Event()
        self._taught = set[str]()

    async def run(self) -> Ending:
        """Talk until the reader leaves, the game is over or the node ends; then say goodbye."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._hear)
                nursery.start_soon(self._lobby.run)
                nursery.start_soon(self._catch_signals)
                nursery.start_soon(self._watch_seats)
                if self._manner is not Manner.WATCH:
                    nursery.start_soon(self._read)
                    nursery.start_soon(self._break_silence)
        await self._node.close()
        return ending_of(self._node, is_refused=self._refused)

    # Events in, lines out.

    async def _hear(self) -> None:
        async for event in self._node.events:
            self._tell(event)
            self._tell_seats()
            if self._source.is_interactive and not self._prompt_is_open:
                self._prompt()
        self._scope.cancel()

    def _tell(self, event: NodeEvent) -> None:
        self._news += 1
        match event:
            case TableMoved():
                self._tell_moved(event)
            case LobbyChanged():
                lines, watched = self._lobby.changed(event.lobby), self._lobby.watched(event.lobby)
                if self._manner.gathers:
                    self._say((*lines, *watched) if self._in_lobby else watched)
                self._let_read()
            case GameOpened():
                self._tell_opened(event)
            case EventsMissed():
                if not self._telling.is_arriving:
                    self._telling.skip()
                    self._tell_table()
                elif self._telling.arrive():
                    self._tell_table()
                self._ask()
            case VoteCast():
                pass  # who has voted is told with what is proposed
            case PeerJoined() | PeerLeft() if self._in_lobby:
                self._say(self._lobby.host_news())
            case SeatClaimed():
                self._say(self._lobby.greet_one(event.member))
                self._say(news_lines(event, self._node, self._pen))
            case GameRewound():
                self._telling.go_back(event.seq)
                self._say(news_lines(event, self._node, self._pen))
            case EntryRefused():
                self._refused = True
                self._say(news_lines(event, self._node, self._pen))
                if self._manner is Manner.WATCH or self._is_dry:
                    self._leave()  # nobody is there who could say how the table goes on
            case _:
                self._say(news_lines(event, self._node, self._pen))

    def _tell_opened(self, event: GameOpened) -> None:
        self._lobby.game_began()
        self._say(news_lines(event, self._node, self._pen))
        self._telling.begin(event)
        if event.resumed and (self._telling.arrive() or not self._telling.is_arriving):
            self._tell_table()
        self._ask()

    def _tell_table(self) -> None:
        """Tell how the table is now; to a newcomer also its rules, for his word binds to them."""
        view = self._node.view
        if view is None:
            return
        if self._manner is Manner.TABLE and view.place is None:
            self._say(all_rules_lines(view.options, self._pen))
        self._say(table_lines(view, self._pen))

    def _tell_moved(self, event: TableMoved) -> None:
        game = self._node.game
        if game is None:
            return
        if self._telling.arrive():
            self._tell_table()
        for one in self._telling.news(event):
            self._tell_table_event(one, game)
        self._ask()
        if self._telling.has_ended(event):
            self._say(end_lines(game, self._pen))
            if self._manner.gathers:
                self._say(self._lobby.another_game())
            else:
                self._scope.cancel()
            self._let_read()

    def _tell_table_event(self, event: Event, game: OpenGame) -> None:
        view = self._node.view
        place = view.place if view is not None and self._manner is not Manner.WATCH else None
        self._say(narrate(event, Scene.of_game(game.table.state, place), self._pen))
        shows_hand = place is not None and view is not None and not view.is_my_turn
        if shows_hand and view is not None and view.hand and is_shown_with_hand(event):
            self._say((hand_line(view, self._pen),))
        if view is not None and not view.is_my_turn:
            self._teach(view)

    def _teach(self, view: TableView) -> None:
        """Say, in a lesson, what is to be known now; what is no advice for a turn only once."""
        text = hint(view, self._pen) if self._manner is Manner.LESSON else ""
        if text and (view.is_my_turn or text not in self._taught):
            self._taught.add(text)
            self._say((text,))

    def _ask(self) -> None:
        """Ask what is to be asked by now."""
        question = self._telling.due()
        if question is None:
            return
        self._say(question_lines(question, self._pen)[:-1])
        self._teach(question.view)
        self._prompt()
        self._let_read()

    def _prompt(self) -> None:
        """Write the question again, if there is one."""
        question = self._telling.asked
        if question is None:
            return
        text = question_lines(question, self._pen)[-1]
        if self._source.is_interactive and self._console.is_terminal:
            self._console.prompt(text)
            self._prompt_is_open = True
        else:
            self._console.line(text.rstrip())

    def _say(self, lines: tuple[str, ...]) -> None:
        if lines and self._prompt_is_open:
            self._console.line()
            self._prompt_is_open = False
        self._console.lines(lines)

    async def _watch_seats(self) -> None:
        """Say when somebody takes long, or when a seat is free."""
        while True:
            await trio.sleep(1)
            self._tell_seats()

    def _tell_seats(self) -> None:
        self._seats.look()
        if self._telling.is_complete:
            self._say(self._seats.news())
        if self._seats.is_asked:
            self._let_read()

    async def _break_silence(self) -> None:
        """Say whom the table waits for, once for every silence."""
        told = -1
        while True:
            before = self._news
            await trio.sleep(_SILENCE_S)
            idle = before == self._news != told and self._desk.question is None
            if idle and not self._in_lobby:
                told = self._news
                self._say(self._seats.lines() or waiting_for(self._node, self._pen))

    # Typed lines in, decisions out.

    async def _read(self) -> None:
        while True:
            if not self._source.is_interactive:
                await self._wait_until_wanted()
            line = await self._source.next_line()
            self._prompt_is_open = False
            if line is None and self._may_wait:
                self._is_dry = True
            elif line is None:
                self._leave()
                return
            elif self._in_lobby:
                await self._take_in_lobby(line)
            else:
                await self._take(line)

    @property
    def _may_wait(self) -> bool:
        """Whether nothing is asked but about a seat: who says nothing to that only waits.

        He does not wait for who was refused, and will not come back by himself.
        """
        ends = self._refused or self._is_dry or self._is_turn
        return not (self._source.is_interactive or self._in_lobby or ends)

    @property
    def _is_turn(self) -> bool:
        return self._telling.asked is not None

    @property
    def _in_lobby(self) -> bool:
        return self._telling.is_between_games

    async def _wait_until_wanted(self) -> None:
        """A script is read only as fast as it is asked: its lines are the answers."""
        while not self._wants_line:
            self._wanted = trio.Event()
            await self._wanted.wait()

    @property
    def _wants_line(self) -> bool:
        if self._manner is Manner.SPECTATE:
            # Until then there is nothing to answer.
            return self._node.game is not None and self._telling.is_between_games
        if self._in_lobby:
            return self._node.lobby is not None and not self._lobby.is_ready
        return self._is_turn or (self._seats.is_asked and not self._is_dry)

    def _let_read(self) -> None:
        self._wanted.set()

    async def _take_in_lobby(self, line: str) -> None:
        lines = await self._lobby.take(line)
        if lines is None:
            self._leave()
        else:
            self._say(lines)

    async def _take(self, line: str) -> None:
        question = self._desk.question
        view = question.view if question is not None else self._node.view
        if question is not None and is_dealing(question.duty):
            dealt = dealing_decision(line, question.view, question.duty)
            if self._give(question, dealt):
                return
        if question is not None and self._give(question, opening_answer(question, line)):
            return
        typed = read_line(line, view, self._pen.cards)
        if self._proposes_vote and question is None and says_yes(line):
            typed = Vote(is_sure=True)
        self._proposes_vote = typed == Vote(is_sure=False)
        if isinstance(typed, Ask) and typed.topic is Topic.QUIT:
            self._leave()
        elif isinstance(typed, Ask) and typed.topic is Topic.CODE:
            self._say(self._lobby.way_in())
        elif isinstance(typed, SeatInput):
            self._say(await self._seats.take(typed))
        elif isinstance(typed, Say) and self._manner is Manner.SPECTATE:
            self._say((only_watching(self._pen),))
        elif isinstance(typed, Say):
            self._node.say(typed.text)
        elif question is None or not self._decide(question, typed):
            if not isinstance(typed, Nothing):
                self._say(answer(typed, view, self._pen))
            if isinstance(typed, Ask) and typed.topic is Topic.TABLE:
                self._say(missing_players(self._node, self._pen))
            self._prompt()

    def _decide(self, question: Question, typed: Input) -> bool:
        return self._give(question, decision_of(typed, question.view))

    def _give(self, question: Question, decision: Decision | None) -> bool:
        if decision is None:
            return False
        self._desk.question = None
        question.answer(decision)
        return True

    # Leaving.

    async def _catch_signals(self) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as received:
            async for _ in received:
                self._say(("",))
                self._leave()
                return

    def _leave(self) -> None:
        self._scope.cancel()


def question_lines(question: Question, pen: Pen) -> tuple[str, ...]:
    """What a question asks; the last line is the prompt."""
    if is_dealing(question.duty):
        return dealing_lines(question.view, question.duty, pen)
    if is_opening(question.duty):
        return opening_lines(question.view, pen)
    return turn_lines(question.view, pen)
