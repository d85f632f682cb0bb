"""Every check of absences, ballots and free seats, taken out one at a time.

As in `test_removed_table_checks`; those of a single ballot are in `tests.protocol.test_ballot`.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from belote_net.table import absence, game
from belote_net.table.ballots import BallotBox
from belote_net.table.decks import DeckChains
from belote_net.table.table import Table
from belote_protocol import ballot
from belote_protocol.ballot import SignedBallot
from belote_protocol.entry import SignedEntry
from tests.protocol.removal import Patch, instead, no_raise
from tests.protocol.toy_group import toy_group
from tests.table.scenarios import Scenario
from tests.table.seat_cheats import a_free_seat
from tests.table.stage import Stage
from tests.table.taking_out import accept, edited, together
from tests.table.test_removed_table_checks import Row, check
from tests.table.test_vote_cheats import CHEATS, at_a_card
from tests.table.vote_cheats import ballot_of, with_all_votes


def cheating(name: str) -> Scenario:
    """A cheat with votes, or with a free seat, up to the table that takes it or refuses."""
    make, cheat = CHEATS[name]

    def scenario() -> None:
        stage = make()
        signed = cheat.forge(stage)
        assert signed is not None
        stage.table.fold(signed)

    return scenario


def who_fills_a_seat_is_absent() -> None:
    stage = a_free_seat()
    stage.table.fold(with_all_votes(stage))


def adding(**changes: Any) -> Scenario:  # noqa: ANN401 - fields of a ballot
    """A ballot that says something else than its voter may say, well signed."""

    def scenario() -> None:
        stage = at_a_card()
        honest = ballot_of(stage, stage.others()[0])
        _add(stage, stage.game.players[honest.voter].vote(structs.replace(honest, **changes)))

    return scenario


def adding_about_nobody() -> None:
    stage = at_a_card()
    honest = ballot_of(stage, stage.others()[0])
    place = structs.replace(honest.place, seat=6)
    _add(stage, stage.game.players[honest.voter].vote(structs.replace(honest, place=place)))


def adding_for_another() -> None:
    stage = at_a_card()
    one, other, _ = stage.others()
    _add(stage, stage.game.players[other].vote(ballot_of(stage, one)))


def _add(stage: Stage, signed: SignedBallot) -> None:
    assert BallotBox().add(stage.table, signed)


def of_a_certificate(message: str) -> Patch:
    """Take a `raise` out of the check of votes, which the module `absence` imports by name."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        no_raise(ballot, "verify_certificate", message)(monkeypatch)
        monkeypatch.setattr(absence, "verify_certificate", ballot.verify_certificate)

    return patch


_VOTES = (
    Row("votes: number", of_a_certificate("votes expected"), cheating("a vote missing"),
        ValueError),
    Row("votes: against", of_a_certificate("against the silent seat"),
        cheating("vote for one who has seen it")),
    *(
        Row(f"votes: signed ({name})", instead(SignedBallot, "verify", accept), cheating(name))
        for name in (
            *("a vote twice", "one signs for all", "vote in another game", "vote in another chain"),
            *("vote in another seq", "vote in another prev", "vote about another"),
        )
    ),
    *(
        Row(f"votes: meaning ({name})", no_raise(SignedBallot, "verify", message), cheating(name))
        for name, message in {
            "absent, with an entry": "that fits",
            "absent, with a reason": "a reason is given",
        }.items()
    ),
)  # fmt: skip
_OBJECTIONS = (
    *(
        Row(f"refused: in its place ({name})",
            no_raise(absence, "_check_refused", "in its place"), cheating(name))
        for name in ("entry in another chain", "entry in another seq", "entry in another prev")
    ),
    Row("refused: by this seat", together(
        no_raise(absence, "_check_refused", "in its place"),
        instead(SignedEntry, "verify_signature", accept),
    ), cheating("entry of another")),
    Row("refused: signed", instead(SignedEntry, "verify_signature", accept),
        cheating("entry signed by another")),
    Row("refused: different", no_raise(absence, "_check_refused", "two different"),
        cheating("entry twice")),
    Row("refused: in order", no_raise(absence, "_check_refused", "two different"),
        cheating("entries out of order")),
    Row("refused: wrong", no_raise(absence, "_check_refused", "is right"),
        cheating("right entry refused")),
    Row("refused: wrong, on a deck", no_raise(absence, "_check_refused", "is right"),
        cheating("deck entry refused late")),
    *(
        Row(f"refused: what is objected to ({name})",
            no_raise(absence, "check_absence", "object to expected"), cheating(name))
        for name in ("nothing shown", "another entry shown", "nothing objected to")
    ),
)  # fmt: skip
_PLACES = (
    *(
        Row(f"absence: where the table waits ({name})",
            no_raise(absence, "check_absence", "at which the table waits"), cheating(name))
        for name in ("about another place", "about another history")
    ),
    *(
        Row(f"absence: who tells it ({name})",
            no_raise(absence, "check_absence", "an absence told by"), cheating(name))
        for name in ("told by the dealer", "told by the other")
    ),
    Row("absence: not once all is decided", edited(absence, "stand_ins",
        "if game.phase in (Phase.SIGNING, Phase.OVER):", "if False:", also=(game,)),
        cheating("absence of who is not needed"), absence.SeatGone),
    Row("absence: one at a time", edited(absence, "stand_ins",
        "if game.absent not in (None, owed.seat):", "if False:", also=(game,)),
        who_fills_a_seat_is_absent, absence.SeatGone),
    Row("deck: its history", no_raise(DeckChains, "silent", "another here"),
        cheating("another history of the deck")),
    Row("deck: the seat that is due", no_raise(DeckChains, "silent", "the seat that is due"),
        cheating("another seat on the deck's chain")),
    Row("deck: no reveal", edited(DeckChains, "silent", "if machine.expect.body is Reveal:",
        "if False:"), cheating("about a reveal")),
)  # fmt: skip
_SEATS = (
    *(
        Row(f"reseat: a member ({name})", instead(absence, "check_members", accept),
            cheating(name))
        for name in (
            *("name twice", "identity twice", "name with signs that no screen shows"),
            *("bot that nobody runs", "person whom another runs"),
        )
    ),
    Row("reseat: whose machine runs bots", no_raise(absence, "members_with", "runs other seats"),
        cheating("another person for whose machine runs a bot")),
    Row("reseat: nonce", no_raise(absence, "members_with", "a fresh nonce"),
        cheating("nonce of the first entry")),
    Row("dead decks", no_raise(Table, "_machine", "BrokenChain(reason"),
        cheating("an entry on a dead deck")),
)  # fmt: skip
_BALLOTS = (
    Row("ballot: of this game", no_raise(BallotBox, "add", "a ballot of this game"),
        adding(game=bytes(32))),
    Row("ballot: about a seat of this game", no_raise(BallotBox, "add", "by and about seats"),
        adding_about_nobody),
    Row("ballot: signed", instead(SignedBallot, "verify", accept), adding_for_another),
    Row("ballot: its meaning", no_raise(SignedBallot, "verify", "a reason is given"),
        adding(reason="asleep")),
)  # fmt: skip
ROWS = (*_VOTES, *_OBJECTIONS, *_PLACES, *_SEATS, *_BALLOTS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_without_its_check_the_cheat_passes(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy_group():
        check(row, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_in_the_real_group(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
