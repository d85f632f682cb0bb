"""Every check of the table layer and of its chains, taken out one at a time.

Each row plays a game of the toy group up to the moment of a cheat. With the check the cheat is
refused; with the check taken out from the beginning it passes, or for checks that stand before
what cannot go on, it ends in an error that is no refusal. Slow runs do it in the real group.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from belote_net.rules.auction import Auction
from belote_net.rules.belote import BeloteCalls
from belote_net.table import checks, decks, opening, player, plays, reveal, table
from belote_net.table.decks import DeckChains
from belote_net.table.messages import MemberKind
from belote_net.table.table import Table
from belote_protocol import machine, preparation
from belote_protocol.deck import PublicDeck
from belote_protocol.entry import SignedEntry
from belote_protocol.errors import ProtocolError
from belote_protocol.group import sum_of_elements
from belote_protocol.machine import Machine, NotYet, StaleCheck
from tests.protocol import test_preparation as deck_chain
from tests.protocol.removal import Patch, instead, no_raise
from tests.protocol.toy_group import toy_group
from tests.table import card_cheats
from tests.table.openings import BODY, with_member, with_members, with_opening
from tests.table.scenarios import (
    Scenario,
    after_the_end,
    applied_twice,
    cheating,
    deck,
    deck_before_the_seating,
    deck_far_ahead,
    gather_of_another_seed,
    invited,
    key_that_is_not_the_seeds,
    reveal_of_another_seed,
    reveal_too_early,
    shuffle_that_is_not_the_seeds,
    with_a_fifth,
)
from tests.table.taking_out import accept, edited, everywhere, together

REFUSED = (ProtocolError, NotYet, StaleCheck)


@dataclass(frozen=True)
class Row:
    """A check, how to take it out, and what passes without it.

    Attributes:
        check: what is checked.
        remove: takes it out.
        scenario: plays up to a cheat and cheats; raises if refused.
        crash: how it ends without the check, None if the cheat is accepted.
    """

    check: str
    remove: Patch
    scenario: Scenario
    crash: type[Exception] | None = None


def play_claim(old: str, new: str) -> Patch:
    """Change what a play must prove, for verifiers, for honest players and for cheats."""
    return edited(plays, "play_claim", old, new, also=(checks, player, card_cheats))


_MACHINE = (
    Row(
        "the seat exists",
        no_raise(Machine, "check", "there is no seat"),
        cheating("no such seat"),
        IndexError,
    ),
    Row("the signature", instead(SignedEntry, "verify_signature", accept),
        cheating("signed by another")),
    Row("the link", no_raise(Machine, "check", "_difference"), cheating("from another game")),
    Row("seat and kind", no_raise(machine, "judge", "expect.kind"), cheating("out of turn"),
        AttributeError),
    Row("closed", no_raise(Machine, "check", "BrokenChain(reason"), after_the_end, AttributeError),
    Row("stale", no_raise(Machine, "advance", "StaleCheck"), applied_twice),
)  # fmt: skip
_PREPARATION = (
    Row("own commitment", no_raise(preparation, "check_commit", "got a copy"),
        cheating("copied commitment")),
    Row("key: knowledge", instead(preparation, "verify_knowledge", accept), cheating("rogue key")),
    Row("key: copy", instead(preparation, "joint_key", sum_of_elements), cheating("copied key")),
    Row("key: mirror", instead(preparation, "joint_key", sum_of_elements),
        cheating("mirrored key")),
    Row("key: commitments bound", edited(preparation, "_key_transcript",
        'transcript.append("commitment", commitment)', "pass"),
        deck("key", 1, deck_chain.proof_for_other_commitments)),
    Row("shuffle", instead(preparation, "verify_shuffle", accept), cheating("shuffle: duplicate")),
    Row("shuffle: salt bound", edited(preparation, "_shuffle_transcript",
        'transcript.append("salt", salt)', "pass"), deck("shuffle", 2, deck_chain.other_salt)),
    Row("reveal: commitment", together(
        instead(preparation, "verify_opening", accept),
        edited(preparation, "check_reveal", "!=", "is None or None is", count=2),
    ), deck("reveal", 0, reveal_of_another_seed)),
    Row("reveal: key", no_raise(preparation, "check_reveal", "the key of"),
        key_that_is_not_the_seeds),
    Row("reveal: shuffle", no_raise(preparation, "check_reveal", "the shuffle of"),
        shuffle_that_is_not_the_seeds),
    Row("reveal: rule", edited(preparation, "check_reveal", "rule(state.number, seat, body)", ""),
        deck("reveal", 0, reveal_too_early)),
)  # fmt: skip
_DISTRIBUTION = "check_distribution"
_CHECKS = (
    Row("coin: own", no_raise(checks, "check_coin", "got a copy"), cheating("copied coin")),
    Row("flip", instead(checks, "verify_opening", accept), cheating("other flip")),
    Row("cut", no_raise(checks, "check_cut", "a cut of"), cheating("cut of 2")),
    Row("deal: digest", no_raise(checks, _DISTRIBUTION, "digest"), cheating("wrong digest")),
    Row("deal: pattern", no_raise(checks, _DISTRIBUTION, "a way of dealing"),
        cheating("unknown pattern"), KeyError),
    Row("deal: next deck", no_raise(checks, _DISTRIBUTION, "decks_burnt + 1"),
        cheating("deck again")),
    Row("share", instead(checks, "verify_shares", accept), cheating("shares: one_wrong")),
    Row("share: cancelling", instead(checks, "verify_shares", accept),
        cheating("proven shares: cancelling_errors")),
    Row("share: count", together(
        instead(checks, "verify_shares", accept),
        no_raise(PublicDeck, "with_shares", "shares expected"),
    ), cheating("shares: one_more"), ValueError),
    Row("bid", edited(Auction, "with_bid", "if bid not in legal:", "if not legal:"),
        cheating("other suit in round one")),
    Row("gather", instead(checks, "verify_shuffle", accept), cheating("gather: duplicate")),
    Row("gather: own cards", instead(checks, "verify_shuffle", accept),
        cheating("hand of another")),
    Row("play: a card", no_raise(checks, "card_numbered", "a card of the pack"),
        cheating("card out of the pack"), IndexError),
    Row("play: proof holds", instead(checks, "verify_holding", accept),
        cheating("card of another")),
    Row("play: proof there", no_raise(checks, "check_play", "a proof expected"),
        cheating("no proof")),
    Row("play: no needless proof", no_raise(checks, "check_play", "no proof expected"),
        cheating("needless proof")),
    Row("result", no_raise(checks, "check_result", "digest"), cheating("false result")),
)  # fmt: skip
_NO_FORBIDDEN = play_claim("game.variant.forbidden(card, trick, contract.trump)", "frozenset()")
_PLAYS = (
    *(
        Row(f"play: {name}", _NO_FORBIDDEN, cheating(f"illegal: {name}", house, seed))
        for name, house, seed in (
            ("must_follow", "classique", 2),
            ("must_ruff", "classique", 2),
            ("must_rise", "classique", 2),
            ("must_not_undertrump_partner", "no undertrump", 38),
        )
    ),
    Row("play: words in place", edited(BeloteCalls, "with_play",
        "if announced and not self.may_announce(place, card):", "if False:"),
        cheating("belote with any card")),
    Row("play: rebelote due", edited(BeloteCalls, "with_play",
        "if not announced and self.must_announce(place, card):", "if False:"),
        cheating("rebelote withheld", "no undertrump", 38)),
    Row("play: belote held", play_claim("announced = frozenset({partner})", "pass"),
        cheating("belote without the other card", "no undertrump", 38)),
    Row("play: belote withheld", play_claim("forbidden |= {excluded}", "pass"),
        cheating("belote withheld", "no undertrump", 38)),
)  # fmt: skip
_TABLE = (
    Row("deck: complete", edited(DeckChains, "completed", " and last.head == head", ""),
        cheating("head of an unfinished deck")),
    Row("deck: its own head", edited(DeckChains, "completed", " and last.head == head", ""),
        cheating("head of another deck")),
    Row("reveal: after the last card",
        no_raise(DeckChains, "check_reveal", "was played out expected"), cheating("early reveal")),
    Row("reveal: never after an all-pass",
        no_raise(DeckChains, "check_reveal", "was played out expected"),
        cheating("reveal after an all-pass", "classique", 1), IndexError),
    Row("reveal: gather", everywhere(reveal, decks, "check_gather_again", "the gather of"),
        gather_of_another_seed),
    Row("decks after the seating", no_raise(Table, "_machine", "the seating is not here"),
        deck_before_the_seating, AttributeError),
    Row("decks ahead", instead(table, "DECKS_AHEAD", 1000), deck_far_ahead),
)  # fmt: skip
_OPENING = (
    Row("opening: first", everywhere(opening, table, "open_game", "a first entry expected"),
        with_opening(seq=1)),
    Row("opening: protocol", everywhere(opening, table, "open_game", "with rules"),
        with_opening(protocol="belote-net/v2")),
    Row("opening: rules", everywhere(opening, table, "open_game", "with rules"),
        with_opening(rules=2)),
    Row("opening: members", everywhere(opening, table, "open_game", "members expected, got none"),
        with_opening(members=()), IndexError),
    Row("opening: signature", instead(SignedEntry, "verify_signature", accept),
        with_opening(signer=1)),
    Row("members: number", no_raise(opening, "check_members", "{places} members expected"),
        with_members(with_a_fifth)),
    Row("members: identities", no_raise(opening, "check_members", "one identity"),
        with_member(2, identity=BODY.members[1].identity)),
    Row("members: nonces", no_raise(opening, "check_members", "a nonce"),
        with_member(2, nonce=BODY.members[1].nonce)),
    Row("members: names", no_raise(opening, "check_names", "a name of its own"),
        with_member(2, name="MARCEL")),
    Row("members: printable", no_raise(opening, "check_names", "a printable name"),
        with_member(2, name="Jo\x1b[2J")),
    Row("members: no blanks around", no_raise(opening, "check_names", "a printable name"),
        with_member(2, name="Jo ")),
    Row("members: operator", no_raise(opening, "check_members", "an operator"),
        with_member(2, kind=MemberKind.BOT, operator=7)),
    Row("members: person", no_raise(opening, "check_members", "a person"),
        with_member(2, operator=0)),
    Row("invitation: known game", no_raise(opening, "check_invitation", "agreed to before"),
        invited(known=True)),
    Row("invitation: nonce", no_raise(opening, "check_invitation", "fresh nonce"),
        invited(other_nonce=True)),
    Row("invitation: member", edited(opening, "check_invitation",
        "if member.identity == identity:", "if True:"), invited(stranger=True)),
)  # fmt: skip
ROWS = (*_MACHINE, *_PREPARATION, *_CHECKS, *_PLAYS, *_TABLE, *_OPENING)


def check(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(REFUSED):
        row.scenario()
    row.remove(monkeypatch)
    if row.crash is None:
        row.scenario()
    else:
        with pytest.raises(row.crash) as caught:
            row.scenario()
        assert not isinstance(caught.value, REFUSED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_without_its_check_the_cheat_passes(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy_group():
        check(row, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_in_the_real_group(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
