"""`belote-net inspect FILE [RECORD | CHAIN [PLACE]]`: the entries of a file, or one of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from belote_cli.card_text import typed_number
from belote_cli.exit_codes import ExitCode
from belote_cli.inspection import (
    inspect_record,
    inspection_json,
    inspection_lines,
    listed_json,
    listed_line,
)
from belote_cli.inspection.entries import Finding
from belote_cli.invocation import Invocation
from belote_net.node.storage import StoredEntry, read_sound_part

_CODES: Final = {
    Finding.RIGHT: ExitCode.FINE,
    Finding.REFUSED: ExitCode.REFUSED,
    Finding.UNJUDGED: ExitCode.REFUSED,
}


def run(invocation: Invocation) -> ExitCode:
    """List entries, or inspect what stands in one place: more than one only if somebody lied."""
    contents, damage = read_sound_part(Path(invocation.arguments.file))
    if damage is not None and damage.record == 0:
        raise damage
    which: list[str] = invocation.arguments.which
    records = _chosen(contents.records, which)
    if which and not records:
        raise invocation.usage_error("There is no such entry in this file.")
    is_list = not which or (len(which) == 1 and not which[0].isdigit())
    if is_list:
        return _list(invocation, contents.records, records)
    return _inspect(invocation, contents.records, records)


def _chosen(records: Sequence[StoredEntry], which: Sequence[str]) -> list[int]:
    """Numbers of the records that are asked for."""
    everything = range(1, len(records) + 1)
    if not which:
        return list(everything)
    if len(which) == 1 and which[0].isdigit():
        number = typed_number(which[0], len(records))
        return [] if number is None else [number]
    chain, *place = which
    return [
        number
        for number in everything
        if records[number - 1].signed.entry.chain == chain
        and place in ([], [str(records[number - 1].signed.entry.seq)])
    ]


def _list(
    invocation: Invocation, stored: Sequence[StoredEntry], records: Sequence[int]
) -> ExitCode:
    if invocation.arguments.json:
        invocation.console.json([listed_json(one, stored[one - 1]) for one in records])
        return ExitCode.FINE
    head = invocation.text("Record, chain, place, time (UTC), seat, kind, bytes, head:")
    invocation.console.line(head)
    for one in records:
        invocation.console.line(listed_line(one, stored[one - 1]))
    return ExitCode.FINE


def _inspect(
    invocation: Invocation, stored: Sequence[StoredEntry], records: Sequence[int]
) -> ExitCode:
    found = [inspect_record(stored, one) for one in records]
    if invocation.arguments.json:
        invocation.console.json([inspection_json(one) for one in found])
    else:
        for one in found:
            for line in inspection_lines(one, invocation.pen):
                invocation.console.line(line)
    return max(_CODES[one.finding] for one in found)
