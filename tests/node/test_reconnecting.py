"""Links that break while everybody lives on: who comes back sits where he sat, with his cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from belote_net.node.frames import Frame, Role
from belote_net.node.framing import encode_frame
from belote_net.node.lobby import Settings
from belote_net.node.session import Session
from belote_net.node.vault import Vault
from belote_net.rules.choices import Audit, End, Tie
from belote_net.rules.options import Options
from belote_net.table.decisions import Decision, Duty
from belote_net.table.messages import Call, Distribution, Play, Seats, Share
from belote_net.table.opening import TABLE_CHAIN
from belote_net.table.view import TableView
from belote_protocol.entry import EntryContext
from belote_protocol.seed import Seed
from tests.node.cables import Cables
from tests.node.spectators import bidding, third_trick
from tests.node.tables import Four, Player, RandomDecider, four_players, wait_for
from tests.node.test_games import assert_same_game
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick

pytestmark = pytest.mark.slow

RECONNECTIONS = 50


def secret_deals(count: int) -> Settings:
    """So many deals, after which no seed is revealed."""
    options = Options(end=End.FIXED_DEALS, target=0, deals=count, tie=Tie.DRAW, audit=Audit.NEVER)
    return Settings(options, Seats.CHOSEN)


class Counting(RandomDecider):
    """Looks at its hand whenever it is asked.

    Attributes:
        wrong: hands with another number of cards than the moment asks for.
        asked: what was asked, in order.
    """

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.wrong: list[tuple[str, int]] = []
        self.asked: list[EntryContext] = []

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        self.asked.append(duty.context)
        due = 8 - len(view.tricks) if duty.kind == Play.kind else 5
        if duty.kind in (Call.kind, Play.kind) and len(view.hand) != due:
            self.wrong.append((duty.kind, len(view.hand)))
        return await super().decide(view, duty)


def due_at_the_table(player: Player) -> list[Duty]:
    """What the game itself waits for, as this player's node has it; decks are made beside it."""
    return [duty for duty in player.live.waiting if duty.chain == TABLE_CHAIN]


def count_hands(four: Four) -> list[Counting]:
    deciders = [Counting(player.name) for player in four.players]
    for player, decider in zip(four.players, deciders, strict=True):
        player.decider = decider
    return deciders


@pytest.mark.parametrize("pause", [bidding, third_trick], ids=["auction", "third trick"])
@pytest.mark.parametrize("who", [0, 2], ids=["host", "guest"])
async def test_a_link_that_breaks_at_ones_turn_takes_neither_cards_nor_the_turn(
    tmp_path: Path, pause: Callable[[TableView, Duty], bool], who: int
) -> None:
    async with four_players(tmp_path) as four:
        cables, deciders = Cables(four), count_hands(four)
        await four.gather()
        away = four.players[who]
        away.decider.pause = pause
        for player in four.players:
            player.decider.passes = pause is bidding and player is not away
        await four.start()
        await wait_for(lambda: away.decider.paused)
        before, due = away.live.view, due_at_the_table(away)
        await wait_for(lambda: all(due_at_the_table(one) == due for one in four.players))
        await cables.cut(away)
        await trio.sleep(0.3)
        # He is still asked, and the others still wait for him and for nobody else.
        assert away.live.view == before
        assert all(due_at_the_table(one) == due for one in four.players)
        assert [one.seat for one in due] == [who]
        await cables.mend()
        assert away.live.view == before
        assert len(deciders[who].asked) == len(set(deciders[who].asked))
        away.decider.pause = lambda view, duty: False
        await four.finish()
        assert_same_game(four)
        assert [decider.wrong for decider in deciders] == [[], [], [], []]


@pytest.mark.parametrize("kind", [Distribution, Share], ids=["dealing", "shares"])
@pytest.mark.parametrize("who", [0, 1, 3])
async def test_a_link_that_breaks_while_cards_are_dealt_loses_none(
    tmp_path: Path, kind: type[Distribution | Share], who: int
) -> None:
    async with four_players(tmp_path) as four:
        cables, deciders = Cables(four), count_hands(four)
        await four.gather()
        away = four.players[who]
        await four.start()
        await wait_for(
            lambda: (
                away.live.game is not None and any(one.entry.kind == kind.kind for one in away.log)
            )
        )
        await cables.cut(away)
        await trio.sleep(0.1)
        await cables.mend()
        await four.finish()
        assert_same_game(four)
        assert [decider.wrong for decider in deciders] == [[], [], [], []]
        played = [one.entry.seat for one in four.players[0].log if one.entry.kind == Play.kind]
        assert [played.count(seat) for seat in range(4)] == [8] * 4


async def test_after_each_of_fifty_reconnections_one_can_play(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        cables, deciders = Cables(four), count_hands(four)
        await four.gather(secret_deals(2))
        asked: set[EntryContext] = set()

        def waits(player: Player) -> Callable[[TableView, Duty], bool]:
            def pause(view: TableView, duty: Duty) -> bool:
                if duty.kind == Play.kind and len(asked) < RECONNECTIONS:
                    player.decider.paused = duty.context not in asked
                    return player.decider.paused
                return False

            return pause

        for player in four.players:
            player.decider.pause = waits(player)
        await four.start()
        while len(asked) < RECONNECTIONS:
            await wait_for(lambda: any(player.decider.paused for player in four.players))
            (away,) = (player for player in four.players if player.decider.paused)
            (due,) = due_at_the_table(away)
            await cables.cut(away)
            await cables.mend()
            away.decider.paused = False
            asked.add(due.context)
            await wait_for(
                lambda due=due: all(  # type: ignore[misc]  # inferred
                    player.game.table.log.count(TABLE_CHAIN) > due.context.seq
                    for player in four.players
                )
            )
        await four.finish()
        assert_same_game(four)
        assert [decider.wrong for decider in deciders] == [[], [], [], []]


async def test_who_comes_back_has_his_own_seat_and_is_sent_no_other_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Frame] = []
    seeds: dict[Vault, set[bytes]] = {}
    next_frame, seed_of = Session._next_frame, Vault.seed

    def remember(vault: Vault, purpose: str) -> Seed:
        seed = seed_of(vault, purpose)
        seeds.setdefault(vault, set()).add(bytes(seed))
        return seed

    monkeypatch.setattr(Vault, "seed", remember)
    async with four_players(tmp_path) as four:
        await four.gather(secret_deals(1))
        back = four.players[2]
        await four.start()
        await play_until_in_trick(four, back)
        path, me, before = back.game.path, back.live.identity, back.live.view
        assert before is not None
        await back.kill()

        def record(session: Session) -> Frame | None:
            frame = next_frame(session)
            if frame is not None and session.peer.identity == me:
                sent.append(frame)
            return frame

        monkeypatch.setattr(Session, "_next_frame", record)
        own = set().union(*(found for vault, found in seeds.items() if _is_at(vault, path.parent)))
        back.decider.paused = False
        await four.resume(back, path)
        await wait_for(lambda: back.decider.paused and len(back.live.linked) == 3)
        view = back.live.view
        assert view is not None
        assert (view.place, view.hand, view.turn) == (before.place, before.hand, before.turn)
        assert back.live.room.role is Role.PLAY
        wire = b"".join(map(encode_frame, sent))
        others = set().union(*seeds.values()) - own
        assert len(others) >= 3
        assert sent
        assert not any(secret in wire for secret in others)
        for player in four.players:
            player.decider.pause = lambda view, duty: False
        await four.finish()
        assert_same_game(four)


def _is_at(vault: Vault, folder: Path) -> bool:
    return vault.path.parent == folder


async def test_while_one_is_away_nobody_goes_on_without_the_word_of_all_others(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        away = four.players[0]  # the host, and the dealer of the first deal
        await four.gather(TWO_DEALS)
        await four.start()
        await play_until_in_trick(four, away)
        path, others = away.game.path, four.players[1:]
        await away.kill()
        before = [player.game.table.log.count(TABLE_CHAIN) for player in others]
        for player in others[:2]:
            player.live.votes.vote_absent()
        await trio.sleep(0.5)
        assert [player.game.table.log.count(TABLE_CHAIN) for player in others] == before
        assert [one.seat for player in others for one in due_at_the_table(player)] == [0, 0, 0]
        assert all(player.live.votes.free_seat is None for player in others)
        # Two votes are not enough to take his turn away: he comes back, and plays.
        away.decider.pause = lambda view, duty: False
        await four.resume(away, path)
        await four.finish()
        assert_same_game(four)
        assert len(four.players[1].game.table.state.played) == 2
