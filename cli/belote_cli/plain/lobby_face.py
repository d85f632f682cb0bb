"""The lobby of one node: what is shown when it changes, what is done when a line is typed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import trio

from belote_cli.bots import BOT_NAMES, BotMaker
from belote_cli.card_text import typed_number
from belote_cli.failures import explain
from belote_cli.pen import Pen
from belote_cli.plain.answers import only_watching, unclear
from belote_cli.plain.lobby import (
    LobbyCommand,
    LobbyVerb,
    lobby_help,
    lobby_line,
    lobby_places,
    machine_lines,
    member_named,
    read_lobby_line,
    spectator_help,
    watchers_line,
)
from belote_cli.plain.situation import all_rules_lines
from belote_cli.standstill import typed_to_join
from belote_net.errors import NodeError
from belote_net.node.codes import fingerprint_words
from belote_net.node.errors import LobbyError
from belote_net.node.frames import LobbyFrame, LobbyMember, Role
from belote_net.node.games import Config
from belote_net.node.lobby import HOST_INDEX
from belote_net.node.node import HostNode, Node
from belote_net.node.profile import Meeting
from belote_net.node.start import add_bot
from belote_net.node.text import FALLBACK_NAME
from belote_net.rules.option_values import OptionValue
from belote_net.rules.options import Options
from belote_net.table.messages import Member, MemberKind
from belote_protocol.identity import PublicIdentity

Lines = tuple[str, ...]


class LobbyFace:
    """Shows the lobby of a node, and does there what the reader asks for.

    Attributes:
        is_ready: the reader has said that the game may begin.
    """

    def __init__(self, node: Node, config: Config, pen: Pen) -> None:
        self._node = node
        self._config = config
        self._pen = pen
        self.is_ready = False
        self._shown: Lines = ()
        self._shown_rules: Mapping[str, OptionValue] = {}
        self._changed = trio.Event()
        self._greeted = {node.identity}
        self._bots: set[str] = set()
        self._may_be_watched = False
        self._seen_watching: set[PublicIdentity] = set()
        self._host_was_here = True

    def changed(self, lobby: LobbyFrame) -> Lines:
        """What is new in the lobby: nothing that was shown already."""
        greetings = list(self.greet(lobby))
        if lobby.options != self._shown_rules:
            self._shown_rules = lobby.options
            greetings += all_rules_lines(Options.from_map(lobby.options), self._pen)
            greetings += self._what_next()
        me, pen = self._node.identity, self._pen
        lines = (lobby_line(lobby, me, pen), *machine_lines(lobby, me, pen))
        if lines == self._shown:
            return tuple(greetings)
        self._shown = lines
        return (*greetings, *lines)

    def _what_next(self) -> Lines:
        """What is to be done now: the rules are longer than a screen, and it stood above them."""
        if isinstance(self._node, HostNode):
            code = self._node.code
            return (self._pen.text("The next player types: belote-net join {code}", code=code),)
        if self._node.config.role is Role.WATCH:
            return ()
        return (self._pen.text("Type ready to play by these rules, ? for help."),)

    def another_game(self) -> Lines:
        """What may be typed now that a game is over."""
        pen = self._pen
        if isinstance(self._node, HostNode):
            return (pen.text("For another game type start; to leave, quit; for help, ?."),)
        if not self._is_host_here:
            return self._host_is_away()
        if self._node.config.role is Role.WATCH:
            return (pen.text("You will see the next game too; to leave, type quit."),)
        return (pen.text("For another game type ready; to leave, quit; for help, ?."),)

    def host_news(self) -> Lines:
        """That the host has gone, or is here again: without him no game begins."""
        before, self._host_was_here = self._host_was_here, self._is_host_here
        if before and not self._host_was_here:
            return self._host_is_away()
        if self._host_was_here and not before:
            return (self._pen.text("The host is here again."),)
        return ()

    @property
    def _is_host_here(self) -> bool:
        node = self._node
        return isinstance(node, HostNode) or node.room.host in node.linked

    def _host_is_away(self) -> Lines:
        return (
            self._pen.text(
                "The host is not here: wait, or leave (quit) and open a table of your own with: "
                "belote-net host"
            ),
        )

    def watched(self, lobby: LobbyFrame) -> Lines:
        """What is new about spectators: that there may be any, or that one has come."""
        named = {one.identity for one in lobby.watchers or () if one.name != FALLBACK_NAME}
        named.discard(self._node.identity)
        is_news = (
            lobby.watchers is not None
        ) != self._may_be_watched or named - self._seen_watching
        self._may_be_watched = lobby.watchers is not None
        self._seen_watching |= named
        return (watchers_line(lobby, self._node.identity, self._pen),) if is_news else ()

    def greet(self, lobby: LobbyFrame) -> Lines:
        """Only who is new in the lobby, for a face that shows the rest of it by itself."""
        self._changed.set()
        return tuple(line for member in lobby.members for line in self.greet_one(member))

    def greet_one(self, member: LobbyMember | Member) -> Lines:
        """The four words of a player who is new here, and whether he was ever met."""
        if member.identity in self._greeted or member.kind is MemberKind.BOT:
            return ()
        self._greeted.add(member.identity)
        today = self._config.now().date()
        meeting = self._config.profile.meet(member.identity, member.name, today)
        words = " ".join(fingerprint_words(member.identity.fingerprint()))
        if meeting is Meeting.KNOWN:
            return (self._pen.text("{name}, met before: {words}", name=member.name, words=words),)
        if meeting is Meeting.NAME_OF_ANOTHER:
            return (
                self._pen.text(
                    "Take care: another player called {name} was met before. "
                    "Compare the four words: {words}",
                    name=member.name,
                    words=words,
                ),
            )
        return (
            self._pen.text(
                "{name}, met for the first time: {words}", name=member.name, words=words
            ),
        )

    async def run(self) -> None:
        """Begin the game once the host wants it and everybody is ready, time after time."""
        while True:
            await self._changed.wait()
            self._changed = trio.Event()
            if isinstance(self._node, HostNode) and self._may_start():
                with suppress(LobbyError):  # somebody left in this very moment: the list says so
                    await self._node.start()

    def _may_start(self) -> bool:
        lobby = self._node.lobby
        return self.is_ready and lobby is not None and not self._missing(lobby)

    def game_began(self) -> None:
        """For another game everybody has to be asked again."""
        self.is_ready = False

    def _missing(self, lobby: LobbyFrame) -> Lines:
        """What keeps the game from beginning."""
        free = lobby_places(lobby) - len(lobby.members)
        if free:
            return (
                self._pen.count(
                    "{number} seat is free: wait, or type bot to give it to a bot.",
                    "{number} seats are free: wait, or type bot to give one to a bot.",
                    free,
                ),
            )
        late = [one.name for one in lobby.members if not (one.ready and one.present)]
        if not late:
            return ()
        return (self._pen.text("Not ready yet: {names}.", names=", ".join(late)),)

    async def take(self, line: str) -> Lines | None:
        """Do what a line says; returns what to tell, or None when the reader leaves."""
        command = read_lobby_line(line)
        if command.verb is LobbyVerb.QUIT:
            return None
        try:
            if self._node.config.role is Role.WATCH:
                return self._do_as_spectator(command)
            return await self._do(command)
        except NodeError as error:
            return (explain(error, self._pen.words).text,)

    async def _do(self, command: LobbyCommand) -> Lines:
        match command.verb:
            case LobbyVerb.NOTHING:
                return ()
            case LobbyVerb.SAY:
                self._node.say(command.text)
                return ()
            case LobbyVerb.HELP:
                return lobby_help(self._pen, hosts=isinstance(self._node, HostNode))
            case LobbyVerb.UNCLEAR:
                return (unclear(command.text, self._pen),)
            case LobbyVerb.READY:
                return self._be_ready()
            case LobbyVerb.UNREADY:
                self.is_ready = False
                self._node.set_ready(ready=False)
                return ()
            case LobbyVerb.RULES | LobbyVerb.WHO | LobbyVerb.PLACE:
                return self._in_the_list(command)
        if isinstance(self._node, HostNode):
            return await self._do_as_host(self._node, command)
        if command.verb is LobbyVerb.START:
            return (self._pen.text("The host starts the game: type ready when you are."),)
        return (self._pen.text("Only the host can do that."),)

    def _do_as_spectator(self, command: LobbyCommand) -> Lines:
        match command.verb:
            case LobbyVerb.NOTHING:
                return ()
            case LobbyVerb.HELP:
                return spectator_help(self._pen)
            case LobbyVerb.UNCLEAR:
                return (unclear(command.text, self._pen),)
            case LobbyVerb.RULES | LobbyVerb.WHO:
                return self._in_the_list(command)
        return (only_watching(self._pen),)

    def _in_the_list(self, command: LobbyCommand) -> Lines:
        lobby = self._node.lobby
        if lobby is None:
            return (self._pen.text("The host has not shown the table yet."),)
        if command.verb is LobbyVerb.RULES:
            return all_rules_lines(Options.from_map(lobby.options), self._pen)
        if command.verb is LobbyVerb.WHO:
            seated = lobby_line(lobby, self._node.identity, self._pen)
            away = () if self._is_host_here else self._host_is_away()
            return (seated, watchers_line(lobby, self._node.identity, self._pen), *away)
        member = member_named(lobby, command.text)
        if member is None:
            if (number := typed_number(command.text, lobby_places(lobby))) is not None:
                return (self._nobody_at(number),)
            return (unclear(command.text, self._pen),)
        index = lobby.members.index(member)
        if index == HOST_INDEX or lobby.members[HOST_INDEX].identity == self._node.identity:
            return (self._pen.text("The host stays at place 1; the others choose theirs."),)
        self._node.wish_place(index)
        return ()

    def _nobody_at(self, number: int) -> str:
        """Why nobody can sit there: who comes takes the first place that is free."""
        return self._pen.text(
            "Place {number} is free: you can change places only with who is there. Wait until "
            "somebody has it.",
            number=number,
        )

    def _be_ready(self) -> Lines:
        """For the host, to be ready is to want to begin."""
        lobby = self._node.lobby
        if lobby is None:
            return (self._pen.text("The host has not shown the table yet."),)
        self.is_ready = True
        self._node.set_ready(ready=True)
        if not isinstance(self._node, HostNode):
            return () if self._is_host_here else self._host_is_away()
        self._changed.set()
        return self._missing(self._node.lobby or lobby)  # in which he is ready now

    async def _do_as_host(self, node: HostNode, command: LobbyCommand) -> Lines:
        match command.verb:
            case LobbyVerb.START:
                return self._be_ready()
            case LobbyVerb.CODE:
                return (
                    self._pen.text("The code of the table is now {code}", code=node.renew_code()),
                )
            case LobbyVerb.WATCHERS:
                lobby = node.lobby
                node.let_watch(allowed=lobby is not None and lobby.watchers is None)
                return ()
            case LobbyVerb.BOT:
                maker, is_first = self._config.bot, not self._bots
                await self.seat_bot(node)
                if not (is_first and isinstance(maker, BotMaker)):
                    return ()
                skill = self._pen.text(maker.skill)
                return (self._pen.text("Bots at this table: {skill}.", skill=skill),)
        member = member_named(node.lobby, command.text) if node.lobby is not None else None
        if member is None:
            return (unclear(command.text, self._pen),)
        node.send_away(member.identity)
        return ()

    def way_in(self) -> Lines:
        """How somebody comes to a game that is being played: to a free seat, or to watch."""
        node, pen = self._node, self._pen
        code = node.open_code()
        if code is None:
            return (pen.text("Only the host can do that."),)
        if node.votes.free_seat is not None:
            typed = typed_to_join(node, code)
            return (pen.text("The next player types: belote-net join {code}", code=typed),)
        lobby = node.lobby
        if lobby is None or lobby.watchers is None:
            return (pen.text("Nobody may watch this table."),)
        address = node.addresses[0]
        return (
            pen.text("Who wants to watch types: belote-net watch {code}", code=code),
            pen.text("or, if that finds nothing: belote-net watch {address}", address=address),
        )

    async def seat_bot(self, node: HostNode) -> None:
        """Give a free seat to a bot.

        Raises:
            NodeError: there is none.
        """
        lobby = node.lobby
        taken = {member.name for member in lobby.members} if lobby is not None else set()
        # A bot that has just been seated shows up in the lobby a moment later.
        names = [name for name in BOT_NAMES if name not in taken | self._bots]
        name = names[0] if names else BOT_NAMES[0]
        await add_bot(node, self._config, name)
        self._bots.add(name)
