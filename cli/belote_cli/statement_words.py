"""What seats have signed about one another beside the chains of a log, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from belote_cli.entry_words import printable
from belote_cli.pen import Pen
from belote_cli.reason_words import reason_text
from belote_net.table.messages import Member
from belote_net.table.statements import Statement, Statements
from belote_protocol.ballot import AGAINST, SilentPlace, Stance
from belote_protocol.identity import PublicIdentity


def statement_lines(
    statements: Statements, people: Sequence[Member], seats: int, pen: Pen
) -> tuple[str, ...]:
    """What was said against a seat at each place, who voted twice, and what proves nothing.

    Args:
        statements: those of a log.
        people: all who ever sat at the table.
        seats: how many seats it has.
        pen: how to write.
    """
    names = {member.identity: member.name for member in people}
    lines: list[str] = []
    for place, found in statements.by_place().items():
        against = tuple(one for one in found if one.ballot.stance in AGAINST)
        if against:
            lines += _place_lines(place, against, names, seats, pen)
    for one, _ in statements.doubles():
        lines.append(
            pen.bold(
                pen.text(
                    "{name} voted twice about one place: chain {chain}, place {place}.",
                    name=names.get(one.author, ""),
                    chain=printable(one.ballot.place.chain),
                    place=one.ballot.place.seq,
                )
            )
        )
    if statements.foreign:
        lines.append(
            pen.count(
                "{number} ballot in the file is signed by nobody at the table: it says nothing.",
                "{number} ballots in the file are signed by nobody at the table: they say nothing.",
                statements.foreign,
            )
        )
    return tuple(lines)


def _place_lines(
    place: SilentPlace,
    against: Sequence[Statement],
    names: Mapping[PublicIdentity, str],
    seats: int,
    pen: Pen,
) -> list[str]:
    """Who says what about one place, and whether all others say the same."""
    lines = [
        pen.text(
            "Statements about seat {seat}, chain {chain}, place {place}:",
            seat=place.seat + 1,
            chain=printable(place.chain),
            place=place.seq,
        )
    ]
    lines += [_statement_line(one, names, pen) for one in against]
    voters = {one.ballot.voter for one in against}
    verdicts = {(one.ballot.stance, one.ballot.entry) for one in against}
    if len(voters) == seats - 1 and len(verdicts) == 1:
        lines.append(pen.text("  All other seats have signed the same verdict."))
    return lines


def _statement_line(one: Statement, names: Mapping[PublicIdentity, str], pen: Pen) -> str:
    ballot, name = one.ballot, names.get(one.author, "")
    if ballot.stance is not Stance.REFUSED:
        return pen.text("  {name}: nothing of that seat is here.", name=name)
    entry = ballot.entry.hex()[:12]
    reason = printable(reason_text(ballot.reason, pen))
    return pen.text("  {name} refuses {entry}: {reason}", name=name, entry=entry, reason=reason)
