"""How much of the game a face has told its reader, and what it may ask him."""

from __future__ import annotations

from collections.abc import Callable

from belote_cli.plain.desk import Desk, Question
from belote_net.node.events import GameOpened, TableMoved
from belote_net.node.node import Node
from belote_net.table.events import Event
from belote_net.table.opening import TABLE_CHAIN


class Telling:
    """How far a face is in telling the game: the node is ahead of the events that it sends.

    A question waits until all that led to it is told. Who comes in the middle of a game is told
    nothing of what was played before.

    Attributes:
        is_arriving: a part of what was played before we came is still to come.
    """

    def __init__(self, node: Node, desk: Desk, ask: Callable[[], None]) -> None:
        """Nothing is told yet.

        Args:
            node: whose game it is.
            desk: where its questions are put down, if a person decides.
            ask: called when a question was put down, to look at `due`.
        """
        self.is_arriving = False
        self._node = node
        self._desk = desk
        self._ask = ask
        self._count = 0
        self._ended: bytes | None = None
        self._unasked: Question | None = None
        desk.on_question = self._keep

    def begin(self, event: GameOpened) -> None:
        """Another game begins; of one that goes on after a restart no word is told again."""
        game = self._node.game
        self.is_arriving = game is not None and game.steward is None
        self._count = 1
        if event.resumed:
            self.skip()
        self._unasked = self._desk.question  # after a restart it may be here before the event

    def arrive(self) -> bool:
        """Whether all that was played before we came is here by now; true once."""
        if not self.is_arriving or self._node.game is None or self._node.is_behind:
            return False
        self.is_arriving = False
        self.skip()
        return True

    def skip(self) -> None:
        """Tell nothing of what the table has moved so far."""
        game = self._node.game
        self._count = game.table.log.count(TABLE_CHAIN) if game is not None else 0

    def go_back(self, seq: int) -> None:
        """What was told from this entry on was taken back, and is told anew."""
        self._count = min(self._count, seq)

    def news(self, event: TableMoved) -> tuple[Event, ...]:
        """What is to be told of an entry; it counts as told."""
        if not self._is_of_this_game(event):
            return ()
        is_told = event.chain == TABLE_CHAIN and event.seq < self._count
        if event.chain == TABLE_CHAIN:
            self._count = max(self._count, event.seq + 1)
        return () if is_told or self.is_arriving else event.events

    def has_ended(self, event: TableMoved) -> bool:
        """Whether the game is over with this entry, or cannot go on; true once."""
        game = self._node.game
        if game is None or not self._is_of_this_game(event) or self._ended == event.game:
            return False
        if not (game.table.is_void or (game.table.is_over and not self._node.waiting)):
            return False
        self._ended = event.game
        return True

    def due(self) -> Question | None:
        """The question that is to be asked now; it counts as asked."""
        question = self._unasked
        if question is None or question.duty.context.seq > self._count:
            return None
        self._unasked = None
        return question if question is self._desk.question else None

    @property
    def asked(self) -> Question | None:
        """The question that was asked, and waits for an answer."""
        question = self._desk.question
        return None if question is self._unasked else question

    @property
    def is_between_games(self) -> bool:
        """Whether no game has begun, or the end of the last one is told."""
        game = self._node.game
        return game is None or self._ended == game.replica.game

    @property
    def is_complete(self) -> bool:
        """Whether all that has happened is told."""
        game = self._node.game
        is_told = game is None or game.table.log.count(TABLE_CHAIN) <= self._count
        return is_told and not self.is_arriving

    def _is_of_this_game(self, event: TableMoved) -> bool:
        """Whether it is not one of the last signatures of the game before."""
        game = self._node.game
        return game is not None and event.game == game.replica.game

    def _keep(self, question: Question) -> None:
        self._unasked = question
        self._ask()
