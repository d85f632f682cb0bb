"""Whom a file of evidence proves to be at fault."""

from __future__ import annotations

from pathlib import Path

from belote_net.node.evidence import read_double_signature
from belote_net.node.storage import read_log
from belote_net.table.audit import audit_log
from belote_net.table.double_signature import double_signature
from belote_protocol.entry import Seat
from belote_protocol.errors import InvalidProof


def culprit_of(path: Path) -> Seat | None:
    """Whom a file that was kept as evidence proves to be at fault; None if it proves nothing.

    Raises:
        StorageFailed, LogCorrupt: it cannot be read.
        UnknownVersion: another version of the program is needed.
    """
    found = read_double_signature(path)
    if found is None:
        refusal = audit_log([one.signed for one in read_log(path).records]).refusal
        return refusal.culprit if refusal is not None else None
    try:
        return double_signature([one.signed for one in found]).seat
    except InvalidProof:
        return None
