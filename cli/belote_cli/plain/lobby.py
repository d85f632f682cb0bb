"""The lobby in words, and what may be typed there. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from belote_cli.card_text import plain_text, typed_number
from belote_cli.pen import Pen
from belote_cli.seat_words import seats_words
from belote_net.node.frames import LobbyFrame, LobbyMember
from belote_net.rules.choices import OnAbsence
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.messages import MemberKind
from belote_protocol.identity import PublicIdentity


class LobbyVerb(Enum):
    """What may be asked for before a game."""

    START = "start"
    READY = "ready"
    UNREADY = "unready"
    BOT = "bot"
    PLACE = "place"
    SEND_AWAY = "send away"
    CODE = "code"
    WATCHERS = "watchers"
    RULES = "rules"
    WHO = "who"
    SAY = "say"
    HELP = "help"
    QUIT = "quit"
    NOTHING = "nothing"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class LobbyCommand:
    """A line that was typed in the lobby.

    Attributes:
        text: what follows the verb, or the whole line if it is not understood.
    """

    verb: LobbyVerb
    text: str = ""


_VERBS: Final[Mapping[str, LobbyVerb]] = {
    "start": LobbyVerb.START,
    "go": LobbyVerb.START,
    "commencer": LobbyVerb.START,
    "commence": LobbyVerb.START,
    "jouer": LobbyVerb.START,
    "ready": LobbyVerb.READY,
    "pret": LobbyVerb.READY,
    "prete": LobbyVerb.READY,
    "oui": LobbyVerb.READY,
    "yes": LobbyVerb.READY,
    "wait": LobbyVerb.UNREADY,
    "attends": LobbyVerb.UNREADY,
    "attendre": LobbyVerb.UNREADY,
    "bot": LobbyVerb.BOT,
    "robot": LobbyVerb.BOT,
    "place": LobbyVerb.PLACE,
    "kick": LobbyVerb.SEND_AWAY,
    "renvoyer": LobbyVerb.SEND_AWAY,
    "exclure": LobbyVerb.SEND_AWAY,
    "code": LobbyVerb.CODE,
    "watchers": LobbyVerb.WATCHERS,
    "spectators": LobbyVerb.WATCHERS,
    "spectateurs": LobbyVerb.WATCHERS,
    "rules": LobbyVerb.RULES,
    "regles": LobbyVerb.RULES,
    "who": LobbyVerb.WHO,
    "qui": LobbyVerb.WHO,
    "table": LobbyVerb.WHO,
    "say": LobbyVerb.SAY,
    "dire": LobbyVerb.SAY,
    "?": LobbyVerb.HELP,
    "h": LobbyVerb.HELP,
    "help": LobbyVerb.HELP,
    "aide": LobbyVerb.HELP,
    "quit": LobbyVerb.QUIT,
    "exit": LobbyVerb.QUIT,
    "q": LobbyVerb.QUIT,
    "quitter": LobbyVerb.QUIT,
}
_WITH_TEXT: Final = frozenset((LobbyVerb.SAY, LobbyVerb.PLACE, LobbyVerb.SEND_AWAY))


def read_lobby_line(line: str) -> LobbyCommand:
    """What a line means before a game."""
    stripped = " ".join(line.split())
    if not stripped:
        return LobbyCommand(LobbyVerb.NOTHING)
    first, _, rest = stripped.partition(" ")
    verb = _VERBS.get(plain_text(first))
    if verb is None or bool(rest) != (verb in _WITH_TEXT):
        return LobbyCommand(LobbyVerb.UNCLEAR, stripped)
    return LobbyCommand(verb, rest)


def lobby_places(lobby: LobbyFrame) -> int:
    """How many play at this table."""
    return variant_for(Options.from_map(lobby.options)).places


def lobby_line(lobby: LobbyFrame, me: PublicIdentity, pen: Pen) -> str:
    """Who is at the table and who is ready, on one line."""
    members = ", ".join(
        f"{number} {_member(member, lobby, me, pen)}"
        for number, member in enumerate(lobby.members, start=1)
    )
    return pen.text(
        "At the table ({here} of {places}): {members}",
        here=len(lobby.members),
        places=lobby_places(lobby),
        members=members,
    )


def _member(member: LobbyMember, lobby: LobbyFrame, me: PublicIdentity, pen: Pen) -> str:
    notes = []
    if member.identity == me:
        notes.append(pen.text("you"))
    if member.kind is MemberKind.BOT:
        name = lobby.members[member.operator].name
        notes.append(pen.text("bot on {name}'s machine", name=name))
    if not member.present:
        notes.append(pen.text("away"))
    elif member.ready and member.kind is MemberKind.PERSON:
        notes.append(pen.text("ready"))
    return f"{member.name} ({', '.join(notes)})" if notes else member.name


def machine_lines(lobby: LobbyFrame, me: PublicIdentity, pen: Pen) -> tuple[str, ...]:
    """Which machines will hold the cards of more than one seat, since bots run there."""
    lines = []
    for operator in dict.fromkeys(one.operator for one in lobby.members):
        seats = [seat for seat, one in enumerate(lobby.members) if one.operator == operator]
        if len(seats) < 2:
            continue
        listed = seats_words(seats, pen)
        if lobby.members[operator].identity == me:
            lines.append(pen.text("This machine will see {seats}.", seats=listed))
        else:
            name = lobby.members[operator].name
            lines.append(pen.text("{name}'s machine will see {seats}.", name=name, seats=listed))
    if lines and Options.from_map(lobby.options).on_absence is OnAbsence.OPEN_HAND:
        lines.append(
            pen.text("With a bot at the table nobody can open the hand of a player who leaves.")
        )
    return tuple(lines)


def watchers_line(lobby: LobbyFrame, me: PublicIdentity, pen: Pen) -> str:
    """Whether others may watch this table, and who does."""
    if lobby.watchers is None:
        return pen.text("Nobody may watch this table.")
    if not lobby.watchers:
        return pen.text("Others may watch this table; nobody does.")
    you = pen.text("you")
    names = ", ".join(you if one.identity == me else one.name for one in lobby.watchers)
    return pen.text("Others may watch this table. Watching now: {names}.", names=names)


def spectator_help(pen: Pen) -> tuple[str, ...]:
    """What who only watches may type before a game."""
    return (
        pen.text("rules: show the rules of this table"),
        pen.text("who: who is at the table"),
        pen.text("quit: leave"),
    )


def lobby_help(pen: Pen, *, hosts: bool) -> tuple[str, ...]:
    """What may be typed before a game."""
    common = (
        pen.text("place NUMBER: change places; 1 and 3 play against 2 and 4"),
        pen.text("rules: show the rules of this table"),
        pen.text("who: who is at the table"),
        pen.text("say TEXT: talk to the table"),
        pen.text("quit: leave"),
    )
    if not hosts:
        return (pen.text("ready: play by these rules (wait: not yet)"), *common)
    return (
        pen.text("start: begin as soon as all are ready"),
        pen.text("bot: give a free seat to a bot"),
        pen.text("kick NAME: take a seat back"),
        pen.text("code: show the code of the table"),
        pen.text("watchers: let others watch the table, or no longer"),
        *common,
    )


def member_named(lobby: LobbyFrame, text: str) -> LobbyMember | None:
    """The member that a name, or a number of the list, means."""
    number = typed_number(text, len(lobby.members))
    if number is not None:
        return lobby.members[number - 1]
    wanted = plain_text(text)
    found = [member for member in lobby.members if plain_text(member.name) == wanted]
    return found[0] if len(found) == 1 else None
