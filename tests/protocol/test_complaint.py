"""The chain of a deck whose keys are shared: who shares wrongly, or complains falsely, is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as alter

from belote_protocol.backend import SMALL_ORDER
from belote_protocol.codec import encode
from belote_protocol.deck_state import (
    Commit,
    Complain,
    Complaint,
    Death,
    EscrowCommit,
    EscrowKey,
    Expose,
    Fault,
    Key,
    Shuffle,
    completing_seq,
)
from belote_protocol.entry import Body, Seat
from belote_protocol.errors import BrokenChain, InvalidEncoding, InvalidProof, RuleBroken
from belote_protocol.escrow import FIELD_PRIME, LOW_ORDER, ReceivingKey, receivers, receiving_key
from belote_protocol.group import GENERATOR, Scalar
from belote_protocol.preparation import (
    make_commit,
    make_complaint,
    make_escrow_commit,
    make_escrow_key,
    make_expose,
    make_key,
    make_shuffle,
    own_escrow_share,
)
from belote_protocol.seed import Seed
from tests.protocol.escrowed import (
    WRONG_ESCROWS,
    EscrowChain,
    with_other_commitment,
    with_other_receiving_key,
    with_wrong_escrow,
    wrong_key,
)
from tests.protocol.test_preparation import (
    RANDOM,
    SEATS,
    Chain,
    Cheat,
    _key,
    key_that_cancels_all,
    mirrored_key,
    rogue_key,
)
from tests.protocol.toy_group import toy_group

EVERY_SEAT = pytest.mark.parametrize("seat", range(SEATS))


def ready() -> EscrowChain:
    """A chain on which all keys are shared, and seat 0 ought to shuffle."""
    return EscrowChain().to(Shuffle.kind, 0)


def test_a_deck_with_an_escrow_from_first_commitment_to_last_reveal() -> None:
    chain, kinds = EscrowChain(), []
    while chain.machine.expect is not None:
        kinds.append((chain.context.kind, chain.context.seat))
        chain.accept(chain.honest())
    rounds = ("commit-escrow", "key-escrow", "shuffle", "reveal")
    assert kinds == [(kind, seat) for kind in rounds for seat in range(SEATS)]
    assert kinds[completing_seq(SEATS)] == ("shuffle", SEATS - 1)
    assert chain.state.is_complete
    assert chain.state.dead is None
    assert chain.state.revealed == tuple(chain.seeds)
    for seat in range(SEATS):
        assert sum(chain.shares_of(seat), Scalar(0)) == chain.seeds[seat].key()


def test_keys_are_the_same_with_and_without_an_escrow() -> None:
    plain, shared = Chain().to(Shuffle.kind, 0), ready()
    assert plain.state.keys == shared.state.keys
    assert plain.state.commitments == shared.state.commitments
    assert plain.state.receiving_keys == plain.state.escrows == ()


def test_without_an_escrow_there_is_nothing_to_complain_about() -> None:
    chain = Chain().to(Shuffle.kind, 1)
    assert make_complaint(chain.state, chain.context, chain.seeds[1]) is None
    assert [context.kind for context in chain.machine.contexts()] == [Shuffle.kind]
    context = replace(chain.context, kind=Complain.kind)
    with pytest.raises(BrokenChain, match="shuffle by seat 1 expected") as caught:
        chain.machine.check(chain.say(Complain(0), context))
    assert caught.value.culprit == 1


class TestWhatEachTableRefuses:
    """A table has an escrow, or has none; nobody leaves it out, and nobody adds one."""

    def test_a_commitment_without_a_receiving_key(self) -> None:
        chain = EscrowChain()
        _out_of_turn(chain, make_commit(chain.context, chain.seeds[0]))

    def test_a_key_without_an_escrow(self) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 0)
        context = replace(chain.context, kind=Key.kind)
        _out_of_turn(chain, make_key(chain.state, context, chain.seeds[0], RANDOM))

    def test_a_receiving_key_where_there_is_no_escrow(self) -> None:
        chain = Chain()
        _out_of_turn(chain, make_escrow_commit(chain.context, chain.seeds[0]))

    def test_an_escrow_where_there_is_none(self) -> None:
        chain, shared = Chain().to(Key.kind, 0), EscrowChain().to(EscrowKey.kind, 0)
        context = replace(chain.context, kind=EscrowKey.kind)
        _out_of_turn(chain, make_escrow_key(shared.state, context, chain.seeds[0], RANDOM))

    @pytest.mark.parametrize("shared", [False, True])
    @pytest.mark.parametrize("kind", ["commit", "key"])
    def test_a_body_under_the_name_of_the_other(self, kind: str, *, shared: bool) -> None:
        chain, other = (EscrowChain(), Chain()) if shared else (Chain(), EscrowChain())
        due = f"{kind}-escrow" if shared else kind
        chain.to(due, 1)
        other.to(kind if shared else f"{kind}-escrow", 1)
        assert "Expected `array` of" in _misfit(chain, other.honest())


def _out_of_turn(chain: Chain, body: Body) -> None:
    context = replace(chain.context, kind=body.kind)
    with pytest.raises(BrokenChain, match=f"{chain.context.kind} by seat") as caught:
        chain.machine.check(chain.say(body, context))
    assert caught.value.culprit == context.seat


def _misfit(chain: Chain, body: Body) -> str:
    """Why a body is refused that is sent as one of the kind that is due."""
    with pytest.raises(RuleBroken) as caught:
        chain.machine.check(chain.say(body, chain.context))
    assert caught.value.culprit == chain.context.seat
    return caught.value.reason


class TestReceivingKeys:
    def test_of_another_seat(self) -> None:
        chain = EscrowChain().to(EscrowCommit.kind, 2)
        honest = make_escrow_commit(chain.context, chain.seeds[2])
        copied = alter(honest, receiving_key=chain.state.receiving_keys[0])
        assert "receiving key" in chain.refuse(copied).reason
        chain.accept(honest)

    def test_copied_commitment(self) -> None:
        chain = EscrowChain().to(EscrowCommit.kind, 2)
        honest = make_escrow_commit(chain.context, chain.seeds[2])
        chain.refuse(alter(honest, commitment=chain.state.commitments[0]))

    @pytest.mark.parametrize(
        "data",
        [
            *LOW_ORDER,
            SMALL_ORDER[1],
            FIELD_PRIME.to_bytes(32, "little"),
            (FIELD_PRIME + 9).to_bytes(32, "little"),
            bytes([9]) + bytes(30) + bytes([0x80]),
            bytes([9]) * 31,
            b"",
        ],
        ids=bytes.hex,
    )
    def test_weak_or_not_canonical(self, data: bytes) -> None:
        chain = EscrowChain()
        honest = make_escrow_commit(chain.context, chain.seeds[0])
        body = EscrowCommit(honest.commitment, ReceivingKey(data))
        assert "receiving key" in _misfit(chain, body)


class TestEscrowOfAKey:
    @pytest.mark.parametrize("cheat", [mirrored_key, rogue_key, key_that_cancels_all])
    def test_the_key_is_checked_as_without(self, cheat: Cheat) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 3)
        honest, key = _honest_key(chain), cheat(chain)
        assert isinstance(key, Key)
        first, *others = honest.escrow
        difference = key.public_key - honest.public_key
        fitting = alter(first, commitment=first.commitment + difference)
        chain.refuse(EscrowKey(key.public_key, key.proof, (fitting, *others)))

    def test_commitments_to_another_key(self) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 1)
        other = _key(chain, Scalar(5), GENERATOR * Scalar(5))
        body = EscrowKey(other.public_key, other.proof, _honest_key(chain).escrow)
        assert "of the author's key" in chain.refuse(body).reason

    def test_another_number_of_shares(self) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 1)
        honest = _honest_key(chain)
        first, second, third = honest.escrow
        both = alter(second, commitment=second.commitment + third.commitment)
        for shares in ((first, both), (first, second, third, third), ()):
            refusal = chain.refuse(alter(honest, escrow=shares))
            assert "3 escrow shares expected" in refusal.reason

    def test_escrow_of_another_seat(self) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 1)
        chain.refuse(alter(_honest_key(chain), escrow=chain.state.escrows[0]))


def _honest_key(chain: Chain) -> EscrowKey:
    body = chain.honest()
    assert isinstance(body, EscrowKey)
    return body


class TestTrueComplaint:
    @pytest.mark.parametrize("name", WRONG_ESCROWS)
    @pytest.mark.parametrize("sender", [0, 3])
    def test_who_shares_wrongly_is_found_and_named(self, name: str, sender: int) -> None:
        chain = with_wrong_escrow(name, sender).finish()
        first = receivers(sender, SEATS)[0]
        assert chain.state.complaint == Complaint(first, Seat(sender))
        assert chain.death == Death(Seat(sender), Fault.WRONG_ESCROW)
        assert not chain.state.is_complete

    @pytest.mark.parametrize("name", WRONG_ESCROWS)
    def test_only_who_is_cheated_finds_it(self, name: str) -> None:
        chain = with_wrong_escrow(name).to(Shuffle.kind, 0)
        cheated = {1, 2} if name in ("for another receiver", "other commitments") else {1}
        for seat in range(SEATS):
            context = replace(chain.context, seat=Seat(seat))
            complaint = make_complaint(chain.state, context, chain.seeds[seat])
            assert complaint == (Complain(0) if seat in cheated else None)

    def test_a_key_that_cannot_be_received_under(self) -> None:
        """The escrow is what the seed gives, but nobody can open it: the receiving key is not."""
        chain = with_other_receiving_key().to(Shuffle.kind, 0)
        chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[0], RANDOM))
        chain.finish()
        assert chain.state.complaint == Complaint(Seat(1), Seat(0))
        assert chain.death == Death(Seat(0), Fault.WRONG_ESCROW)

    def test_a_seed_that_was_not_committed_to(self) -> None:
        chain = with_other_commitment().to(Shuffle.kind, 1)
        chain.complain(0).accept(make_expose(chain.seeds[0]))
        assert chain.death == Death(Seat(0), Fault.WRONG_ESCROW)

    @pytest.mark.parametrize("seed", [bytes(32), b"\xff" * 32])
    def test_any_other_seed_tells_on_the_accused(self, seed: bytes) -> None:
        chain = ready().complain(2)
        chain.accept(Expose(seed))
        assert chain.death == Death(Seat(2), Fault.WRONG_ESCROW)

    def test_what_is_no_seed_is_refused(self) -> None:
        chain = ready().complain(2)
        for data in (b"", bytes(31), bytes(33)):
            assert "not a Expose" in _misfit(chain, Expose(data))

    def test_wrong_for_somebody_else(self) -> None:
        """Whoever complains, all of the escrow is looked at."""
        chain = with_wrong_escrow("wrong share").to(Shuffle.kind, 0)
        chain.accept(chain.honest())
        chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[1], RANDOM))
        chain.complain(0).finish()
        assert chain.death == Death(Seat(0), Fault.WRONG_ESCROW)


class TestFalseComplaint:
    @EVERY_SEAT
    def test_who_complains_falsely_is_named(self, seat: int) -> None:
        chain = EscrowChain().to(Shuffle.kind, seat)
        accused = Seat((seat + 1) % SEATS)
        chain.accept(Complain(accused))
        assert chain.context.kind == Expose.kind
        assert chain.context.seat == accused
        chain.accept(chain.honest())
        assert chain.machine.expect is None
        assert chain.state.dead == Death(Seat(seat), Fault.FALSE_COMPLAINT)
        assert not chain.state.is_complete

    @pytest.mark.parametrize("accused", [1, 4, 7])
    def test_about_oneself_or_nobody(self, accused: int) -> None:
        chain = EscrowChain().to(Shuffle.kind, 1)
        with pytest.raises(RuleBroken, match="another seat expected") as caught:
            chain.machine.check(chain.say(Complain(accused)))
        assert caught.value.culprit == 1

    def test_before_all_keys_are_there(self) -> None:
        chain = EscrowChain().to(EscrowKey.kind, 2)
        with pytest.raises(BrokenChain, match="key-escrow by seat 2 expected"):
            chain.machine.check(chain.say(Complain(0)))

    @pytest.mark.parametrize("late", [0, 1])
    def test_after_ones_own_shuffle(self, late: int) -> None:
        chain = EscrowChain().to(Shuffle.kind, 2)
        context = replace(chain.context, kind=Complain.kind, seat=Seat(late))
        with pytest.raises(BrokenChain, match="shuffle by seat 2 expected") as caught:
            chain.machine.check(chain.say(Complain(3), context))
        assert caught.value.culprit == late

    def test_after_the_last_shuffle(self) -> None:
        chain = EscrowChain().to("reveal", 0)
        context = replace(chain.context, kind=Complain.kind, seat=Seat(3))
        with pytest.raises(BrokenChain, match="reveal by seat 0 expected"):
            chain.machine.check(chain.say(Complain(0), context))


class TestAfterAComplaint:
    def test_only_the_accused_speaks(self) -> None:
        chain = ready().complain(2)
        seed = chain.seeds[2]
        for seat in (0, 1, 3):
            context = replace(chain.context, seat=Seat(seat))
            with pytest.raises(BrokenChain, match="expose by seat 2 expected"):
                chain.machine.check(chain.say(make_expose(seed), context))
        context = replace(chain.context, kind=Shuffle.kind)
        body = make_shuffle(chain.state, context, seed, RANDOM)
        with pytest.raises(BrokenChain, match="expose by seat 2 expected"):
            chain.machine.check(chain.say(body, context))

    def test_nothing_is_said_of_a_dead_deck(self) -> None:
        chain = ready().complain(2)
        context = replace(chain.context, kind=Shuffle.kind)
        body = make_shuffle(chain.state, context, chain.seeds[2], RANDOM)
        chain.finish()
        machine = chain.machine
        context = replace(context, seq=machine.seq, prev=machine.head)
        with pytest.raises(BrokenChain, match="is closed"):
            machine.check(chain.say(body, context))

    def test_a_seed_is_not_shown(self) -> None:
        chain = ready().complain(2).finish()
        shown = repr(chain.state)
        for seed in chain.seeds:
            assert bytes(seed).hex() not in shown
            assert repr(bytes(seed)) not in shown


class TestAudit:
    """Who accepts a wrong share keeps silent to his own harm; the audit names the sender."""

    def test_a_wrong_escrow_that_its_receiver_accepted(self) -> None:
        chain = with_wrong_escrow("wrong share").to(Shuffle.kind, 0)
        chain.accept(chain.honest())
        chain.accept(make_shuffle(chain.state, chain.context, chain.seeds[1], RANDOM))
        chain.to("reveal", 0)
        assert "escrow of the revealed seed" in chain.refuse(chain.honest()).reason


@pytest.mark.parametrize("name", WRONG_ESCROWS)
def test_a_wrong_share_is_not_opened(name: str) -> None:
    chain = with_wrong_escrow(name).to(Shuffle.kind, 0)
    with pytest.raises((InvalidProof, InvalidEncoding)):
        own_escrow_share(
            chain.state, chain.machine.game, chain.seeds[1], sender=Seat(0), receiver=Seat(1)
        )


def test_receiving_keys_follow_from_seeds() -> None:
    chain = ready()
    assert chain.state.receiving_keys == tuple(map(receiving_key, chain.seeds))
    assert receiving_key(Seed(bytes(32))) not in chain.state.receiving_keys


@settings(max_examples=40)
@given(st.data())
def test_whatever_happens_the_liar_is_named(data: st.DataObject) -> None:
    """One seat shares wrongly, or one complains falsely, or all are honest."""
    liar = data.draw(st.sampled_from([None, *range(SEATS)]))
    sends_wrongly = liar is not None and data.draw(st.booleans())
    with toy_group():
        chain = EscrowChain(audited=False)
        while chain.machine.expect is not None:
            kind, seat = chain.context.kind, chain.context.seat
            if seat == liar and kind == EscrowKey.kind and sends_wrongly:
                chain.accept(wrong_key(chain, data.draw(st.sampled_from([*WRONG_ESCROWS]))))
            elif seat == liar and kind == Shuffle.kind and not sends_wrongly:
                accused = data.draw(st.sampled_from(receivers(seat, SEATS)))
                chain.accept(Complain(accused))
            else:
                chain.accept(chain.honest())
        if liar is None:
            assert chain.state.is_complete
            assert chain.state.dead is None
        else:
            fault = Fault.WRONG_ESCROW if sends_wrongly else Fault.FALSE_COMPLAINT
            assert chain.death == Death(Seat(liar), fault)


def test_commit_bodies_without_an_escrow_stay_as_short() -> None:
    chain = Chain()
    body = make_commit(chain.context, chain.seeds[0])
    assert encode(body) == b"\x91\xc4\x20" + body.commitment
    assert isinstance(body, Commit)
