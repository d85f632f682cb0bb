"""A whole match by every preset, four seats and the toy group, verified from its log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belote_net.bots.bidding import choose_bid
from belote_net.bots.playing import choose_card
from belote_net.rules.choices import Annonces, End
from belote_net.rules.options import Options
from belote_net.rules.presets import PRESETS
from belote_net.table.audit import Verdict, audit_log
from belote_net.table.decisions import Decision, Duty, PlaceBid, PlayCard
from belote_net.table.events import CardPlayed, DealScored, DeclarationsShown, GameOver
from belote_net.table.messages import Call
from belote_net.table.view import TableView
from tests.four_seats import FourSeats
from tests.protocol.toy_group import toy_group


def as_bots_do(view: TableView, duty: Duty) -> Decision:
    if duty.kind == Call.kind:
        return PlaceBid(choose_bid(view))
    card = choose_card(view)
    return PlayCard(card, announce=card in view.announceable)


def shortened(options: Options) -> Options:
    """A match of a few deals by the same rules."""
    if options.end is End.FIXED_DEALS:
        return replace(options, deals=2)
    return replace(options, target=200)


def play(options: Options, seed: str) -> None:
    """Play to the last signature, and check what the log says of the match."""
    game = FourSeats(options=options, seed=seed, choosers=dict.fromkeys(range(4), as_bots_do))
    with toy_group():
        game.play()
        audit = audit_log(tuple(game.table.log))
    assert audit.verdict is Verdict.FINISHED, audit.refusal
    assert audit.table is not None
    state, match = audit.table.state, audit.table.state.current_match
    assert state.options == options
    assert state.signed == 4
    events = [event for step in audit.steps for event in step.events]
    scored = [event for event in events if isinstance(event, DealScored)]
    (over,) = (event for event in events if isinstance(event, GameOver))
    assert (over.winner, over.totals) == (match.winner, match.scores)
    assert match.scores == tuple(
        sum(event.score.points[team] for event in scored) for team in range(2)
    )
    if options.end is End.FIXED_DEALS:
        assert len(scored) >= options.deals
    else:
        assert max(match.scores) >= options.target
    declares = options.annonces is Annonces.ON
    assert declares or not any(isinstance(event, DeclarationsShown) for event in events)
    assert declares or not any(isinstance(event, CardPlayed) and event.claims for event in events)


@pytest.mark.parametrize("name", PRESETS)
def test_a_short_match(name: str) -> None:
    play(shortened(PRESETS[name]), f"short/{name}")


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_match(name: str) -> None:
    play(PRESETS[name], f"whole/{name}")
