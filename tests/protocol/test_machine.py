"""The laws of a chain's machine: pure checks, advances that cannot refuse, and who is blamed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Meta

from belote_protocol.entry import Body, EntryContext, Seat, SignedEntry
from belote_protocol.errors import (
    BadSignature,
    BrokenChain,
    InvalidProof,
    ProtocolError,
    RejectedEntry,
    RuleBroken,
)
from belote_protocol.identity import Identity
from belote_protocol.machine import Expect, Machine, NotYet, StaleCheck, Steps, ask
from tests.protocol.seeded import seeded

GAME, START = b"g" * 32, b"s" * 32
IDENTITIES = [Identity.generate(seeded(f"machine/{seat}")) for seat in range(3)]


class Number(Body):
    kind: ClassVar[str] = "number"

    value: Annotated[int, Meta(ge=0, lt=100)]


class End(Body):
    kind: ClassVar[str] = "end"


class HouseError(Exception):
    """An error of a layer above, which the machine was told about."""


@dataclass(frozen=True)
class Sum:
    total: int


def check_number(state: Sum, body: Number, context: EntryContext) -> Sum:
    if body.value == 13:
        raise InvalidProof("no thirteen")
    if body.value == 14:
        raise HouseError("no fourteen here")
    if body.value == 15:
        raise NotYet("fifteen must wait")
    return Sum(state.total + body.value)


def check_end(state: Sum, body: End, context: EntryContext) -> Sum:
    return state


def count_to(limit: int) -> Steps[Sum]:
    """Seats 0 and 1 say numbers in turn until the sum reaches `limit`; then seat 0 ends."""
    state, seat = Sum(0), Seat(0)
    while state.total < limit:
        state = yield from ask(Expect(seat, Number, partial(check_number, state), state))
        seat = Seat(1 - seat)
    return (yield from ask(Expect(Seat(0), End, partial(check_end, state), state)))


def machine(steps: Steps[Sum] | None = None) -> Machine[Sum]:
    return Machine(
        game=GAME,
        chain="count",
        steps=steps or count_to(10),
        identities=lambda _state: [identity.public for identity in IDENTITIES],
        first_seq=3,
        first_prev=START,
        refusals=(HouseError,),
    )


def say(
    at: Machine[Sum],
    body: Body,
    *,
    seat: int | None = None,
    signer: int | None = None,
    **changes: object,
) -> SignedEntry:
    """An entry at the place that `at` waits for, with some of it changed."""
    due = at.context()
    values: dict[str, object] = {
        "game": at.game,
        "chain": at.chain,
        "seq": at.seq,
        "prev": at.head,
        "seat": due.seat if seat is None and due is not None else seat or 0,
        "kind": body.kind,
        **changes,
    }
    context = EntryContext(**values)  # type: ignore[arg-type]  # wrong values are what is tested
    return SignedEntry.seal(context, body, IDENTITIES[context.seat if signer is None else signer])


def refused(at: Machine[Sum], signed: SignedEntry, kind: type[RejectedEntry]) -> RejectedEntry:
    """Check that an entry is refused and that nothing has changed."""
    before = (at.seq, at.head, at.expect, at.result, at.context())
    with pytest.raises(RejectedEntry) as caught:
        at.check(signed)
    after = (at.seq, at.head, at.expect, at.result, at.context())
    assert before == after
    assert before[2] is after[2]
    assert type(caught.value) is kind
    assert caught.value.head == signed.head
    return caught.value


class TestGoingOn:
    def test_a_chain_runs_to_its_result(self) -> None:
        chain = machine()
        assert chain.context() == EntryContext(GAME, "count", 3, START, Seat(0), "number")
        for value in (4, 5, 1):
            chain.advance(chain.check(say(chain, Number(value))))
        assert chain.expect is not None
        assert chain.expect.kind == "end"
        last = say(chain, End(), seat=0)
        chain.advance(chain.check(last))
        assert chain.result == Sum(10)
        assert (chain.seq, chain.head) == (7, last.head)
        assert chain.expect is None
        assert chain.context() is None

    def test_check_changes_nothing_and_may_be_repeated(self) -> None:
        chain = machine()
        signed, expect = say(chain, Number(4)), chain.expect
        first, second = chain.check(signed), chain.check(signed)
        assert first == second
        assert chain.expect is expect
        assert (chain.seq, chain.head) == (3, START)

    def test_replay_gives_the_same_states(self) -> None:
        one, other = machine(), machine()
        for value in (4, 5, 1):
            signed = say(one, Number(value))
            one.advance(one.check(signed))
            other.advance(other.check(signed))
            assert one.expect is not None
            assert other.expect is not None
            assert one.expect.public == other.expect.public
        assert (one.seq, one.head) == (other.seq, other.head)

    def test_of_two_checked_entries_only_one_is_applied(self) -> None:
        chain = machine()
        first, second = (chain.check(say(chain, Number(value))) for value in (4, 5))
        chain.advance(first)
        for stale in (second, first):
            with pytest.raises(StaleCheck):
                chain.advance(stale)
        assert chain.seq == 4

    def test_what_another_machine_checked_is_stale(self) -> None:
        one, other = machine(), machine()
        with pytest.raises(StaleCheck):
            other.advance(one.check(say(one, Number(4))))
        assert other.seq == 3


class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "named"),
        [
            ({"game": b"h" * 32}, "game"),
            ({"chain": "other"}, "chain"),
            ({"seq": 4}, "sequence"),
            ({"prev": b"t" * 32}, "previous"),
        ],
    )
    def test_another_history_proves_nothing(self, changes: dict[str, Any], named: str) -> None:
        chain = machine()
        refusal = refused(chain, say(chain, Number(1), **changes), BrokenChain)
        assert refusal.culprit is None
        assert refusal.reason.startswith(named)

    def test_out_of_turn(self) -> None:
        chain = machine()
        assert refused(chain, say(chain, Number(1), seat=1), BrokenChain).culprit == 1

    def test_wrong_kind(self) -> None:
        chain = machine()
        refusal = refused(chain, say(chain, End()), BrokenChain)
        assert refusal.culprit == 0
        assert refusal.reason == "number by seat 0 expected, got end by seat 0"

    def test_after_the_end(self) -> None:
        chain = machine(count_to(0))
        chain.advance(chain.check(say(chain, End())))
        refusal = refused(chain, say(chain, End(), seat=2), BrokenChain)
        assert refusal.culprit == 2
        assert "closed" in refusal.reason

    def test_signed_by_another(self) -> None:
        chain = machine()
        assert refused(chain, say(chain, Number(1), signer=1), BadSignature).culprit is None

    def test_a_seat_that_there_is_not(self) -> None:
        chain = machine()
        signed = say(chain, Number(1), seat=3, signer=0)
        assert refused(chain, signed, BadSignature).culprit is None

    def test_a_body_of_another_shape(self) -> None:
        chain = machine()
        assert refused(chain, say(chain, Number(100)), RuleBroken).culprit == 0
        assert refused(chain, say(chain, End(), kind="number"), RuleBroken).culprit == 0

    @pytest.mark.parametrize(
        ("value", "reason", "cause"),
        [(13, "no thirteen", InvalidProof), (14, "no fourteen here", HouseError)],
    )
    def test_a_refused_body(self, value: int, reason: str, cause: type[Exception]) -> None:
        chain = machine()
        refusal = refused(chain, say(chain, Number(value)), RuleBroken)
        assert (refusal.culprit, refusal.reason) == (0, reason)
        assert isinstance(refusal.__cause__, cause)

    def test_an_entry_that_must_wait_is_not_refused(self) -> None:
        chain = machine()
        before = chain.expect
        with pytest.raises(NotYet):
            chain.check(say(chain, Number(15)))
        assert chain.expect is before

    def test_what_is_no_refusal_is_our_own_bug_and_escapes(self) -> None:
        def broken(body: Number, context: EntryContext) -> Sum:
            raise ZeroDivisionError

        def steps() -> Steps[Sum]:
            return (yield from ask(Expect(Seat(0), Number, broken, None)))

        chain = machine(steps())
        with pytest.raises(ZeroDivisionError):
            chain.check(say(chain, Number(1)))

    def test_every_refusal_is_an_error_of_the_protocol(self) -> None:
        assert all(
            issubclass(kind, ProtocolError) for kind in (BadSignature, BrokenChain, RuleBroken)
        )
        assert not issubclass(NotYet, ProtocolError)


def test_a_check_during_a_step_blames_nobody_for_the_half_that_is_done() -> None:
    """Another thread may check the entry after the one that is being applied."""
    seen: list[BrokenChain] = []
    reached: list[Machine[Sum]] = []

    def steps() -> Steps[Sum]:
        state = yield from ask(Expect(Seat(0), Number, partial(check_number, Sum(0)), None))
        chain = reached[0]
        following = say(chain, Number(2), seat=1, seq=4, prev=first.head)
        with pytest.raises(BrokenChain) as caught:
            chain.check(following)
        seen.append(caught.value)
        return (yield from ask(Expect(Seat(1), Number, partial(check_number, state), None)))

    chain = machine(steps())
    reached.append(chain)
    first = say(chain, Number(1))
    chain.advance(chain.check(first))
    assert [refusal.culprit for refusal in seen] == [None]
    chain.advance(chain.check(say(chain, Number(2))))
    assert chain.result == Sum(3)
