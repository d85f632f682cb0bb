"""What the audit of a log found, as JSON for scripts (docs/verify.md)."""

from __future__ import annotations

from belote_cli.audit_words import who_spoke
from belote_cli.seat_history import SeatChange, changes_of
from belote_cli.trust import Trust, trust_json
from belote_net.node.codes import fingerprint_words
from belote_net.table.audit import Audit, Comparison, Refusal
from belote_net.table.messages import Member
from belote_net.table.state import Game, PlayedDeal
from belote_net.table.statements import Statement, Statements
from belote_net.table.table import Table


def audit_json(
    audit: Audit, trust: Trust | None = None, *, arrival_ms: int | None = None
) -> dict[str, object]:
    """The audit for scripts.

    Args:
        audit: what was found.
        trust: whom the reader knows, if he asks for that.
        arrival_ms: when the first wrong entry came, by the clock of who kept the file.
    """
    game = audit.table.state if audit.table is not None else None
    found: dict[str, object] = {"verdict": audit.verdict.value, "records": len(audit.steps)}
    if audit.table is not None and game is not None:
        changes = changes_of(audit.table)
        later = [(change.seat, change.taken_by) for change in changes if change.taken_by]
        sat = [*enumerate(game.opening.members), *later]
        found |= _game_json(game)
        found["players"] = [_player_json(seat, member, trust) for seat, member in sat]
        found["changes"] = [_change_json(change) for change in changes]
    if audit.refusal is not None:
        found["refusal"] = _refusal_json(audit.refusal, audit.table, arrival_ms)
    return found


def _game_json(game: Game) -> dict[str, object]:
    return {
        "game": game.game.hex(),
        "options": game.options.to_map(),
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


def _player_json(seat: int, member: Member, trust: Trust | None) -> dict[str, object]:
    found: dict[str, object] = {
        "seat": seat,
        "name": member.name,
        "kind": member.kind.value,
        "identity": bytes(member.identity).hex(),
        "words": list(fingerprint_words(member.identity.fingerprint())),
    }
    return found if trust is None else found | trust_json(trust, member)


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


def _refusal_json(
    refusal: Refusal, table: Table | None, arrival_ms: int | None
) -> dict[str, object]:
    entry = refusal.signed.entry if refusal.signed is not None else None
    return {
        "record": refusal.record,
        "fault": refusal.fault.value,
        "chain": entry.chain if entry else None,
        "place": entry.seq if entry else None,
        "seat": refusal.seat,
        "name": None if refusal.seat is None else who_spoke(refusal, refusal.seat, table),
        "culprit": refusal.culprit,
        "reason": refusal.reason,
        "arrival_ms": arrival_ms,
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


def statements_json(statements: Statements) -> dict[str, object]:
    """What seats have signed about places, for scripts."""
    return {
        "signed": [_statement_json(one) for one in statements.signed],
        "double_votes": [
            {"voter": one.ballot.voter, "identity": bytes(one.author).hex()}
            | {"chain": one.ballot.place.chain, "place": one.ballot.place.seq}
            for one, _ in statements.doubles()
        ],
        "foreign": statements.foreign,
    }


def _statement_json(statement: Statement) -> dict[str, object]:
    ballot = statement.ballot
    return {
        "voter": ballot.voter,
        "identity": bytes(statement.author).hex(),
        "about": ballot.place.seat,
        "chain": ballot.place.chain,
        "place": ballot.place.seq,
        "stance": ballot.stance.value,
        "entry": ballot.entry.hex() or None,
        "reason": ballot.reason,
    }
