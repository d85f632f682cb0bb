"""Ballots: one encoding, one author, one meaning; and the votes that make a certificate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from belote_protocol import ballot as module
from belote_protocol.ballot import (
    AGAINST,
    MAX_REASON_CHARACTERS,
    NO_ENTRY,
    Ballot,
    SignedBallot,
    SilentPlace,
    Stance,
    Vote,
    is_double,
    verify_certificate,
)
from belote_protocol.codec import decode, encode
from belote_protocol.entry import HEAD_BYTES, EntryContext, Seat
from belote_protocol.errors import InvalidEncoding, InvalidProof, ProtocolError
from belote_protocol.identity import Identity
from tests.protocol.removal import Cheat, Row, check, ignore, instead, no_raise
from tests.protocol.seeded import seeded
from tests.protocol.strategies import mutated

SEATS = 4
IDENTITIES = tuple(Identity.generate(seeded(f"ballot/{seat}")) for seat in range(SEATS))
KEYS = tuple(identity.public for identity in IDENTITIES)
GAME, HEAD, OTHER_HEAD = (bytes([byte]) * HEAD_BYTES for byte in b"gho")
PLACE = SilentPlace("table", 57, b"p" * HEAD_BYTES, 2)
VOTERS = tuple(seat for seat in range(SEATS) if seat != PLACE.seat)


def heads() -> st.SearchStrategy[bytes]:
    return st.binary(min_size=HEAD_BYTES, max_size=HEAD_BYTES)


def places() -> st.SearchStrategy[SilentPlace]:
    return st.builds(
        SilentPlace,
        st.text(min_size=1, max_size=24),
        st.integers(0, 2**32 - 1),
        heads(),
        st.integers(0, SEATS - 1),
    )


@st.composite
def ballots(draw: st.DrawFn) -> Ballot:
    """Whatever a seat of four may say about another."""
    place, stance = draw(places()), draw(st.sampled_from(Stance))
    voter = draw(st.sampled_from([seat for seat in range(SEATS) if seat != place.seat]))
    reasons = st.text(max_size=MAX_REASON_CHARACTERS)
    reason = draw(reasons) if stance is Stance.REFUSED else ""
    entry = NO_ENTRY if stance is Stance.ABSENT else draw(heads())
    return Ballot(draw(heads()), place, voter, stance, entry, reason)


def said(voter: int, stance: Stance = Stance.ABSENT, entry: bytes = NO_ENTRY) -> Ballot:
    reason = "the proof fails" if stance is Stance.REFUSED else ""
    return Ballot(GAME, PLACE, voter, stance, entry, reason)


def seal(ballot: Ballot, signer: int | None = None) -> SignedBallot:
    return SignedBallot.seal(ballot, IDENTITIES[ballot.voter if signer is None else signer])


def vote(ballot: Ballot, signer: int | None = None) -> Vote:
    signature = seal(ballot, signer).signature
    return Vote(ballot.stance, ballot.entry, ballot.reason, signature)


class TestBallot:
    @given(ballots())
    def test_one_encoding(self, ballot: Ballot) -> None:
        assert decode(Ballot, encode(ballot)) == ballot

    @given(ballots(), st.data())
    def test_other_bytes_are_no_ballot_or_another(
        self, ballot: Ballot, data: st.DataObject
    ) -> None:
        raw = data.draw(mutated(encode(ballot)))
        try:
            other = decode(Ballot, raw)
        except InvalidEncoding:
            return
        assert encode(other) == raw

    @given(ballots())
    def test_its_author_signed_it(self, ballot: Ballot) -> None:
        signed = seal(ballot)
        signed.verify(KEYS[ballot.voter])
        with pytest.raises(InvalidProof):
            signed.verify(KEYS[(ballot.voter + 1) % SEATS])

    @given(ballots(), ballots())
    def test_a_signature_is_for_one_ballot(self, ballot: Ballot, other: Ballot) -> None:
        signed = SignedBallot(other, seal(ballot).signature)
        if other == ballot:
            signed.verify(KEYS[ballot.voter])
            return
        with pytest.raises(InvalidProof):
            signed.verify(KEYS[ballot.voter])

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("game", OTHER_HEAD),
            ("place", structs.replace(PLACE, chain="deck/3")),
            ("place", structs.replace(PLACE, seq=58)),
            ("place", structs.replace(PLACE, prev=OTHER_HEAD)),
            ("place", structs.replace(PLACE, seat=3)),
            ("voter", 1),
            ("stance", Stance.SEEN),
            ("entry", OTHER_HEAD),
            ("reason", "another"),
        ],
    )
    def test_every_field_is_signed(self, field: str, value: object) -> None:
        ballot = said(0, Stance.REFUSED, HEAD)
        changed = structs.replace(ballot, reason="" if value is Stance.SEEN else ballot.reason)
        changed = structs.replace(changed, **{field: value})
        with pytest.raises(InvalidProof):
            SignedBallot(changed, seal(ballot).signature).verify(KEYS[0])

    def test_its_signature_is_none_of_an_entry(self) -> None:
        ballot = said(0)
        plain = IDENTITIES[0].sign(b"belote-net/v1/entry\x00" + encode(ballot))
        with pytest.raises(InvalidProof):
            SignedBallot(ballot, plain).verify(KEYS[0])

    def test_a_place_is_that_of_the_entry_which_is_due(self) -> None:
        context = EntryContext(GAME, "table", 57, PLACE.prev, Seat(2), "play")
        assert SilentPlace.of(context) == PLACE

    @pytest.mark.parametrize(
        "ballot",
        [
            said(2),
            said(0, Stance.ABSENT, HEAD),
            said(0, Stance.REFUSED),
            said(0, Stance.SEEN),
            structs.replace(said(0), reason="asleep"),
            structs.replace(said(0, Stance.SEEN, HEAD), reason="late"),
        ],
    )
    def test_what_no_ballot_can_say(self, ballot: Ballot) -> None:
        with pytest.raises(InvalidEncoding):
            seal(ballot).verify(KEYS[ballot.voter])

    @pytest.mark.parametrize(
        "changes",
        [
            {"game": b"g"},
            {"entry": bytes(HEAD_BYTES + 1)},
            {"voter": 8},
            {"reason": "x" * (MAX_REASON_CHARACTERS + 1)},
            {"place": structs.replace(PLACE, chain="")},
            {"place": structs.replace(PLACE, chain="x" * 25)},
            {"place": structs.replace(PLACE, seq=2**32)},
            {"place": structs.replace(PLACE, prev=b"")},
            {"place": structs.replace(PLACE, seat=8)},
        ],
    )
    def test_limits(self, changes: dict[str, object]) -> None:
        with pytest.raises(InvalidEncoding):
            decode(Ballot, encode(structs.replace(said(0), **changes)))

    def test_an_entry_is_named_whole_or_not_at_all(self) -> None:
        ballot = said(0, Stance.SEEN, HEAD[:-1])
        with pytest.raises(InvalidEncoding):
            seal(ballot).verify(KEYS[0])


class TestDouble:
    ABSENT = said(0)
    SEEN, SEEN_OTHER = said(0, Stance.SEEN, HEAD), said(0, Stance.SEEN, OTHER_HEAD)
    REFUSED = said(0, Stance.REFUSED, HEAD)
    REFUSED_OTHER = said(0, Stance.REFUSED, OTHER_HEAD)

    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            (ABSENT, ABSENT, False),
            (ABSENT, SEEN, True),
            (ABSENT, REFUSED, True),
            (SEEN, SEEN_OTHER, True),
            (REFUSED, REFUSED_OTHER, True),
            (REFUSED, structs.replace(REFUSED, reason="because"), True),
            # Who has seen one entry, and then meets another.
            (SEEN, REFUSED, False),
            (SEEN, REFUSED_OTHER, False),
            (ABSENT, structs.replace(SEEN, voter=1), False),
            (ABSENT, structs.replace(SEEN, game=OTHER_HEAD), False),
            (ABSENT, structs.replace(SEEN, place=structs.replace(PLACE, seq=58)), False),
            (ABSENT, structs.replace(SEEN, place=structs.replace(PLACE, prev=HEAD)), False),
        ],
    )
    def test_which_pairs_prove_it(self, one: Ballot, other: Ballot, *, expected: bool) -> None:
        assert is_double(one, other) is expected
        assert is_double(other, one) is expected

    @given(ballots(), ballots())
    def test_ballots_about_different_places_prove_nothing(self, one: Ballot, other: Ballot) -> None:
        if one.place != other.place:
            assert not is_double(one, other)


class TestCertificate:
    def votes(self) -> list[Vote]:
        return [vote(said(voter)) for voter in VOTERS]

    @given(st.lists(st.sampled_from(AGAINST), min_size=3, max_size=3))
    def test_all_others_have_voted_against(self, stances: list[Stance]) -> None:
        cast = [
            said(voter, stance, HEAD if stance is Stance.REFUSED else NO_ENTRY)
            for voter, stance in zip(VOTERS, stances, strict=True)
        ]
        found = verify_certificate(GAME, PLACE, [vote(one) for one in cast], KEYS)
        assert found == tuple(cast)

    @pytest.mark.parametrize("silent", range(SEATS))
    def test_about_any_seat(self, silent: int) -> None:
        place = structs.replace(PLACE, seat=silent)
        voters = [seat for seat in range(SEATS) if seat != silent]
        cast = [structs.replace(said(voter), place=place) for voter in voters]
        found = verify_certificate(GAME, place, [vote(one) for one in cast], KEYS)
        assert [one.voter for one in found] == voters

    @pytest.mark.parametrize("missing", range(3))
    def test_every_vote_is_needed(self, missing: int) -> None:
        votes = self.votes()
        del votes[missing]
        with pytest.raises(InvalidProof, match="3 votes expected, got 2"):
            verify_certificate(GAME, PLACE, votes, KEYS)

    def test_in_the_order_of_seats(self) -> None:
        with pytest.raises(InvalidProof):
            verify_certificate(GAME, PLACE, self.votes()[::-1], KEYS)

    @pytest.mark.parametrize(
        "other", [structs.replace(PLACE, seq=58), structs.replace(PLACE, seat=1)]
    )
    def test_about_this_place(self, other: SilentPlace) -> None:
        with pytest.raises(InvalidProof):
            verify_certificate(GAME, other, self.votes(), KEYS)

    def test_in_this_game(self) -> None:
        with pytest.raises(InvalidProof):
            verify_certificate(OTHER_HEAD, PLACE, self.votes(), KEYS)


def with_last_vote(last: Vote) -> Cheat:
    """A certificate of two good votes and one other."""

    def cheat() -> None:
        votes = [vote(said(voter)) for voter in VOTERS[:-1]]
        ignore(verify_certificate(GAME, PLACE, [*votes, last], KEYS))

    return cheat


def one_vote_short() -> None:
    votes = [vote(said(voter)) for voter in VOTERS[:-1]]
    ignore(verify_certificate(GAME, PLACE, votes, KEYS))


def alone(ballot: Ballot) -> Cheat:
    """One ballot that its author did sign."""
    return lambda: seal(ballot).verify(KEYS[ballot.voter])


def signature_of_another() -> None:
    seal(said(0), signer=1).verify(KEYS[0])


def accept(*_: object) -> None:
    """In the place of a verifier."""


LAST = VOTERS[-1]
ROWS = (
    Row("about another", no_raise(SignedBallot, "verify", "about another seat"), alone(said(2))),
    Row("entry fits the stance", no_raise(SignedBallot, "verify", "that fits"),
        alone(said(0, Stance.ABSENT, HEAD))),
    Row("reason", no_raise(SignedBallot, "verify", "a reason is given"),
        alone(structs.replace(said(0), reason="asleep"))),
    Row("signature", instead(type(KEYS[0]), "verify", accept), signature_of_another),
    Row("certificate: number", no_raise(module, "verify_certificate", "votes expected"),
        one_vote_short, ValueError),
    Row("certificate: against", no_raise(module, "verify_certificate", "against the silent"),
        with_last_vote(vote(said(LAST, Stance.SEEN, HEAD)))),
    Row("certificate: signed", instead(SignedBallot, "verify", accept),
        with_last_vote(vote(said(LAST), signer=0))),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_without_its_check_the_cheat_passes(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat() -> None:
        monkeypatch.setitem(globals(), "verify_certificate", module.verify_certificate)
        row.cheat()

    check(Row(row.check, row.remove, cheat, row.crash), monkeypatch)


def test_only_our_own_errors_escape() -> None:
    signed = SignedBallot(said(0), b"short")
    with pytest.raises(ProtocolError):
        signed.verify(KEYS[0])
