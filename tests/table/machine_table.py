"""The machine table: on each kind of chain, which entry may follow which.

Collected from logs, as `docs/protocol.md` prints it. A row says: when an entry of this kind comes
in this phase of its chain, this is what the chain may wait for afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belote_net.table.table import Table
from belote_protocol.deck_state import deck_number
from belote_protocol.entry import SignedEntry

CLOSED = "closed"
"""What a chain waits for after its last entry."""


@dataclass(frozen=True, slots=True, order=True)
class State:
    """An entry of this kind, which comes or is due in this phase; chains of decks have one."""

    phase: str
    kind: str


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """What an entry that comes on a kind of chain makes due there."""

    chain: str
    before: State
    after: State


def machine_table(logs: Iterable[Sequence[SignedEntry]]) -> frozenset[Row]:
    """Every row that occurs in these whole logs."""
    return frozenset(row for log in logs for row in _rows(log))


def _rows(log: Sequence[SignedEntry]) -> Iterable[Row]:
    table = Table(log[0])
    for signed in log[1:]:
        chain = signed.entry.chain
        checked = table.check(signed)
        before = State(_state(table, chain).phase, signed.entry.kind)
        table.advance(checked)
        yield Row("table" if deck_number(chain) is None else "deck", before, _state(table, chain))


def _state(table: Table, chain: str) -> State:
    number = deck_number(chain)
    machine = table._main if number is None else table.decks.chain(number)
    assert machine is not None
    phase = table.state.phase.value if number is None else "-"
    return State(phase, machine.expect.kind if machine.expect else CLOSED)


def markdown(rows: Iterable[Row]) -> str:
    """The table as `docs/protocol.md` shows it: one line for each entry in each phase."""
    following: dict[tuple[str, State], list[State]] = {}
    for row in sorted(rows, key=_order):
        following.setdefault((row.chain, row.before), []).append(row.after)
    lines = ["| chain | phase | entry | due afterwards (phase: entry) |", "|---|---|---|---|"]
    for (chain, before), afters in following.items():
        shown = ", ".join(_shown(chain, after) for after in afters)
        lines.append(f"| `{chain}` | {before.phase} | `{before.kind}` | {shown} |")
    return "\n".join(lines) + "\n"


def _shown(chain: str, state: State) -> str:
    if state.kind == CLOSED:
        return CLOSED
    return f"`{state.kind}`" if chain == "deck" else f"{state.phase}: `{state.kind}`"


_PHASES = (
    *("-", "agreeing", "drawing", "cutting", "dealing", "bidding", "completing", "playing"),
    *("recovering", "filling", "signing", "over", "void"),
)
_KINDS = (
    *("agree", "coin", "flip", "cut", "deal", "share", "bid", "gather"),
    *("height", "trump", "show", "play", "recover", "reseat", "result", "absence"),
    *("commit", "commit-escrow", "key", "key-escrow", "shuffle", "complain", "expose", "reveal"),
    CLOSED,
)


def _order(row: Row) -> tuple[bool, int, int, int, int]:
    """In the order of an evening, the chain `table` first."""
    before, after = row.before, row.after
    return (
        row.chain != "table",
        _PHASES.index(before.phase),
        _KINDS.index(before.kind),
        _PHASES.index(after.phase),
        _KINDS.index(after.kind),
    )
