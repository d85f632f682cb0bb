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
        instead: what may come in its place, each from another seat or of another kind.
    """

    seat: Seat
    body: type[B]
    check: Callable[[B, EntryContext], C]
    public: Any
    instead: tuple[Expect[Any, Any], ...] = ()

    @property
    def kind(self) -> str:
        """The kind of entry owed."""
        return self.body.kind

    def choose(self, seat: int, kind: str) -> Expect[Any, Any] | None:
        """What an entry of this seat and kind would be: this, what may come instead, or nothing."""
        return next(
            (one for one in (self, *self.instead) if (one.seat, one.kind) == (seat, kind)), None
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified entry: only `Machine.check` makes one, `Machine.advance` takes nothing else.

    Attributes:
        expect: what the chain waited for when the entry was checked.
        value: what the check made of its body.
    """

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


@dataclass(frozen=True, slots=True)
class _Place:
    """How far a chain has come; replaced as a whole.

    So a check that runs in another thread never compares an entry with one half of a step, and
    blames its author for the other half.
    """

    seq: int
    head: bytes
    expect: Expect[Any, Any] | None
    identities: tuple[PublicIdentity, ...]


IdentitiesOf = Callable[[Any], Sequence[PublicIdentity]]
"""Who signs for each seat, as the public state of a chain has it."""


class Machine(Generic[R]):
    """One chain: its place, its head and what it waits for.

    Args:
        game: id of the game.
        chain: name of the chain.
        steps: the generator; it is run up to what it first expects.
        identities: who signs for each seat, from the public state that the chain has come to.
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
        identities: IdentitiesOf,
        first_seq: int,
        first_prev: bytes,
        refusals: tuple[type[Exception], ...] = (),
    ) -> None:
        self.game = game
        self.chain = chain
        self.result: R | None = None
        self._steps = steps
        self._identities = identities
        self._refusals = refusals
        self._place = self._next(None, seq=first_seq, head=first_prev)

    @property
    def seq(self) -> int:
        """Sequence number of the next entry."""
        return self._place.seq

    @property
    def head(self) -> bytes:
        """The head that the next entry links to."""
        return self._place.head

    @property
    def expect(self) -> Expect[Any, Any] | None:
        """What the chain waits for; None when it is closed."""
        return self._place.expect

    @property
    def identities(self) -> tuple[PublicIdentity, ...]:
        """Who signs for each seat now."""
        return self._place.identities

    def context(self) -> EntryContext | None:
        """Where the next entry stands, or None when the chain is closed."""
        place = self._place
        if place.expect is None:
            return None
        return self._context(place, place.expect)

    def contexts(self) -> tuple[EntryContext, ...]:
        """Where each entry stands that may come next: the one that is owed, then the others."""
        place = self._place
        if place.expect is None:
            return ()
        return tuple(self._context(place, one) for one in (place.expect, *place.expect.instead))

    def check(self, signed: SignedEntry) -> Checked:
        """Verify place, signature, kind, body, rules and proofs; change nothing.

        Raises:
            BadSignature: not signed by the seat it names (the link is at fault).
            BrokenChain: well signed, but not the entry that is due.
            RuleBroken: due and well signed, but its content is wrong.
        """
        place, entry = self._place, signed.entry
        expect, due = place.expect, (self.game, self.chain, place.seq, place.head)
        if entry.seat >= len(place.identities):
            raise BadSignature(f"there is no seat {entry.seat}", culprit=None, head=signed.head)
        signed.verify_signature(place.identities[entry.seat])
        came = (entry.game, entry.chain, entry.seq, entry.prev)
        if came != due:
            # Its author accepted another history than this one: that alone proves nothing.
            raise BrokenChain(_difference(due, came), culprit=None, head=signed.head)
        if expect is None:
            reason = f"chain {self.chain} is closed"
            raise BrokenChain(reason, culprit=entry.seat, head=signed.head)
        return Checked(expect, signed, judge(expect, signed, self._refusals))

    def advance(self, checked: Checked) -> None:
        """Apply a verified entry. Anything but StaleCheck that escapes is our own bug.

        Raises:
            StaleCheck: the chain has moved since the entry was checked.
        """
        if checked.expect is not self.expect:
            raise StaleCheck
        self._place = self._next(checked.value, seq=self.seq + 1, head=checked.signed.head)

    def _next(self, value: object, *, seq: int, head: bytes) -> _Place:
        """Run the generator up to what it expects next."""
        try:
            expect = self._steps.send(value)
        except StopIteration as stop:
            self.result = stop.value
            return _Place(seq, head, None, tuple(self._identities(stop.value)))
        return _Place(seq, head, expect, tuple(self._identities(expect.public)))

    def _context(self, place: _Place, expect: Expect[Any, Any]) -> EntryContext:
        seat, kind = expect.seat, expect.kind
        return EntryContext(self.game, self.chain, place.seq, place.head, seat, kind)


def judge(
    expect: Expect[Any, Any], signed: SignedEntry, refusals: tuple[type[Exception], ...]
) -> object:
    """What the check of `expect` makes of an entry that stands in its place and is well signed.

    Raises:
        NotYet: it cites what is not here.
        BrokenChain: it is not by the seat, or of the kind, that is due.
        RuleBroken: its content is wrong.
    """
    entry = signed.entry
    due = expect.choose(entry.seat, entry.kind)
    if due is None:
        raise BrokenChain(
            f"{expect.kind} by seat {expect.seat} expected, got {entry.kind} by seat {entry.seat}",
            culprit=entry.seat,
            head=signed.head,
        )
    refused: tuple[type[Exception], ...] = (ProtocolError, *refusals)
    try:
        return due.check(decode(due.body, entry.body), entry.context)
    except refused as cause:
        raise RuleBroken(str(cause), culprit=entry.seat, head=signed.head) from cause


def _difference(due: tuple[bytes, str, int, bytes], came: tuple[bytes, str, int, bytes]) -> str:
    """What distinguishes an entry's link from the one that is due, in words."""
    names = ("game", "chain", "sequence", "previous")
    return ", ".join(
        f"{name} {_short(wanted)} expected, got {_short(got)}"
        for name, wanted, got in zip(names, due, came, strict=True)
        if wanted != got
    )


def _short(value: object) -> str:
    return (value.hex()[:12] or "none") if isinstance(value, bytes) else str(value)
