"""What the audit of a log found, in words and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from belote_cli.pen import Pen
from belote_cli.plain.situation import rules_lines
from belote_cli.reason_words import reason_lines
from belote_cli.scene import Scene
from belote_cli.score_words import sheet_lines
from belote_cli.seat_history import SeatChange, changes_of
from belote_cli.words import msg
from belote_net.node.codes import fingerprint_words
from belote_net.table.audit import Audit, Comparison, Fault, Refusal, Relation, Verdict
from belote_net.table.messages import Member, MemberKind
from belote_net.table.state import Game, PlayedDeal

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.FINISHED: msg("Verdict: finished. Every entry is right."),
        Verdict.UNFINISHED: msg("Verdict: unfinished. Every entry is right; the game could go on."),
        Verdict.REFUSED: msg("Verdict: refused."),
    }
)


def table_lines(game: Game, pen: Pen) -> tuple[str, ...]:
    """Players with their four words, and the rules."""
    lines = [pen.text("Game {game}", game=short_name(game.game))]
    first = game.opening.members
    later = [member for member in game.members if member not in first]
    lines += [_member_line(member, first, pen) for member in first]
    lines += [
        _member_line(member, game.members, pen)
        for member in later
        if all(member.identity != one.identity for one in first)
    ]
    return (*lines, *rules_lines(game.options, pen))


def _member_line(member: Member, members: Sequence[Member], pen: Pen) -> str:
    words = " ".join(fingerprint_words(member.identity.fingerprint()))
    if member.kind is MemberKind.BOT:
        machine = members[member.operator].name
        note = pen.text("bot on {name}'s machine", name=machine)
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


def refusal_lines(refusal: Refusal, game: Game | None, pen: Pen) -> tuple[str, ...]:
    """The first thing that is wrong: where it is, what was expected, what came, whose fault."""
    where = pen.text("Wrong: record {record}.", record=refusal.record)
    if refusal.signed is not None:
        entry = refusal.signed.entry
        where = pen.text(
            "Wrong: record {record}, chain {chain}, place {place}, kind {kind}.",
            record=refusal.record,
            chain=_shown(entry.chain),
            place=entry.seq,
            kind=_shown(entry.kind),
        )
    lines = [where]
    if refusal.seat is not None:
        name = _member_name(refusal.seat, game)
        seat = pen.text("Seat {seat}, {name}.", seat=refusal.seat, name=name)
        lines.append(seat if name else pen.text("Seat {seat}.", seat=refusal.seat))
    lines += reason_lines(refusal.reason, pen)
    if refusal.other is not None:
        heads = (refusal.other, refusal.signed)
        shown = ", ".join(short_name(signed.head) for signed in heads if signed is not None)
        lines.append(pen.text("The two entries: {heads}.", heads=shown))
    return (*lines, _fault_line(refusal, game, pen))


def _fault_line(refusal: Refusal, game: Game | None, pen: Pen) -> str:
    name = "" if refusal.culprit is None else _member_name(refusal.culprit, game)
    match refusal.fault:
        case Fault.BROKEN:
            return pen.text("{name} signed it, on top of all that comes before it.", name=name)
        case Fault.EQUIVOCATION:
            return pen.text("{name} signed two different entries in one place.", name=name)
        case Fault.GAP:
            return pen.text("Entries before it are missing: nobody's fault is proven.")
        case Fault.FORGED:
            return pen.text("Nobody at the table has signed it: the file is damaged or forged.")


def comparison_lines(comparison: Comparison, game: Game, pen: Pen) -> tuple[str, ...]:
    """How two files of one game stand to one another."""
    match comparison.relation:
        case Relation.SAME:
            return (pen.text("The two files tell the same game, entry for entry."),)
        case Relation.PREFIX:
            return (pen.text("One file goes on where the other ends; they agree on the rest."),)
        case Relation.DIFFERENT_GAMES:
            return (pen.text("These are two different games."),)
    return _fork_lines(comparison, game, pen)


def _fork_lines(comparison: Comparison, game: Game, pen: Pen) -> tuple[str, ...]:
    lines = [pen.text("The two files part ways.")]
    if comparison.one is not None:
        entry = comparison.one.entry
        lines.append(
            pen.text("First at: chain {chain}, place {place}.", chain=entry.chain, place=entry.seq)
        )
    if comparison.culprit is None:
        return (*lines, pen.text("Different players spoke there: no double signature is proven."))
    name = _member_name(comparison.culprit, game)
    return (*lines, pen.text("{name} signed two different entries in one place.", name=name))


def _member_name(seat: int, game: Game | None) -> str:
    members = game.members if game is not None else ()
    return members[seat].name if seat < len(members) else ""


def short_name(game: bytes) -> str:
    """The first letters of a game's or an entry's hash: what people call it by."""
    return game.hex()[:12]


def _shown(text: str) -> str:
    """A word of a refused entry: it may hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)


def audit_json(audit: Audit) -> dict[str, object]:
    """The audit for scripts."""
    game = audit.table.state if audit.table is not None else None
    found: dict[str, object] = {"verdict": audit.verdict.value, "records": len(audit.steps)}
    if audit.table is not None and game is not None:
        found |= _game_json(game)
        found["changes"] = [_change_json(change) for change in changes_of(audit.table)]
    if audit.refusal is not None:
        found["refusal"] = _refusal_json(audit.refusal, game)
    return found


def _game_json(game: Game) -> dict[str, object]:
    return {
        "game": game.game.hex(),
        "options": game.options.to_map(),
        "players": [
            {
                "seat": seat,
                "name": member.name,
                "kind": member.kind.value,
                "identity": bytes(member.identity).hex(),
                "words": list(fingerprint_words(member.identity.fingerprint())),
            }
            for seat, member in enumerate(game.opening.members)
        ],
        "places": list(game.seating.by_place) if game.seating is not None else None,
        "deals": [
            {
                "number": item.deal.number,
                "taker": item.contract.taker if item.contract else None,
                "trump": str(item.contract.trump) if item.contract else None,
                "outcome": _outcome(item),
                "points": list(item.score.points) if item.score else None,
                "declarations": list(item.score.declarations) if item.score else None,
                "formula": [
                    {"term": line.kind.value, "team": line.team, "points": line.points}
                    for line in (item.score.formula if item.score else ())
                ],
            }
            for item in game.played
        ],
        "scores": list(game.match.scores) if game.match is not None else None,
        "winner": game.match.winner if game.match is not None else None,
        "signed": game.signed,
    }


def _outcome(played: PlayedDeal) -> str | None:
    """How a deal ended; None when all passed."""
    if played.score is not None:
        return played.score.outcome.value
    return "annulled" if played.is_annulled else None


def _change_json(change: SeatChange) -> dict[str, object]:
    return {
        "seat": change.seat,
        "left": change.left.name,
        "cause": change.cause.value,
        "place": change.place,
        "taken_by": change.taken_by.name if change.taken_by is not None else None,
        "is_return": change.is_return,
    }


def _refusal_json(refusal: Refusal, game: Game | None) -> dict[str, object]:
    entry = refusal.signed.entry if refusal.signed is not None else None
    return {
        "record": refusal.record,
        "fault": refusal.fault.value,
        "chain": entry.chain if entry else None,
        "place": entry.seq if entry else None,
        "seat": refusal.seat,
        "name": None if refusal.seat is None else _member_name(refusal.seat, game),
        "culprit": refusal.culprit,
        "reason": refusal.reason,
    }


def comparison_json(comparison: Comparison) -> dict[str, object]:
    """A comparison for scripts."""
    entry = comparison.one.entry if comparison.one is not None else None
    return {
        "relation": comparison.relation.value,
        "chain": entry.chain if entry else None,
        "place": entry.seq if entry else None,
        "culprit": comparison.culprit,
    }
