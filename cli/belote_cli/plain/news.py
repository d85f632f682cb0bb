"""What a node tells besides the game: who comes and goes, what is refused, what is said."""

from __future__ import annotations

from belote_cli.audit_words import short_name
from belote_cli.door_words import caller_lines, door_reason
from belote_cli.pen import Pen
from belote_cli.plain.situation import waiting_line
from belote_cli.reason_words import reason_lines, reason_text
from belote_cli.seat_words import sitter_line
from belote_cli.standstill import is_void, sitter_of
from belote_cli.words import capital
from belote_net.node.desk import LEFT_ON_PURPOSE
from belote_net.node.events import (
    CallerRefused,
    CodeChanged,
    CodeTried,
    DecisionRefused,
    EntryRefused,
    GameOpened,
    GameRewound,
    NodeEvent,
    OpeningRefused,
    PeerJoined,
    PeerLeft,
    Said,
    SeatClaimed,
    TurnedAway,
    VoteCast,
)
from belote_net.node.frames import Role
from belote_net.node.games import OpenGame
from belote_net.node.node import Node
from belote_net.table.events import CardTurned, Event, HandsCompleted
from belote_net.table.messages import Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.ballot import Stance
from belote_protocol.identity import PublicIdentity


def is_shown_with_hand(event: Event) -> bool:
    """Whether the reader's hand has just become readable, or more of it."""
    return isinstance(event, CardTurned | HandsCompleted)


def news_lines(event: NodeEvent, node: Node, pen: Pen) -> tuple[str, ...]:
    """An event of the node in words; nothing for those that are told elsewhere."""
    match event:
        case CodeChanged():
            return (pen.text("The code of the table is now {code}", code=event.code),)
        case CallerRefused():
            return caller_lines(event, pen)
        case CodeTried():
            return (_code_tried(event, pen),)
        case PeerJoined() | PeerLeft():
            return _presence(event, node, pen)
        case TurnedAway():
            name = member_name(node, event.identity)
            why = door_reason(event.reason, pen)
            return (pen.text("{name} turned us away: {why}.", name=name, why=why),)
        case GameOpened():
            return (_game_opened(event, node, pen),)
        case OpeningRefused():
            why = reason_text(event.reason, pen)
            return (pen.text("The game that the host proposes is refused: {why}.", why=why),)
        case EntryRefused():
            return _entry_refused(event, node, pen)
        case VoteCast():
            return _vote_cast(event, node, pen)
        case SeatClaimed():
            return _seat_claimed(event, node, pen)
        case GameRewound():
            return _rewound(event, node, pen)
        case DecisionRefused():
            why = reason_text(str(event.reason), pen)
            return (pen.text("{reason}.", reason=capital(why)),)
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
    """Who of the game in progress is not here."""
    game, here = node.game, node.here | {node.identity}
    if node.config.role is Role.WATCH and not node.linked:
        return (pen.text("The connection with the table is lost; it is looked for again."),)
    if game is not None and _is_yet_to_be_let_in(game, node):
        return ()
    members = game.table.members if game is not None and not game.table.is_void else ()
    if game is not None and game.table.state.absent is not None:
        seat = game.table.state.absent  # nobody waits for him: his seat is free
        members = (*members[:seat], *members[seat + 1 :])
    names = ", ".join(member.name for member in members if member.identity not in here)
    return (
        (pen.text("Not connected: {names}. The game waits for them.", names=names),)
        if names
        else ()
    )


def _is_yet_to_be_let_in(game: OpenGame, node: Node) -> bool:
    """Whether we ask for a free seat: who has not said yet that we may have it lets us not in."""
    state = game.table.state
    if state.absent is None or node.config.role is Role.WATCH:
        return False
    began_here = any(one.identity == node.identity for one in state.opening.members)
    return game.replica.seat in (None, state.absent) and not began_here


def waiting_for(node: Node, pen: Pen) -> tuple[str, ...]:
    """Who keeps the game from going on: who is not here, or whose turn it is."""
    view = node.view
    if is_void(node.game):
        return (void_line(pen),)
    if view is None:
        return missing_players(node, pen)
    return missing_players(node, pen) or (waiting_line(view, pen),)


def void_line(pen: Pen) -> str:
    """That a game has ended before it began."""
    return pen.text("There is no game: a player left before the places were drawn.")


def end_lines(game: OpenGame, pen: Pen) -> tuple[str, ...]:
    """What is told once a game is over, or will never be one."""
    if is_void(game):
        return (void_line(pen),)
    return (pen.text("The game is kept in {path}", path=game.path),)


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
    if node.config.role is Role.WATCH:
        return missing_players(node, pen) if isinstance(event, PeerLeft) else ()
    if all(member.identity != event.identity for member in node.game.table.members):
        return ()  # of spectators the lobby tells
    name = member_name(node, event.identity)
    if isinstance(event, PeerJoined):
        return (pen.text("{name} is connected.", name=name),)
    if event.reason.startswith(LEFT_ON_PURPOSE):
        return (pen.text("{name} has left the table; the game waits.", name=name),)
    return (pen.text("The connection with {name} is lost; the game waits.", name=name),)


def _game_opened(event: GameOpened, node: Node, pen: Pen) -> str:
    name = short_name(event.game)
    if node.config.role is Role.WATCH:
        return pen.text("You watch game {game}.", game=name)
    if event.resumed:
        return pen.text("Game {game} goes on as soon as the others are here.", game=name)
    return pen.text("Game {game} begins.", game=name)


def _entry_refused(event: EntryRefused, node: Node, pen: Pen) -> tuple[str, ...]:
    name = _seat_name(node, event.seat)
    return (
        pen.text(
            "Refused: what {name} sent (seat {seat}, chain {chain}, place {place}).",
            name=name,
            seat=event.seat + 1,
            chain=event.chain,
            place=event.seq,
        ),
        *reason_lines(event.reason, pen),
        pen.text("The proof is kept in {path}", path=event.evidence),
    )


def _seat_name(node: Node, seat: int) -> str:
    members = node.game.table.members if node.game is not None else ()
    return members[seat].name if seat < len(members) else str(seat)


def _vote_cast(event: VoteCast, node: Node, pen: Pen) -> tuple[str, ...]:
    """Who has signed what about a seat that is waited for; only of the game in progress."""
    game, ballot = node.game, event.ballot
    if game is None or game.replica.game != event.game or ballot.stance is Stance.SEEN:
        return ()
    voter, name = _seat_name(node, ballot.voter), _seat_name(node, ballot.place.seat)
    mine, me = game.replica.seat, ballot.place.seat == game.replica.seat
    if ballot.stance is Stance.REFUSED:
        if me:
            return (pen.text("{voter} refuses what you sent.", voter=voter),)
        if ballot.voter == mine:
            return (pen.text("You refuse what {name} sent.", name=name),)
        return (pen.text("{voter} refuses what {name} sent.", voter=voter, name=name),)
    if me:
        return (pen.text("{voter} votes to go on without you.", voter=voter),)
    if ballot.voter == mine:
        return (pen.text("You have voted to go on without {name}.", name=name),)
    return (pen.text("{voter} votes to go on without {name}.", voter=voter, name=name),)


def _seat_claimed(event: SeatClaimed, node: Node, pen: Pen) -> tuple[str, ...]:
    game = node.game
    absent = game.table.state.absent if game is not None else None
    if game is None or game.replica.game != event.game or absent is None:
        return ()
    if event.member.identity == node.identity:
        return (pen.text("You ask for the free seat."),)
    who = sitter_line(sitter_of(event.member, absent, game.table), pen)
    return (pen.text("{who}: asks for the free seat.", who=who),)


def _rewound(event: GameRewound, node: Node, pen: Pen) -> tuple[str, ...]:
    """All others went on without a seat, and what it had said too late counts no more.

    Or they went on with it, and it is who took part in leaving it that comes back.
    """
    game = node.game
    if game is None or game.replica.game != event.game:
        return ()
    here = game.table.log.entry(TABLE_CHAIN, event.seq)
    if here is not None and here.entry.kind != Absence.kind:
        return (
            pen.text(
                "All others had gone on with what one player said: what was said without that "
                "player was taken back."
            ),
        )
    absent = game.table.state.absent
    if absent is not None and absent == game.replica.seat:
        return (pen.text("The others had gone on without you: your card was taken back."),)
    return (
        pen.text(
            "The others had gone on without one player: what was said after that was taken back."
        ),
    )
