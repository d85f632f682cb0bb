"""Going back to where all others went on without a seat (docs/protocol.md §15)."""

from __future__ import annotations

from contextlib import suppress

from belote_net.table.messages import Absence
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.table import Table
from belote_protocol.ballot import verify_certificate
from belote_protocol.codec import decode
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import BrokenChain, ProtocolError, RejectedEntry
from belote_protocol.machine import Checked, NotYet


def going_back(table: Table, absence: SignedEntry) -> tuple[Table, Checked]:
    """The same game before an entry that does not stand, and the absence that takes its place.

    Nothing is trusted: this takes as long as reading the log. What other chains built on what
    is gone, goes too.

    Raises:
        RejectedEntry: the other seats have not signed that they go on without it.
        NotYet: it is about a deck that has not come so far here.
    """
    entry = absence.entry
    _check_votes(table, absence)
    opening, *others = table.log
    before = Table(opening)
    for signed in others:
        if signed.entry.chain == TABLE_CHAIN and signed.entry.seq >= entry.seq:
            continue
        with suppress(NotYet, RejectedEntry):
            before.fold(signed)
    return before, before.check(absence)


def _check_votes(table: Table, absence: SignedEntry) -> None:
    """Refuse at once, without reading the log again, what carries no votes of this table."""
    entry = absence.entry
    before = table.log.entry(TABLE_CHAIN, entry.seq - 1)
    if before is None or before.head != entry.prev:
        raise NotYet("the history that it goes on from is not here")
    try:
        body = decode(Absence, entry.body)
        verify_certificate(table.game, body.place, body.votes, table.state.identities)
    except ProtocolError as cause:
        raise BrokenChain(str(cause), culprit=None, head=absence.head) from cause
