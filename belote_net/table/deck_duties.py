"""What a seat says while a deck is prepared, and after the deal that it served."""

from __future__ import annotations

from belote_net.table.table import Table
from belote_protocol.deck_state import (
    Commit,
    DeckState,
    EscrowCommit,
    EscrowKey,
    Expose,
    Key,
    Reveal,
    Shuffle,
    deck_number,
)
from belote_protocol.entry import Body, EntryContext
from belote_protocol.preparation import (
    make_commit,
    make_complaint,
    make_escrow_commit,
    make_escrow_key,
    make_expose,
    make_key,
    make_reveal,
    make_shuffle,
)
from belote_protocol.seed import Seed
from belote_protocol.transcript import RandomBytes


def deck_body(table: Table, context: EntryContext, seed: Seed, random_bytes: RandomBytes) -> Body:
    """What pays the duty at `context`; who has been sent a wrong share complains, and no shuffle.

    Raises:
        LookupError: nothing is to be said there.
    """
    number = deck_number(context.chain) or 0
    state = table.decks.deck(number) or DeckState(number, len(table.members), 0)
    if context.kind == Commit.kind:
        return make_commit(context, seed)
    if context.kind == EscrowCommit.kind:
        return make_escrow_commit(context, seed)
    if context.kind == Key.kind:
        return make_key(state, context, seed, random_bytes)
    if context.kind == EscrowKey.kind:
        return make_escrow_key(state, context, seed, random_bytes)
    if context.kind == Shuffle.kind:
        complaint = make_complaint(state, context, seed)
        return complaint or make_shuffle(state, context, seed, random_bytes)
    if context.kind == Expose.kind:
        return make_expose(seed)
    played = table.decks.played_out(number)
    if context.kind == Reveal.kind and played is not None:
        return make_reveal(seed, played)
    raise LookupError(f"nothing to say as {context.kind} on {context.chain}")
