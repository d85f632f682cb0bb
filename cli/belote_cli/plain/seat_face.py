"""Silent and free seats of one node: what is asked of the reader, and what is done for him."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from belote_cli.bots import BOT_NAMES
from belote_cli.card_text import plain_text
from belote_cli.failures import explain
from belote_cli.pen import Pen
from belote_cli.plain.inputs import BringBot, PlayOn, SeatInput, SeatSomebody, Vote
from belote_cli.seat_words import (
    choice_lines,
    late_line,
    missing_line,
    standstill_lines,
    vote_lines,
)
from belote_cli.standstill import (
    EmptySeat,
    Lookout,
    OfferedSeat,
    Part,
    SilentSeat,
    Sitter,
    Standstill,
)
from belote_net.errors import NodeError
from belote_net.node.node import Node
from belote_net.node.start import seat_bot
from belote_protocol.entry import EntryContext
from belote_protocol.identity import PublicIdentity

Lines = tuple[str, ...]


class SeatFace:
    """Shows what a game stands still for, and does what the reader decides about it.

    Attributes:
        still: what it was at the last look.
    """

    def __init__(self, node: Node, pen: Pen, turn_s: Callable[[], int]) -> None:
        """The seats of `node`; a turn that takes longer than `turn_s` seconds is late, 0: never."""
        self.still: Standstill | None = None
        self._node = node
        self._pen = pen
        self._lookout = Lookout(node, turn_s)
        self._proposed: EntryContext | None = None
        self._chosen: PublicIdentity | None = None
        self._awaits_bot = False
        self._told: Standstill | None = None

    def look(self) -> Standstill | None:
        """What the game stands still for now; what the reader has decided already is done."""
        still, game = self._lookout.look(), self._node.game
        self.still = still
        if isinstance(still, EmptySeat):
            bots = [one for one in still.sitters if self._is_new_bot(one)]
            if self._awaits_bot and still.is_mine_to_fill and bots:
                self._awaits_bot = False
                self.seat(bots[0])
        elif isinstance(still, OfferedSeat):
            if still.asks_me and still.sitter.identity == self._chosen:
                self.play_on()
                self.still = replace(still, asks_me=False)
        elif game is None or game.table.state.absent is None:
            self._awaits_bot, self._chosen = False, None
        return self.still

    def news(self) -> Lines:
        """What is to be told, if it was not told already; seconds that pass are no news."""
        told, self._told = self._told, _without_waiting(self.still)
        if told == self._told:
            return ()
        return self._lines_of(self._told if isinstance(self.still, OfferedSeat) else self.still)

    @property
    def is_asked(self) -> bool:
        """Whether the reader may decide something about a seat now, and ought to know it."""
        match self.still:
            case SilentSeat():
                return self.still.is_warned and self.still.may_vote
            case EmptySeat():
                chosen = any(one.identity == self._chosen for one in self.still.sitters)
                return self.still.is_mine_to_fill and not (chosen or self._awaits_bot)
            case OfferedSeat():
                return self.still.asks_me
        return False

    def lines(self) -> Lines:
        """What is to be told, with what the reader may type."""
        return self._lines_of(self.still)

    def _lines_of(self, still: Standstill | None) -> Lines:
        pen = self._pen
        told = standstill_lines(still, pen)
        if not (told and self.is_asked):
            return told
        match still:
            case SilentSeat():
                return (*told, pen.text("Type vote to go on without {name}.", name=still.name))
            case EmptySeat():
                return (*told, *self.choices(still))
        return (*told, pen.text("Type play on to go on."))

    def choices(self, empty: EmptySeat) -> Lines:
        """Who may have the free seat, and how one says so."""
        pen = self._pen
        lines = [*choice_lines(empty, pen)]
        if empty.sitters:
            lines.append(pen.text("Type seat NUMBER to let somebody have the seat."))
        if self.has_bots:
            lines.append(pen.text("Type bot to give it to a bot of this machine."))
        return tuple(lines)

    @property
    def has_bots(self) -> bool:
        """Whether this machine can bring a bot."""
        return self._node.config.bot is not None

    async def take(self, typed: SeatInput) -> Lines:
        """Do what a line says; returns what to tell."""
        self.look()
        try:
            match typed:
                case Vote():
                    return self._propose(is_sure=typed.is_sure)
                case SeatSomebody():
                    return self._seat_number(typed.number)
                case BringBot():
                    return await self._bring_bot()
                case PlayOn():
                    return self._agree()
        except NodeError as error:
            return (explain(error, self._pen.words).text,)

    def vote(self) -> None:
        """Vote to go on without the seat that is waited for.

        Raises:
            LobbyError: nobody is waited for any more who could be declared absent.
        """
        self._node.votes.vote_absent()

    def seat(self, sitter: Sitter) -> None:
        """Let somebody have the free seat; the reader then plays on with him."""
        self._chosen = sitter.identity
        self._node.votes.fill_seat(sitter.identity)

    def play_on(self) -> None:
        """Agree to play on with who is to have the seat."""
        self._node.votes.play_on()

    async def bring_bot(self) -> None:
        """Bring a bot, which gets the seat as soon as it has all that was played.

        Raises:
            LobbyError: this machine has no bots.
        """
        if self._awaits_bot:
            return
        self._awaits_bot = True
        game = self._node.game
        members = game.table.members if game is not None else ()
        taken = {plain_text(one.name) for one in members}
        names = [name for name in BOT_NAMES if plain_text(name) not in taken]
        name = names[0] if names else self._name_of_who_left()
        await seat_bot(self._node, self._node.config, name)

    def _name_of_who_left(self) -> str:
        """A name that nobody at the table has any more."""
        return self.still.left if isinstance(self.still, EmptySeat) else BOT_NAMES[0]

    def _is_new_bot(self, sitter: Sitter) -> bool:
        """Whether this is a bot of this machine, and not the one that has left the seat."""
        game = self._node.game
        mine = game.replica.seat if game is not None else None
        has_left = game is not None and sitter.identity in game.members
        return mine is not None and mine in sitter.sees and not has_left

    def _propose(self, *, is_sure: bool) -> Lines:
        """Ask first what a vote means; the second time it is cast."""
        still, pen = self.still, self._pen
        if not isinstance(still, SilentSeat) or still.part in (Part.ACCUSED, Part.ONLOOKER):
            return (pen.text("There is nobody to vote about now."),)
        if still.part is Part.VOTED:
            return (pen.text("You have voted already."),)
        if still.missing:
            return (late_line(still, pen), missing_line(still, pen))
        if is_sure and still.context == self._proposed:
            self.vote()
            return ()
        self._proposed = still.context
        sure = pen.text("Type vote yes to vote, anything else to wait.")
        return (late_line(still, pen), *vote_lines(still, pen), sure)

    def _seat_number(self, number: int) -> Lines:
        still = self.still
        if not isinstance(still, EmptySeat) or not still.is_mine_to_fill:
            return self._not_asked()
        if not 1 <= number <= len(still.sitters):
            return self.choices(still)
        self.seat(still.sitters[number - 1])
        return ()

    async def _bring_bot(self) -> Lines:
        if not isinstance(self.still, EmptySeat) or not self.still.is_mine_to_fill:
            return self._not_asked()
        await self.bring_bot()
        return (self._pen.text("A bot of this machine is coming."),)

    def _agree(self) -> Lines:
        if not isinstance(self.still, OfferedSeat) or not self.still.asks_me:
            return self._not_asked()
        self.play_on()
        return ()

    def _not_asked(self) -> Lines:
        return (self._pen.text("That is not for you to say now."),)


def _without_waiting(still: Standstill | None) -> Standstill | None:
    """The same without what changes while one only waits: no news worth a line."""
    match still:
        case SilentSeat() if still.is_warned:
            return replace(still, waited_s=0, lost_s=None if still.lost_s is None else 0)
        case SilentSeat():
            return None
        case OfferedSeat():
            return replace(still, waits_for=None)
    return still
