"""An inspected entry in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from belote_cli.audit_words import arrival_line
from belote_cli.entry_words import printable
from belote_cli.inspection.entries import Finding, Inspection
from belote_cli.inspection.values import fields_of, value_json, value_lines
from belote_cli.pen import Pen
from belote_cli.proof_words import PROVEN
from belote_cli.reason_words import reason_lines
from belote_net.node.codes import fingerprint_words
from belote_net.node.storage import StoredEntry


def inspection_lines(found: Inspection, pen: Pen) -> Iterator[str]:
    """All of it: where it stands, who signed it, what it says, what was computed, the verdict."""
    signed, entry = found.stored.signed, found.entry
    yield pen.bold(
        pen.text(
            "Record {record}: chain {chain}, place {place}, kind {kind}.",
            record=found.record,
            chain=printable(entry.chain),
            place=entry.seq,
            kind=printable(entry.kind),
        )
    )
    yield pen.text("Head: {head}", head=signed.head.hex())
    yield arrival_line(found.stored.arrival_ms, pen)
    yield _signer_line(found, pen)
    yield _link_line(found, pen)
    yield pen.text("Fields:")
    if found.body is None:
        yield f"  {pen.text('It cannot be read as what it says to be.')}"
        yield from _indented(value_lines("body", entry.body, pen))
    else:
        for name, value in fields_of(found.body).items():
            yield from _indented(value_lines(name, value, pen))
    yield from _check_lines(found, pen)
    yield from _verdict_lines(found, pen)


def _signer_line(found: Inspection, pen: Pen) -> str:
    seat = found.entry.seat + 1
    if found.signer is None:
        return pen.text("Seat {seat}: its signature is not that of this seat.", seat=seat)
    return pen.text(
        "Seat {seat}: signed by {name}, {words}.",
        seat=seat,
        name=found.signer.name,
        words=" ".join(fingerprint_words(found.signer.identity.fingerprint())),
    )


def _link_line(found: Inspection, pen: Pen) -> str:
    prev = found.entry.prev
    if not prev:
        return pen.text("Link: none, as of a first entry.")
    if found.previous is None:
        return pen.text("Link: {head}, which is not before it in this file.", head=prev.hex())
    return pen.text("Link: {head}, record {record}.", head=prev.hex(), record=found.previous)


def _check_lines(found: Inspection, pen: Pen) -> Iterator[str]:
    proven = PROVEN.get(found.entry.kind)
    if proven is None:
        return
    yield pen.text("To be checked: {what}.", what=pen.text(proven))
    for formula in found.equation.formulas:
        yield f"  {formula}"
    if found.equation.inputs:
        yield pen.text("With what was public before:")
    for name, value in found.equation.inputs.items():
        yield from _indented(value_lines(name, value, pen))


def _verdict_lines(found: Inspection, pen: Pen) -> Iterator[str]:
    match found.finding:
        case Finding.RIGHT:
            yield pen.bold(pen.text("Right: signature, place, link, and what its kind asks for."))
        case Finding.REFUSED:
            yield pen.bold(pen.text("Refused."))
            yield from reason_lines(found.reason, pen)
        case Finding.UNJUDGED:
            yield pen.text(
                "Not judged: record {record} before it is refused.", record=found.wrong_before
            )


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def inspection_json(found: Inspection) -> dict[str, object]:
    """All of it for scripts; bytes whole, in hex."""
    member = found.signer
    return listed_json(found.record, found.stored) | {
        "game": found.entry.game.hex(),
        "previous": found.entry.prev.hex(),
        "previous_record": found.previous,
        "signature": found.stored.signed.signature.hex(),
        "signer": None
        if member is None
        else {"name": member.name, "identity": bytes(member.identity).hex()},
        "fields": None if found.body is None else value_json(fields_of(found.body)),
        "equation": list(found.equation.formulas),
        "inputs": value_json(found.equation.inputs),
        "finding": found.finding.value,
        "reason": found.reason or None,
    }


def listed_json(record: int, stored: StoredEntry) -> dict[str, object]:
    """One line of the list, for scripts."""
    signed = stored.signed
    return {
        "record": record,
        "chain": signed.entry.chain,
        "place": signed.entry.seq,
        "arrival_ms": stored.arrival_ms,
        "seat": signed.entry.seat,
        "kind": signed.entry.kind,
        "bytes": len(signed.raw),
        "head": signed.head.hex(),
    }


def listed_line(record: int, stored: StoredEntry) -> str:
    """One line of the list: record, chain, place, time, seat, kind, bytes, head.

    People count seats from 1; scripts, as the entries do, from 0.
    """
    signed = stored.signed
    chain, kind = printable(signed.entry.chain), printable(signed.entry.kind)
    return (
        f"{record:>6}  {chain:<10} {signed.entry.seq:>5}  {_time(stored.arrival_ms):<19}  "
        f"{signed.entry.seat + 1:>4}  {kind:<13} {len(signed.raw):>6}  {signed.head.hex()[:12]}"
    )


def _time(arrival_ms: int) -> str:
    try:
        return datetime.fromtimestamp(arrival_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return "?"
