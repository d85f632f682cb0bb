"""What the audit of a log found, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from belote_cli.entry_words import claim_line, printable
from belote_cli.pen import Pen
from belote_cli.plain.situation import rules_lines
from belote_cli.reason_words import reason_lines
from belote_cli.scene import Scene
from belote_cli.score_words import sheet_lines
from belote_cli.seat_history import people_of
from belote_cli.trust import Trust, trust_line
from belote_cli.words import msg
from belote_net.node.codes import fingerprint_words
from belote_net.table.audit import Comparison, Fault, Refusal, Relation, Verdict
from belote_net.table.messages import Absence, Member, MemberKind
from belote_net.table.state import Game
from belote_net.table.table import Table
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import BadSignature

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.FINISHED: msg("Verdict: finished. Every entry is right."),
        Verdict.UNFINISHED: msg("Verdict: unfinished. Every entry is right; the game could go on."),
        Verdict.REFUSED: msg("Verdict: refused."),
    }
)


def table_lines(game: Game, pen: Pen, trust: Trust | None = None) -> tuple[str, ...]:
    """Players with their four words and what the reader knows of them, and the rules."""
    lines = [pen.text("Game {game}", game=short_name(game.game))]
    for member, members in shown_members(game):
        lines.append(_member_line(member, members, pen))
        note = trust_line(trust, member, pen) if trust is not None else None
        lines += [note] if note is not None else []
    return (*lines, *rules_lines(game.options, pen))


def shown_members(game: Game) -> tuple[tuple[Member, tuple[Member, ...]], ...]:
    """Everybody who ever had a seat, once, each with the members among whom he sat down."""
    first = game.opening.members
    shown = [(member, first) for member in first]
    shown += [
        (member, game.members)
        for member in game.members
        if all(member.identity != one.identity for one in first)
    ]
    return tuple(shown)


def member_note(member: Member, members: Sequence[Member], pen: Pen) -> str | None:
    """On whose machine a bot plays; None of a person."""
    if member.kind is not MemberKind.BOT:
        return None
    return pen.text("bot on {name}'s machine", name=members[member.operator].name)


def _member_line(member: Member, members: Sequence[Member], pen: Pen) -> str:
    words = " ".join(fingerprint_words(member.identity.fingerprint()))
    note = member_note(member, members, pen)
    if note is not None:
        return pen.text("Player {name} ({note}): {words}", name=member.name, note=note, words=words)
    return pen.text("Player {name}: {words}", name=member.name, words=words)


def result_lines(game: Game, pen: Pen) -> tuple[str, ...]:
    """Every deal with its formula, the score, and who has signed it."""
    if game.match is None:
        return (pen.text("The places are not drawn yet."),)
    lines = sheet_lines(game.played, game.match, Scene.of_game(game), pen)
    names = [game.members[seat].name for seat in game.present_seats[: game.signed]]
    if not names:
        return lines
    return (*lines, pen.text("Result signed by: {names}.", names=", ".join(names)))


def refusal_lines(
    refusal: Refusal, table: Table | None, pen: Pen, *, arrival_ms: int | None = None
) -> tuple[str, ...]:
    """The first thing that is wrong: where, when, what it claims, what is true, whose fault.

    Args:
        refusal: what is wrong.
        table: the game as far as it is right.
        pen: how to write.
        arrival_ms: when it came, by the clock of the machine that kept the file.
    """
    where = pen.text("Wrong: record {record}.", record=refusal.record)
    if refusal.signed is not None:
        entry = refusal.signed.entry
        where = pen.text(
            "Wrong: record {record}, chain {chain}, place {place}, kind {kind}.",
            record=refusal.record,
            chain=printable(entry.chain),
            place=entry.seq,
            kind=printable(entry.kind),
        )
    lines = [where]
    if arrival_ms is not None:
        lines.append(arrival_line(arrival_ms, pen))
    if refusal.seat is not None:
        name, seat = who_spoke(refusal, refusal.seat, table), refusal.seat + 1
        line = pen.text("Seat {seat}, {name}.", seat=seat, name=name)
        lines.append(line if name else pen.text("Seat {seat}.", seat=seat))
    if refusal.signed is not None:
        claim = claim_line(refusal.signed.entry, pen)
        lines += [claim] if claim is not None else []
    lines += reason_lines(refusal.reason, pen)
    if refusal.other is not None:
        heads = (refusal.other, refusal.signed)
        shown = ", ".join(short_name(signed.head) for signed in heads if signed is not None)
        lines.append(pen.text("The two entries: {heads}.", heads=shown))
    return (*lines, _fault_line(refusal, table, pen))


def arrival_line(arrival_ms: int, pen: Pen) -> str:
    """When an entry came, as far as the file can tell."""
    time = arrival_time(arrival_ms)
    if time is None:
        return pen.text("No clock of today shows the time at which it is said to have come.")
    return pen.text(
        "It came at {time}, by the clock of the machine that kept this file: nobody signed that.",
        time=time,
    )


def arrival_time(arrival_ms: int) -> str | None:
    """A time that a file tells, as people write it; None if it is none."""
    try:
        return datetime.fromtimestamp(arrival_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, OSError, ValueError):
        return None


def _fault_line(refusal: Refusal, table: Table | None, pen: Pen) -> str:
    name = "" if refusal.culprit is None else who_spoke(refusal, refusal.culprit, table)
    match refusal.fault:
        case Fault.BROKEN:
            return pen.text("{name} signed it, on top of all that comes before it.", name=name)
        case Fault.EQUIVOCATION:
            return pen.text("{name} signed two different entries in one place.", name=name)
        case Fault.GAP:
            return pen.text("Entries before it are missing: nobody's fault is proven.")
        case Fault.FORGED:
            return pen.text("Nobody at the table has signed it: the file is damaged or forged.")


def comparison_lines(comparison: Comparison, people: Sequence[Member], pen: Pen) -> tuple[str, ...]:
    """How two files of one game stand to one another; `people` are all who ever sat in it."""
    match comparison.relation:
        case Relation.SAME:
            return (pen.text("The two files tell the same game, entry for entry."),)
        case Relation.PREFIX:
            return (pen.text("One file goes on where the other ends; they agree on the rest."),)
        case Relation.DIFFERENT_GAMES:
            return (pen.text("These are two different games."),)
    return fork_lines(comparison, people, pen)


def fork_lines(comparison: Comparison, people: Sequence[Member], pen: Pen) -> tuple[str, ...]:
    """Where two files part ways, and by whom."""
    lines = [pen.text("The two files part ways.")]
    if comparison.one is None or comparison.other is None:
        return tuple(lines)
    entry = comparison.one.entry
    lines.append(
        pen.text("First at: chain {chain}, place {place}.", chain=entry.chain, place=entry.seq)
    )
    if comparison.culprit is not None:
        name = author_name(comparison.one, people)
        return (*lines, pen.text("{name} signed two different entries in one place.", name=name))
    if Absence.kind in (entry.kind, comparison.other.entry.kind):
        lines.append(
            pen.text(
                "One goes on without a player, by the votes of all others: it is the one to keep."
            )
        )
    return (*lines, pen.text("Different players spoke there: no double signature is proven."))


def author_name(signed: SignedEntry, people: Sequence[Member]) -> str:
    """Who signed an entry, of those who ever sat at the table."""
    for member in people:
        try:
            signed.verify_signature(member.identity)
        except BadSignature:
            continue
        return member.name
    return ""


def who_spoke(refusal: Refusal, seat: int, table: Table | None) -> str:
    """Who signed what is refused, also if he has left since; else who has the seat now."""
    signed = refusal.signed
    if signed is not None and signed.entry.seat == seat:
        name = author_name(signed, people_of(table))
        if name:
            return name
    members = table.members if table is not None else ()
    return members[seat].name if seat < len(members) else ""


def short_name(game: bytes) -> str:
    """The first letters of a game's or an entry's hash: what people call it by."""
    return game.hex()[:12]
