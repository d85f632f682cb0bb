"""What a node tells besides the game: who comes and goes, what is refused, what is said."""

from __future__ import annotations

from belote_cli.audit_words import short_name
from belote_cli.pen import Pen
from belote_cli.plain.situation import waiting_line
from belote_cli.reason_words import reason_lines, reason_text
from belote_cli.score_words import capital
from belote_net.node.desk import LEFT_ON_PURPOSE
from belote_net.node.events import (
    CodeChanged,
    CodeTried,
    DecisionRefused,
    EntryRefused,
    GameOpened,
    NodeEvent,
    OpeningRefused,
    PeerJoined,
    PeerLeft,
    Said,
    TurnedAway,
)
from belote_net.node.node import Node
from belote_net.table.events import CardTurned, Event, HandsCompleted
from belote_protocol.identity import PublicIdentity


def is_shown_with_hand(event: Event) -> bool:
    """Whether the reader's hand has just become readable, or more of it."""
    return isinstance(event, CardTurned | HandsCompleted)


def news_lines(event: NodeEvent, node: Node, pen: Pen) -> tuple[str, ...]:
    """An event of the node in words; nothing for those that are told elsewhere."""
    match event:
        case CodeChanged():
            return (pen.text("The code of the table is now {code}", code=event.code),)
        case CodeTried():
            return (_code_tried(event, pen),)
        case PeerJoined() | PeerLeft():
            return _presence(event, node, pen)
        case TurnedAway():
            name = member_name(node, event.identity)
            return (
                pen.text(
                    "{name} turned us away: {why}.", name=name, why=reason_text(event.reason, pen)
                ),
            )
        case GameOpened():
            return (_game_opened(event, pen),)
        case OpeningRefused():
            why = reason_text(event.reason, pen)
            return (pen.text("The game that the host proposes is refused: {why}.", why=why),)
        case EntryRefused():
            return _entry_refused(event, node, pen)
        case DecisionRefused():
            return (pen.text("{reason}.", reason=capital(str(event.reason))),)
        case Said():
            name = member_name(node, event.identity)
            return (pen.text("{name} says: {text}", name=name, text=event.text),)
    return ()


def member_name(node: Node, identity: PublicIdentity) -> str:
    """What the table calls a player; the beginning of his key for a stranger."""
    members = node.game.table.members if node.game is not None else ()
    listed = node.lobby.members if node.lobby is not None else ()
    names = {member.identity: member.name for member in listed}
    names |= {member.identity: member.name for member in members}
    return names.get(identity) or short_name(bytes(identity))


def missing_players(node: Node, pen: Pen) -> tuple[str, ...]:
    """Who of the game in progress has no link to this node."""
    members = node.game.table.members if node.game is not None else ()
    here = node.linked | {node.identity}
    names = ", ".join(member.name for member in members if member.identity not in here)
    return (
        (pen.text("Not connected: {names}. The game waits for them.", names=names),)
        if names
        else ()
    )


def waiting_for(node: Node, pen: Pen) -> tuple[str, ...]:
    """Who keeps the game from going on: who is not here, or whose turn it is."""
    view = node.view
    if view is None:
        return missing_players(node, pen)
    return missing_players(node, pen) or (waiting_line(view, pen),)


def _code_tried(event: CodeTried, pen: Pen) -> str:
    if event.attempts_left == 0:
        return pen.text("Too many wrong codes: type code for a new one.")
    return pen.count(
        "Somebody typed a wrong code: {number} try is left.",
        "Somebody typed a wrong code: {number} tries are left.",
        event.attempts_left,
    )


def _presence(event: PeerJoined | PeerLeft, node: Node, pen: Pen) -> tuple[str, ...]:
    """Told during a game; before one the list of the lobby says it all."""
    if node.game is None or node.game.table.is_over:
        return ()
    name = member_name(node, event.identity)
    if isinstance(event, PeerJoined):
        return (pen.text("{name} is connected.", name=name),)
    if event.reason.startswith(LEFT_ON_PURPOSE):
        return (pen.text("{name} has left the table; the game waits.", name=name),)
    return (pen.text("The connection with {name} is lost; the game waits.", name=name),)


def _game_opened(event: GameOpened, pen: Pen) -> str:
    name = short_name(event.game)
    if event.resumed:
        return pen.text("Game {game} goes on as soon as the others are here.", game=name)
    return pen.text("Game {game} begins.", game=name)


def _entry_refused(event: EntryRefused, node: Node, pen: Pen) -> tuple[str, ...]:
    members = node.game.table.members if node.game is not None else ()
    name = members[event.seat].name if event.seat < len(members) else str(event.seat)
    return (
        pen.text(
            "Refused: what {name} sent (seat {seat}, chain {chain}, place {place}).",
            name=name,
            seat=event.seat,
            chain=event.chain,
            place=event.seq,
        ),
        *reason_lines(event.reason, pen),
        pen.text("The proof is kept in {path}", path=event.evidence),
    )
