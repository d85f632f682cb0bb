"""The first entry: what nobody agrees to, and who is at fault for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from belote_net.table.audit import Fault, Verdict, audit_log
from belote_net.table.messages import MAX_NAME_CHARACTERS, Coin, Member, MemberKind, Opening
from belote_net.table.opening import HOST, UnknownVersion, check_invitation, open_game
from belote_net.table.table import Table
from belote_protocol.backend import SMALL_ORDER
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.errors import (
    BadSignature,
    BrokenChain,
    InvalidProof,
    RejectedEntry,
    RuleBroken,
)
from belote_protocol.identity import PublicIdentity
from tests.four_seats import FourSeats, MemoryVault, seeded_bytes
from tests.table.openings import BODY, GAME, Members, member, seal

NONCES = [member.nonce for member in BODY.members]
PUBLIC = [member.identity for member in BODY.members]


def bot(members: Members, seat: int, operator: int) -> Members:
    """The same members, `seat` being a bot that `operator` runs."""
    return member(seat, kind=MemberKind.BOT, operator=operator)(members)


WRONG_MEMBERS: dict[str, Callable[[Members], Members]] = {
    "three": lambda members: members[:3],
    "five": lambda members: (*members, members[0]),
    "one identity twice": member(3, identity=PUBLIC[1]),
    "one nonce twice": member(3, nonce=NONCES[1]),
    "one name twice": member(3, name="Marcel"),
    "one name twice but for case": member(3, name="MARCEL"),
    "a name in colours": member(3, name="\x1b[31mJo"),
    "a name of two lines": member(3, name="J\no"),
    "a name that turns the line round": member(3, name="J\u202eo"),
    "a name that has no width": member(3, name="J\u200bo"),
    "a blank name": member(3, name=" "),
    "a name with a blank at its end": member(3, name="Jo "),
    "an operator that is none": member(3, kind=MemberKind.BOT, operator=4),
    "an operator that is run by another": lambda members: bot(bot(members, 3, 2), 2, 1),
    "a person run by another": member(3, operator=0),
    "two that run each other": lambda members: bot(bot(members, 3, 2), 2, 3),
}
UNREADABLE: dict[str, Callable[[Members], Members]] = {
    "no name": member(3, name=""),
    "a long name": member(3, name="J" * (MAX_NAME_CHARACTERS + 1)),
    "a weak identity": member(3, identity=PublicIdentity(SMALL_ORDER[0])),
    "a short nonce": member(3, nonce=bytes(31)),
    "an operator beyond all tables": member(3, operator=8),
    "nine members": lambda members: (*members, *members, members[0]),
}


def refused(signed: SignedEntry, kind: type[RejectedEntry]) -> RejectedEntry:
    """Check that nobody opens a game by this entry, and that a log of it is evidence."""
    with pytest.raises(RejectedEntry) as caught:
        Table(signed)
    assert type(caught.value) is kind
    assert caught.value.head == signed.head
    audit = audit_log((signed,))
    assert audit.verdict is Verdict.REFUSED
    assert audit.refusal is not None
    assert audit.refusal.record == 1
    assert audit.refusal.culprit == caught.value.culprit
    expected = Fault.FORGED if caught.value.culprit is None else Fault.BROKEN
    assert audit.refusal.fault is expected
    return caught.value


class TestOpening:
    def test_an_honest_one(self) -> None:
        game = open_game(seal(BODY))
        assert game.game == seal(BODY).head
        assert game.opening == BODY
        assert game.seats == tuple(Seat(seat) for seat in range(4))
        assert game.seating is None

    def test_bots_of_a_host(self) -> None:
        members = bot(bot(BODY.members, 2, 0), 3, 0)
        game = open_game(seal(structs.replace(BODY, members=members)))
        assert [one.operator for one in game.opening.members] == [0, 1, 0, 0]

    @pytest.mark.parametrize("name", WRONG_MEMBERS)
    def test_wrong_members_are_the_hosts_fault(self, name: str) -> None:
        members = WRONG_MEMBERS[name](BODY.members)
        assert refused(seal(structs.replace(BODY, members=members)), RuleBroken).culprit == HOST

    @pytest.mark.parametrize("name", UNREADABLE)
    def test_what_cannot_be_read_has_no_author(self, name: str) -> None:
        members: tuple[Member, ...] = UNREADABLE[name](BODY.members)
        assert refused(seal(structs.replace(BODY, members=members)), RuleBroken).culprit is None

    @pytest.mark.parametrize(
        "changes",
        [
            {"target": 7},
            {"deals": 101},
            {"audit": "perhaps"},
            {"target": True},
            {"belote_untakeable": 1},
            {"more": 1},
            {"partner_master_void": "must_trump", "partner_trumped": "must_rise"},
        ],
        ids=str,
    )
    def test_wrong_options_are_the_hosts_fault(self, changes: dict[str, str | int | bool]) -> None:
        body = structs.replace(BODY, options={**BODY.options, **changes})
        assert refused(seal(body), RuleBroken).culprit == HOST

    def test_options_in_another_order_are_another_encoding(self) -> None:
        options = dict(reversed(BODY.options.items()))
        refusal = refused(seal(structs.replace(BODY, options=options)), RuleBroken)
        assert "in the order of the rules" in str(refusal)

    def test_a_missing_option(self) -> None:
        options = dict(BODY.options)
        del options["litige"]
        refusal = refused(seal(structs.replace(BODY, options=options)), RuleBroken)
        assert refusal.culprit == HOST
        assert "litige" in refusal.reason

    def test_nobody(self) -> None:
        assert refused(seal(structs.replace(BODY, members=())), RuleBroken).culprit is None

    def test_not_signed_by_the_host(self) -> None:
        assert refused(seal(BODY, signer=1), BadSignature).culprit is None

    def test_no_first_entry(self) -> None:
        assert refused(seal(BODY, seq=1), BrokenChain).culprit is None

    @pytest.mark.parametrize("changes", [{"protocol": "belote-net/v2"}, {"rules": 2}], ids=str)
    def test_another_version_is_nobodys_fault(self, changes: dict[str, object]) -> None:
        signed = seal(structs.replace(BODY, **changes))
        with pytest.raises(UnknownVersion, match="expected, got"):
            Table(signed)
        with pytest.raises(UnknownVersion):
            audit_log((signed,))

    def test_a_game_in_a_game(self) -> None:
        """A second first entry, in the middle of a game, is of another game."""
        refusal = audit_log((seal(BODY), seal(structs.replace(BODY, room=b"r" * 16)))).refusal
        assert refusal is not None
        assert (refusal.fault, refusal.culprit) == (Fault.GAP, None)


class TestInvitation:
    def test_ones_own(self) -> None:
        for seat in range(4):
            found = check_invitation(
                seal(BODY), identity=PUBLIC[seat], nonce=NONCES[seat], known_games=()
            )
            assert found == seat

    @pytest.mark.parametrize(
        "name",
        ["Le\u0301a", "\uff2d\uff21rcel", "Jo\u0378"],
        ids=["where its accent is", "the width of its letters", "not known to this machine"],
    )
    def test_names_that_people_cannot_tell_apart(self, name: str) -> None:
        """Not wrong for the protocol, which no version of Unicode may change: we do not agree."""
        signed = seal(structs.replace(BODY, members=member(3, name=name)(BODY.members)))
        open_game(signed)
        with pytest.raises(InvalidProof, match="names that"):
            check_invitation(signed, identity=PUBLIC[1], nonce=NONCES[1], known_games=())

    def test_an_old_evening_again(self) -> None:
        """The same first entry: whoever agrees again speaks twice in one place."""
        signed = seal(BODY)
        with pytest.raises(InvalidProof, match="agreed to before"):
            check_invitation(signed, identity=PUBLIC[1], nonce=NONCES[1], known_games={signed.head})

    def test_an_old_nonce_in_a_new_evening(self) -> None:
        with pytest.raises(InvalidProof, match="own fresh nonce"):
            check_invitation(
                seal(BODY), identity=PUBLIC[1], nonce=b"today" * 6 + b"!!", known_games=()
            )

    def test_the_nonce_of_another_seat(self) -> None:
        with pytest.raises(InvalidProof, match="own fresh nonce"):
            check_invitation(seal(BODY), identity=PUBLIC[1], nonce=NONCES[2], known_games=())

    def test_without_me(self) -> None:
        stranger = FourSeats(seed="stranger").identities[0].public
        with pytest.raises(InvalidProof, match="without"):
            check_invitation(seal(BODY), identity=stranger, nonce=NONCES[1], known_games=())

    def test_a_wrong_first_entry(self) -> None:
        body: Opening = structs.replace(BODY, members=WRONG_MEMBERS["three"](BODY.members))
        with pytest.raises(RuleBroken):
            check_invitation(seal(body), identity=PUBLIC[1], nonce=NONCES[1], known_games=())

    def test_what_it_protects_from(self) -> None:
        """Two evenings on one first entry: an honest seat would have signed two coins."""
        evenings = [FourSeats(options=GAME.options, seed="openings") for _ in range(2)]
        for player in evenings[1].players:
            player._vault = MemoryVault(seeded_bytes("later"))
        for evening in evenings:
            evening.play_until(Coin.kind)
        coins = [evening.answer(evening.table.waiting()[0]) for evening in evenings]
        audit = audit_log((*evenings[0].table.log, *coins))
        assert audit.refusal is not None
        assert (audit.refusal.fault, audit.refusal.culprit) == (Fault.EQUIVOCATION, 0)
