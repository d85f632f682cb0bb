"""The checks of opened hands and dead decks, taken out one at a time (see
`test_removed_table_checks`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from belote_net.table import absence, recovery
from belote_net.table.decks import DeckChains
from belote_net.table.messages import Absence, Distribution, EntryCopy, Play, Recover
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import Reveal, deck_chain
from belote_protocol.entry import Seat, SignedEntry
from belote_protocol.preparation import make_reveal
from tests.protocol.removal import instead, no_raise
from tests.protocol.toy_group import toy_group
from tests.table.leaving import certificate_at
from tests.table.open_hands import leave_at, open_table
from tests.table.recover_cheats import HELP
from tests.table.scenarios import Scenario
from tests.table.stage import Stage
from tests.table.taking_out import accept, edited
from tests.table.test_dead_decks import (
    by_another,
    complain_falsely,
    dead,
    deal_it_all_the_same,
    go_on_to,
    in_the_middle,
    other_culprit,
)
from tests.table.test_removed_table_checks import Row, check

_HELP = {cheat.name: cheat for cheat in HELP}


def helping_falsely(name: str, helper: int = 0) -> Scenario:
    """A cheat of one who is asked to open a hand."""

    def scenario() -> None:
        game = open_table(7)
        leave_at(game, 5)
        for _ in range(helper):
            game.deliver(game.answer(game.table.waiting()[0]))
        duty = game.table.waiting()[0]
        signed = _HELP[name].forge(Stage(game, duty, game.answer(duty)))
        assert signed is not None
        game.table.fold(signed)

    return scenario


def telling(cheat: Callable[[Stage], SignedEntry]) -> Scenario:
    """A cheat where it is due to tell who killed a deck."""

    def scenario() -> None:
        stage = dead(open_table(1))
        stage.table.fold(cheat(stage))

    return scenario


def unfinished_deck_dealt() -> None:
    """The last seat's complaint is dealt as if it were its shuffle."""
    game = open_table(1)
    complain_falsely(game, 3, 0)
    go_on_to(game, Absence.kind)
    duty = game.table.waiting()[0]
    game.table.fold(deal_it_all_the_same(Stage(game, duty, game.answer(duty))))


def absent_for_a_seed() -> None:
    """Voted out for a seed that nobody has to open."""
    game = open_table(1)
    go_on_to(game, Distribution.kind)
    last = game.table.log.entry(deck_chain(1), 11)
    assert last is not None
    body = certificate_at(game, SilentPlace(deck_chain(1), 12, last.head, 0))
    dealing = game.table.due(TABLE_CHAIN)
    assert dealing is not None
    speaker = absence.speaker_about(game.table.state, Seat(0), dealing.seat)
    context = replace(dealing, seat=speaker, kind=Absence.kind)
    game.table.fold(SignedEntry.seal(context, body, game.identities[speaker]))


def absent_without_votes() -> None:
    """Nobody has voted, and the table waits for a card."""
    game = open_table(1)
    duty = game.play_until(Play.kind)
    speaker = game.table.state.seats_from(duty.seat)[1]
    context = replace(duty.context, kind=Absence.kind, seat=speaker)
    body = Absence(SilentPlace.of(duty.context), (), ())
    game.table.fold(SignedEntry.seal(context, body, game.identities[speaker]))


def end_with_evidence(stage: Stage) -> SignedEntry:
    """An entry held up against who needs no such proof."""
    copy = EntryCopy(stage.honest.raw, stage.honest.signature)
    return stage.seal(structs.replace(stage.body(Absence), refused=(copy,)))


def seed_of_an_opened_deal() -> None:
    """A seed of a deal in which a hand was opened by others."""
    game = open_table(1)
    leave_at(game, 31)
    while game.table.waiting()[0].kind == Recover.kind:
        signed = game.answer(game.table.waiting()[0])
        game.deliver(signed)
    number = game.table.state.decks_burnt
    head = game.table.log.counts()["table"][1]
    context = game.table.due(deck_chain(number))
    assert context is not None
    assert context.kind == Reveal.kind
    seeds = game.kept_seeds[context.seat] | game.vaults[context.seat].seeds
    body = make_reveal(seeds[deck_chain(number)], head)
    game.table.fold(SignedEntry.seal(context, body, game.identities[context.seat]))


ROWS = (
    Row("recover: proof", instead(recovery, "verify_shares", accept),
        helping_falsely("one wrong share")),
    Row("recover: all cards", instead(recovery, "verify_shares", accept),
        helping_falsely("one card fewer")),
    Row("recover: its own share", edited(recovery, "check_recover",
        "others.index(context.seat)", "others.index(context.seat) + 1"),
        helping_falsely("share of another")),
    Row("deck: complete", edited(DeckChains, "completed", "state.is_complete and ", ""),
        unfinished_deck_dealt),
    Row("silent: in the preparation", edited(DeckChains, "silent",
        "if machine.expect.body is Reveal:", "if False:"), absent_for_a_seed),
    Row("end: of this deck", no_raise(DeckChains, "verify_end", "that killed deck"),
        telling(other_culprit)),
    Row("end: not in the middle", edited(DeckChains, "verify_end",
        " and last.entry.kind == Expose.kind", ""), telling(in_the_middle)),
    Row("end: who tells it", no_raise(absence, "_check_end", "an absence told by"),
        telling(by_another)),
    Row("end: votes", edited(absence, "_check_end",
        "if owed.body is not Distribution or decks is None or body.refused:", "if False:"),
        absent_without_votes, AttributeError),
    Row("end: no evidence", edited(absence, "_check_end", " or body.refused", ""),
        telling(end_with_evidence)),
    Row("reveal: never of an opened hand", edited(DeckChains, "follow",
        " and deal.opened is None", ""), seed_of_an_opened_deal),
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_without_its_check_the_cheat_passes(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    with toy_group():
        check(row, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.check)
def test_in_the_real_group(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    check(row, monkeypatch)
