"""Votes and the free seat at the line interface: real nodes, and what each reader is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from belote_cli.plain.inputs import (
    BringBot,
    Input,
    PlayOn,
    SeatSomebody,
    Unclear,
    Vote,
    read_line,
)
from belote_cli.plain.news import news_lines
from belote_cli.plain.seat_face import SeatFace
from belote_cli.standstill import EmptySeat, GivenSeat, OfferedSeat, SilentSeat
from belote_cli.words import Language
from belote_net.node.events import GameRewound, SeatClaimed, VoteCast
from belote_net.node.lobby import Settings
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.messages import Absence, Play, Seats
from tests.cli.games import pen
from tests.node.tables import Four, Player, four_players, wait_for

ENGLISH = pen(Language.ENGLISH)
TWO_DEALS = Settings(Options(end=End.FIXED_DEALS, target=0, deals=2), Seats.CHOSEN)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost link is told after a second."""
    monkeypatch.setattr("belote_cli.standstill.LOST_S", 1)


def face(player: Player, *, turn_s: int = 0) -> SeatFace:
    return SeatFace(player.live, ENGLISH, lambda: turn_s)


async def stall(four: Four, silent: Player) -> None:
    """Play until this player thinks about a card, and everybody waits for him."""
    silent.decider.pause = lambda view, duty: duty.kind == Play.kind
    await wait_for(lambda: silent.decider.paused)
    seat = four.players.index(silent)
    await wait_for(
        lambda: all(
            (still := player.live.votes.stall) is not None
            and (still.context.seat, still.context.kind) == (seat, Play.kind)
            for player in four.players
        )
    )


async def vote(seats: SeatFace) -> None:
    """Ask what a vote means, and cast it."""
    asked = await seats.take(Vote(is_sure=False))
    assert "A vote cannot be taken back." in asked
    assert await seats.take(Vote(is_sure=True)) == ()


@pytest.mark.usefixtures("hurried")
async def test_the_others_vote_a_stranger_sits_down_and_who_left_reads_it(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        lea, _, jo, _ = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, jo)
        path = jo.game.path
        await jo.kill()
        others = [player for player in four.players if player is not jo]
        seats = [face(player) for player in others]
        await wait_for(lambda: all(_is_warned(one) for one in seats))
        assert seats[0].news()[0].startswith("Waiting for Jo (not linked for ")
        assert seats[0].news() == ()
        for one in seats:
            await vote(one)
        await wait_for(lambda: all(isinstance(one.look(), EmptySeat) for one in seats))
        assert "asks" not in "".join(seats[0].lines())
        odile = Player("Odile", tmp_path / "Odile")
        await four.come(odile)
        filler = seats[2]
        await wait_for(lambda: isinstance(s := filler.look(), EmptySeat) and bool(s.sitters))
        assert any(line.startswith("1: Odile, ") for line in filler.lines())
        wishing = face(odile)
        assert isinstance(wishing.look(), EmptySeat)
        assert "You have asked for it" in wishing.lines()[0]
        assert await wishing.take(SeatSomebody(1)) == ("That is not for you to say now.",)
        assert await filler.take(SeatSomebody(0)) == filler.lines()[1:]
        assert await filler.take(SeatSomebody(1)) == ()
        for one in seats[:2]:
            await wait_for(
                lambda one=one: filler.look() is not None and (one.look(), one.is_asked)[1]  # type: ignore[misc]
            )
            assert "Odile is to take Jo's seat." in one.lines()
            assert await one.take(PlayOn()) == ()
        await wait_for(lambda: not isinstance(lea.game.table.state.absent, int))
        four.players[2] = odile
        jo.decider.pause = lambda view, duty: False
        await four.resume(jo, path)
        late = face(jo)
        await wait_for(lambda: isinstance(late.look(), GivenSeat))
        assert late.lines() == ("The others have gone on without you: Odile has your seat now.",)
        assert jo.live.view is None or jo.live.view.place is None


def _is_warned(seats: SeatFace) -> bool:
    still = seats.look()
    return isinstance(still, SilentSeat) and still.is_warned


@pytest.mark.usefixtures("hurried")
async def test_the_filler_brings_a_bot_of_his_machine_and_is_not_asked_again(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        lea, marcel, *_ = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, lea)
        await lea.kill()
        seats = [face(player) for player in four.players[1:]]
        await wait_for(lambda: all(_is_warned(one) for one in seats))
        for one in seats:
            await vote(one)
        await wait_for(lambda: all(isinstance(one.look(), EmptySeat) for one in seats))
        filler = seats[0]
        assert await seats[1].take(BringBot()) == ("That is not for you to say now.",)
        assert await filler.take(BringBot()) == ("A bot of this machine is coming.",)
        await wait_for(lambda: isinstance(filler.look(), OfferedSeat))
        for one in seats[1:]:
            await wait_for(
                lambda one=one: filler.look() is not None and (one.look(), one.is_asked)[1]  # type: ignore[misc]
            )
            told = "bot (on Marcel's machine: it will see seats 1 and 2) is to take Léa's seat."
            assert told in one.lines()[0]
            await one.take(PlayOn())
        await wait_for(lambda: marcel.game.table.state.absent is None)
        claimed = marcel.told(SeatClaimed)[-1]
        assert news_lines(claimed, marcel.live, ENGLISH) == ()  # that seat is not free any more


async def test_who_is_voted_about_is_told_to_speak_and_the_votes_are_shown(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        lea, marcel, jo, ines = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, marcel)
        accused, voter, other = face(marcel), face(lea), face(jo)
        await wait_for(lambda: isinstance(accused.look(), SilentSeat))
        assert accused.lines() == ()
        assert await accused.take(Vote(is_sure=False)) == ("There is nobody to vote about now.",)
        voter.look()
        assert not voter.is_asked  # nobody is late yet, but one may vote
        asked = await voter.take(Vote(is_sure=True))
        assert "Type vote yes to vote, anything else to wait." in asked  # never at the first word
        await voter.take(Vote(is_sure=True))
        assert await voter.take(Vote(is_sure=False)) == ("You have voted already.",)
        await wait_for(lambda: _is_warned(accused) and _is_warned(other))
        assert accused.lines() == (
            "The others propose to go on without you: speak now.",
            "Voted: Léa. Not yet: Jo, Inès.",
        )
        assert other.lines() == (
            "Léa proposes to go on without Marcel.",
            "Voted: Léa. Not yet: you, Inès.",
            "Type vote to go on without Marcel.",
        )
        await wait_for(lambda: bool(jo.told(VoteCast)))
        (cast,) = jo.told(VoteCast)
        assert news_lines(cast, jo.live, ENGLISH) == ("Léa votes to go on without Marcel.",)
        assert news_lines(cast, lea.live, ENGLISH) == ("You have voted to go on without Marcel.",)
        assert news_lines(cast, marcel.live, ENGLISH) == ("Léa votes to go on without you.",)
        assert news_lines(GameRewound(b"another", 3), ines.live, ENGLISH) == ()


@pytest.mark.usefixtures("hurried")
async def test_nobody_is_asked_to_vote_while_another_voter_is_away(tmp_path: Path) -> None:
    """Such a vote cannot end, and who comes back would not be heard: it says who is missing."""
    async with four_players(tmp_path) as four:
        lea, marcel, jo, ines = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, marcel)
        path = ines.game.path
        seats, late = face(lea), face(jo, turn_s=1)
        await ines.kill()
        await wait_for(lambda: lea.live.votes.stall is not None and _missing(lea) == (3,))
        await wait_for(lambda: _is_warned(late))
        told = "All the others have to vote, and Inès is not linked."
        assert late.lines()[-1] == told
        assert not late.is_asked
        assert (await late.take(Vote(is_sure=False)))[-1] == told
        await late.take(Vote(is_sure=True))
        assert await seats.take(Vote(is_sure=True)) == await seats.take(Vote(is_sure=False))
        assert not any(player.told(VoteCast) for player in four.players)
        await four.resume(ines, path)
        await wait_for(lambda: _missing(jo) == ())
        await wait_for(lambda: _is_warned(late) and late.is_asked)
        assert late.lines()[-1] == "Type vote to go on without Marcel."
        await vote(late)
        await wait_for(lambda: bool(jo.told(VoteCast)))


async def test_who_has_voted_is_not_missing(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        lea, marcel, jo, ines = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, marcel)
        ines.live.votes.vote_absent()
        await wait_for(lambda: bool(lea.told(VoteCast)))
        gone = ines.live.identity
        await ines.kill()
        await wait_for(lambda: gone not in lea.live.linked)
        assert _missing(lea) == ()
        await jo.kill()
        await wait_for(lambda: _missing(lea) == (2,))


def _missing(player: Player) -> tuple[int, ...]:
    stall = player.live.votes.stall
    return stall.missing if stall is not None else (-1,)


async def test_a_turn_that_takes_long_is_told_where_the_clock_is_on(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        silent = four.players[1]
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, silent)
        patient, hurried = face(four.players[0]), face(four.players[0], turn_s=1)
        hurried.look()
        await wait_for(lambda: _is_warned(hurried))
        patient.look()
        assert patient.lines() == ()
        assert hurried.lines()[0] == "Waiting for Marcel (for 1 s)."


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("vote", Vote(is_sure=False)),
        ("Voter", Vote(is_sure=False)),
        ("vote  yes", Vote(is_sure=True)),
        ("voter oui", Vote(is_sure=True)),
        ("seat 2", SeatSomebody(2)),
        ("asseoir 1", SeatSomebody(1)),
        ("seat", SeatSomebody(0)),
        ("seat 99", SeatSomebody(0)),
        ("robot", BringBot()),
        ("bot", BringBot()),
        ("play on", PlayOn()),
        ("continuer", PlayOn()),
        ("vote no", Unclear("vote no")),
    ],
)
def test_what_is_typed_about_a_seat(line: str, typed: Input) -> None:
    assert read_line(line, None, ENGLISH.cards) == typed


def test_a_yes_alone_is_never_a_vote() -> None:
    for line in ("yes", "oui", "y", "o"):
        assert not isinstance(read_line(line, None, ENGLISH.cards), Vote)


async def test_what_was_taken_back_is_told_to_who_said_it_and_to_the_others(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        lea, marcel, jo, ines = four.players
        await four.gather(TWO_DEALS)
        await four.start()
        await stall(four, marcel)
        for player in (lea, jo, ines):
            player.live.votes.vote_absent()
        await wait_for(lambda: marcel.game.table.state.absent is not None)
        (absence,) = (one.entry for one in marcel.log if one.entry.kind == Absence.kind)
        rewound = GameRewound(marcel.game.table.game, absence.seq)
        assert news_lines(rewound, marcel.live, ENGLISH) == (
            "The others had gone on without you: your card was taken back.",
        )
        (told,) = news_lines(rewound, lea.live, ENGLISH)
        assert told.startswith("The others had gone on without one player")
        (told,) = news_lines(GameRewound(absence.game, 9), lea.live, ENGLISH)
        assert told.startswith("All others had gone on with what one player said")
