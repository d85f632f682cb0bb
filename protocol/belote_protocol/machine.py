"""Chains as machines: who is expected to say what, how it is checked, how it is applied.

All of a chain's order is in one straight-line generator, which yields what it expects
(`Expect`) and receives only what was verified. Two rules:

1. A generator never refuses. `Machine.check` is pure and may run in any thread; it refuses with
   nothing changed. `Machine.advance` takes only what `check` made and cannot fail.
2. A machine does not know which seat is ours. Own and remote entries take one path.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from belote_protocol.codec import decode
from belote_protocol.entry import Body, EntryContext, Seat, SignedEntry
from belote_protocol.errors import BadSignature, BrokenChain, ProtocolError, RuleBroken
from belote_protocol.identity import PublicIdentity

B = TypeVar("B", bound=Body)
C = TypeVar("C")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Expect(Generic[B, C]):
    """The one thing a chain waits for.

    Attributes:
        seat: who owes it.
        body: the type of body owed.
        check: pure on frozen data; returns the value that the generator receives.
            Raises ProtocolError or what `refusals` of the machine lists.
        public: frozen snapshot of the state, for views; never taken from the generator.
    """

    seat: Seat
    body: type[B]
    check: Callable[[B, EntryContext], C]
    public: Any

    @property
    def kind(self) -> str:
        """The kind of entry owed."""
        return self.body.kind


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified entry: only `Machine.check` makes one, `Machine.advance` takes nothing else."""

    expect: Expect[Any, Any]
    signed: SignedEntry
    value: Any


Steps = Generator[Expect[Any, Any], Any, R]


def ask(expect: Expect[B, C]) -> Steps[C]:
    """Wait for an entry; returns what `expect.check` made of its body."""
    return cast(C, (yield expect))


class NotYet(Exception):
    """An entry cites what has not come here yet: hold it and try again, nobody is at fault."""


class StaleCheck(Exception):
    """The chain moved while an entry was being checked: the check is void, nobody's fault."""


class Machine(Generic[R]):
    """One chain: its place, its head and what it waits for.

    Args:
        game: id of the game.
        chain: name of the chain.
        steps: the generator; it is run up to what it first expects.
        identities: who signs for each seat.
        first_seq: sequence number of the first entry that `steps` asks for.
        first_prev: head that this entry links to.
        refusals: exceptions of a check that mean "this body is wrong", beside ProtocolError.
    """

    def __init__(
        self,
        *,
        game: bytes,
        chain: str,
        steps: Steps[R],
        identities: Sequence[PublicIdentity],
        first_seq: int,
        first_prev: bytes,
        refusals: tuple[type[Exception], ...] = (),
    ) -> None:
        self.game = game
        self.chain = chain
        self.seq = first_seq
        self.head = first_prev
        self.expect: Expect[Any, Any] | None = None
        self.result: R | None = None
        self._steps = steps
        self._identities = tuple(identities)
        self._refusals: tuple[type[Exception], ...] = (ProtocolError, *refusals)
        self._run(None)

    def context(self) -> EntryContext | None:
        """Where the next entry stands, or None when the chain is closed."""
        if self.expect is None:
            return None
        return EntryContext(
            self.game, self.chain, self.seq, self.head, self.expect.seat, self.expect.kind
        )

    def check(self, signed: SignedEntry) -> Checked:
        """Verify place, signature, kind, body, rules and proofs; change nothing.

        Raises:
            BadSignature: not signed by the seat it names (the link is at fault).
            BrokenChain: well signed, but not the entry that is due.
            RuleBroken: due and well signed, but its content is wrong.
        """
        expect, due = self.expect, self.context()
        entry = signed.entry
        if entry.seat >= len(self._identities):
            raise BadSignature(f"there is no seat {entry.seat}", culprit=None, head=signed.head)
        signed.verify_signature(self._identities[entry.seat])
        if expect is None or due is None:
            raise BrokenChain(f"chain {self.chain} is closed", culprit=entry.seat, head=signed.head)
        if entry.context != due:
            raise BrokenChain(_difference(due, entry.context), culprit=entry.seat, head=signed.head)
        try:
            value = expect.check(decode(expect.body, entry.body), entry.context)
        except self._refusals as cause:
            raise RuleBroken(str(cause), culprit=entry.seat, head=signed.head) from cause
        return Checked(expect, signed, value)

    def advance(self, checked: Checked) -> None:
        """Apply a verified entry. Anything but StaleCheck that escapes is our own bug.

        Raises:
            StaleCheck: the chain has moved since the entry was checked.
        """
        if checked.expect is not self.expect:
            raise StaleCheck
        self.seq += 1
        self.head = checked.signed.head
        self._run(checked.value)

    def _run(self, value: object) -> None:
        try:
            self.expect = self._steps.send(value)
        except StopIteration as stop:
            self.expect, self.result = None, stop.value


def _difference(due: EntryContext, came: EntryContext) -> str:
    """What distinguishes an entry's place from the place that is due, in words."""
    for name in ("game", "chain", "seq", "prev", "seat", "kind"):
        wanted, got = getattr(due, name), getattr(came, name)
        if wanted != got:
            if isinstance(wanted, bytes):
                wanted, got = wanted.hex()[:12] or "none", got.hex()[:12] or "none"
            return f"{name} {wanted} expected, got {got}"
    return "nothing differs"
