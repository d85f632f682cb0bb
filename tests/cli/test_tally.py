"""The score at a glance is the score of the table, after every entry, or it is not told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from belote_cli.game_list import players_words, summarize
from belote_cli.homes import DEFAULT_PROFILE
from belote_cli.tally import SideScore, tally
from belote_cli.words import Language, Words
from belote_net.rules.choices import End
from belote_net.rules.presets import PRESETS
from belote_net.table.messages import Call, Distribution, Flip, Play, Result
from belote_net.table.opening import TABLE_CHAIN, open_game
from belote_protocol.codec import decode
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.identity import Identity
from tests.cli.games import entries, finished_game, pen, write_game
from tests.cli.support import Run
from tests.four_seats import FourSeats, seeded_bytes
from tests.protocol.toy_group import toy_group
from tests.table.test_whole_matches import as_bots_do


def told(log: Sequence[SignedEntry]) -> tuple[int, ...]:
    """The points of all sides, by the tally."""
    return tuple(side.points for side in tally(open_game(log[0]), log[1:]))


@pytest.mark.slow
@pytest.mark.parametrize("preset", list(PRESETS))
def test_after_every_entry_of_a_match_by_every_preset(preset: str) -> None:
    options = PRESETS[preset]
    fixed = options.end is End.FIXED_DEALS
    options = replace(options, deals=3) if fixed else replace(options, target=400)
    seats = FourSeats(
        options=options, seed=f"tally/{preset}", choosers=dict.fromkeys(range(4), as_bots_do)
    )
    compared = 0
    with toy_group():
        for signed in seats.steps():
            match = seats.table.state.match
            if signed.entry.chain == TABLE_CHAIN and match is not None:
                assert told(tuple(seats.table.log)) == match.scores
                compared += 1
    assert compared > 80
    assert any(told(tuple(seats.table.log)))


def final_scores() -> tuple[int, ...]:
    match = finished_game().table.state.match
    assert match is not None
    return match.scores


def test_the_short_game_and_who_plays_on_which_side() -> None:
    ours, theirs = final_scores()
    assert tally(open_game(entries()[0]), entries()[1:]) == (
        SideScore(("Léa", "Jo"), ours),
        SideScore(("Inès", "Marcel"), theirs),
    )
    assert told(entries()[:60]) == (0, 0)
    assert told(entries()[:1]) == ()


def altered(log: Sequence[SignedEntry], kind: str, **changes: object) -> list[SignedEntry]:
    """A log whose last entry of a kind says something else; signatures are not looked at."""
    index = max(at for at, signed in enumerate(log) if signed.entry.kind == kind)
    entry = log[index].entry
    body: type[Body] = {one.kind: one for one in (Play, Result, Distribution)}[kind]
    changed = structs.replace(decode(body, entry.body), **changes)
    identity = Identity.generate(seeded_bytes("altered"))
    return [*log[:index], SignedEntry.seal(entry.context, changed, identity), *log[index + 1 :]]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (Result.kind, {"digest": bytes(32)}),
        (Distribution.kind, {"digest": bytes(32)}),
        (Play.kind, {"card": 63}),
    ],
)
def test_what_the_log_does_not_confirm_is_not_told(kind: str, changes: dict[str, object]) -> None:
    assert told(altered(entries(), kind, **changes)) == ()


def test_entries_without_those_before_them_tell_nothing() -> None:
    first, *rest = entries()
    for start in range(0, len(rest), 7):
        assert told([first, *rest[start:]]) in ((), told(entries()))
    for left_out in (Flip.kind, Call.kind, Distribution.kind):
        kept = [signed for signed in rest if signed.entry.kind != left_out]
        assert told([first, *kept]) == ()


def test_games_are_listed_with_their_score(belote: Run, tmp_path: Path) -> None:
    folder = tmp_path / "home" / DEFAULT_PROFILE / "games"
    folder.mkdir(parents=True)
    write_game(folder / "2026-01-01-a.belote", entries())
    write_game(folder / "2026-01-02-b.belote", entries()[:60])
    whole, part = belote("games", lang="fr").lines
    ours, theirs = final_scores()
    assert f" : Léa et Jo {ours}, Inès et Marcel {theirs} ; 1 donne ; " in whole
    assert " : Léa et Jo 0, Inès et Marcel 0 ; " in part
    listed = json.loads(belote("games", "--json").out)
    assert listed[0]["scores"] == [
        {"players": ["Léa", "Jo"], "points": ours},
        {"players": ["Inès", "Marcel"], "points": theirs},
    ]


def test_without_a_score_there_are_the_names(tmp_path: Path) -> None:
    path = write_game(tmp_path / "2026-01-01-a.belote", entries()[:1])
    summary = summarize(path, Words(Language.ENGLISH))
    assert summary.scores == ()
    assert players_words(summary, pen()) == "Léa, Marcel, Jo, Inès"
