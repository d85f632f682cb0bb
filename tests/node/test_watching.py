"""Spectators of real games: they see what the log says, and nothing else; they say nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from belote_net.node.discovery import FoundTable
from belote_net.node.errors import CodeRefused, LobbyError, PeerRefused, Refusal
from belote_net.node.events import CodeTried, GameOpened, PeerLeft, Said, TurnedAway
from belote_net.node.frames import (
    MAX_WATCHERS,
    Bye,
    EntryFrame,
    Frame,
    Have,
    LobbyFrame,
    Ping,
    Pong,
    Role,
    Say,
)
from belote_net.node.framing import encode_frame
from belote_net.node.lobby import Settings
from belote_net.node.session import Session
from belote_net.node.storage import LogFile, read_log
from belote_net.node.vault import Vault
from belote_net.rules.choices import Audit
from belote_net.table.audit import Verdict, audit_log
from belote_protocol.entry import SignedEntry
from belote_protocol.seed import Seed
from tests.node.spectators import (
    bidding,
    go_on,
    has_all,
    open_to_spectators,
    pause,
    resume_at,
    shown_names,
    spectator,
    spectator_in_the_middle,
    third_trick,
)
from tests.node.tables import ONE_DEAL, Player, four_players, wait_for
from tests.node.test_leaving import TWO_DEALS, play_until_in_trick, seat_stranger, vote

pytestmark = pytest.mark.slow

SECRET_DEAL = Settings(replace(ONE_DEAL.options, audit=Audit.NEVER), ONE_DEAL.seats)
"""No seed is ever revealed."""


async def test_a_game_is_watched_from_the_lobby_to_its_end(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        code, watcher = four.host.code, spectator(four, tmp_path)
        await four.come(watcher)
        assert four.host.code == code  # no seat was taken
        await wait_for(lambda: all(shown_names(player) == ["Zoé"] for player in four.players))
        game = await four.start()
        await four.finish()
        await wait_for(lambda: watcher.live.game is not None and watcher.game.table.is_signed)
        await has_all(watcher, four)
        assert watcher.game.replica.game == game
        assert watcher.live.view is not None
        assert (watcher.live.view.place, watcher.live.view.hand) == (None, ())
        assert watcher.live.waiting == ()
        assert watcher.live.addresses == ()
        assert watcher.live.linked == {four.host.identity}
        assert list(watcher.root.rglob("*.secrets")) == []
        entries = [one.signed for one in read_log(watcher.game.path).records]
        assert audit_log(entries).verdict is Verdict.FINISHED
        me = watcher.live.identity
        assert all(me not in player.game.members for player in four.players)


async def test_who_comes_in_the_middle_sees_the_game_so_far_and_the_rest(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        watcher = await spectator_in_the_middle(four, tmp_path, third_trick)
        assert watcher.live.view is not None
        assert len(watcher.live.view.tricks) == 2
        assert watcher.live.waiting == four.host.waiting
        assert not watcher.live.is_behind
        go_on(four)
        await four.finish()
        await has_all(watcher, four)
        assert watcher.told(GameOpened) == [
            GameOpened(four.players[0].game.replica.game, resumed=False)
        ]


async def test_a_spectator_knows_who_is_here_by_the_host_alone(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        await pause(four, third_trick)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        everybody = {player.live.identity for player in four.players}
        await wait_for(lambda: watcher.live.here == everybody and watcher.live.game is not None)
        gone = four.players[2].live.identity
        await four.players[2].kill()
        await wait_for(lambda: watcher.live.here == everybody - {gone})
        await four.players[0].kill()
        await wait_for(lambda: not watcher.live.linked)
        assert watcher.live.is_behind
        assert watcher.live.here == everybody  # nobody is known to be away


async def test_a_link_that_is_lost_comes_back_without_a_code(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        watcher = await spectator_in_the_middle(four, tmp_path, bidding)
        me = watcher.live.identity
        four.host.renew_code()
        four.host.room.links.sessions[me].end("a cable was pulled")
        await wait_for(lambda: bool(watcher.told(PeerLeft)) and me in four.host.linked)
        go_on(four)
        await four.finish()
        await has_all(watcher, four)


async def test_after_a_restart_the_host_still_lets_its_spectators_in(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        watcher = await spectator_in_the_middle(four, tmp_path, third_trick)
        host, path, port = four.players[0], four.players[0].game.path, four.host.addresses[0].port
        await wait_for(lambda: path.with_suffix(".watchers").exists())
        await host.kill()
        go_on(four)
        await resume_at(four, host, path, port)
        await wait_for(lambda: watcher.live.identity in four.host.linked)
        await wait_for(lambda: shown_names(host) == ["Zoé"])
        await four.finish()
        await has_all(watcher, four)


async def test_a_table_that_was_never_watched_is_not_after_a_restart(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await pause(four, bidding)
        host, path = four.players[0], four.players[0].game.path
        await host.kill()
        assert not path.with_suffix(".watchers").exists()
        await four.resume(host, path)
        with pytest.raises(PeerRefused) as caught:
            await four.come(spectator(four, tmp_path))
        assert caught.value.reason is Refusal.CLOSED


async def test_a_spectator_goes_on_from_its_own_copy(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        watcher = await spectator_in_the_middle(four, tmp_path, third_trick)
        path = watcher.game.path
        await wait_for(lambda: path.with_suffix(".peers").exists())
        await watcher.kill()
        await four.resume(watcher, path)  # without a code
        await wait_for(lambda: watcher.live.identity in four.host.linked)
        go_on(four)
        await four.finish()
        await has_all(watcher, four)


async def test_who_comes_again_with_a_code_goes_on_in_the_same_file(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        watcher = await spectator_in_the_middle(four, tmp_path, bidding)
        path = watcher.game.path
        await watcher.kill()
        go_on(four)
        await four.finish()
        await four.come(watcher)
        await has_all(watcher, four)
        assert watcher.game.path == path
        assert [event.resumed for event in watcher.told(GameOpened)] == [False, True]


async def test_a_spectator_gives_nothing_back_to_a_host_that_has_lost_its_end(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        watcher, host = await spectator_in_the_middle(four, tmp_path, third_trick), four.players[0]
        path, port, me = host.game.path, four.host.addresses[0].port, four.host.identity
        await wait_for(lambda: path.with_suffix(".watchers").exists())
        for player in four.players:
            await player.kill()
        records = read_log(path).records
        path.unlink()
        LogFile.create(path, records[: len(records) // 2]).close()
        await resume_at(four, host, path, port)
        await wait_for(lambda: me in watcher.live.linked)
        session, replica = watcher.live.room.links.sessions[me], watcher.game.replica
        await wait_for(lambda: not watcher.live.is_behind)
        assert session.counts[replica.game] != replica.durable
        assert not isinstance(session._next_frame(), EntryFrame)


async def test_one_game_after_the_other_is_watched_and_no_older_one(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four, SECRET_DEAL)
        watcher, late = spectator(four, tmp_path), spectator(four, tmp_path, "Tard")
        await four.come(watcher)
        first = await four.start()
        await four.finish()
        await has_all(watcher, four)
        await pause(four, bidding)
        second = four.players[0].game.replica.game
        await four.come(late)
        for one in (watcher, late):
            await has_all(one, four)
        assert [event.game for event in watcher.told(GameOpened)] == [first, second]
        assert [event.game for event in late.told(GameOpened)] == [second]


async def test_the_lobby_asks_everybody_again_when_the_table_is_opened(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            player.live.set_ready()
        await wait_for(lambda: all(one.ready for one in four.members))
        four.host.let_watch(allowed=True)
        await wait_for(lambda: all(shown_names(player) == [] for player in four.players))
        assert all(player.live.room.desk.wish.ready is None for player in four.players[1:])
        assert not any(one.ready for one in four.members)
        with pytest.raises(LobbyError):
            await four.host.start()


async def test_what_the_network_is_told_follows_the_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[FoundTable] = []

    async def advertise(table: FoundTable, instance: bytes) -> None:
        told.append(table)
        await trio.sleep_forever()

    monkeypatch.setattr("belote_net.node.node.advertise", advertise)
    async with four_players(tmp_path) as four:
        await four.open()
        four.host.announce("Chez Léa")
        for count, allowed in enumerate((True, False), start=1):
            await wait_for(lambda count=count: len(told) == count)  # type: ignore[misc]  # inferred
            four.host.let_watch(allowed=allowed)
        await wait_for(lambda: len(told) == 3)
        assert [table.may_be_watched for table in told] == [False, True, False]
        assert {table.table for table in told} == {"Chez Léa"}


async def test_who_closes_the_table_sends_its_spectators_away(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        me = watcher.live.identity
        await wait_for(lambda: me in four.host.linked)
        four.host.let_watch(allowed=False)
        await wait_for(lambda: me not in four.host.linked)
        calls = watcher.live.room.links._failures
        await wait_for(lambda: calls.get(four.host.identity, 0) >= 3)
        assert [event.identity for event in watcher.told(TurnedAway)] == [four.host.identity]
        assert shown_names(four.players[0]) is None


async def test_a_closed_table_is_not_watched_and_the_code_is_not_spent(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for _ in range(6):
            with pytest.raises(PeerRefused) as caught:
                await four.come(spectator(four, tmp_path))
            assert caught.value.reason is Refusal.CLOSED
        assert four.players[0].told(CodeTried) == []


async def test_wrong_codes_lock_a_table_that_is_watched_too(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        await pause(four, bidding)
        watcher, code = spectator(four, tmp_path), four.host.code
        assert four.host.open_code() == code
        for _ in range(5):
            with pytest.raises(CodeRefused):
                await four.come(watcher, "0-zebre-zebre")
        with pytest.raises(PeerRefused) as caught:
            await four.come(watcher, code)
        assert caught.value.reason is Refusal.LOCKED
        fresh = four.host.open_code()
        assert fresh != code
        await four.come(watcher, fresh)


async def test_a_code_seats_nobody_once_the_game_has_begun(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        await pause(four, bidding)
        with pytest.raises(PeerRefused) as caught:
            await four.come(Player("Zoé", tmp_path / "Zoé"))
        assert caught.value.reason is Refusal.FULL


async def test_the_ninth_is_told_and_comes_in_when_one_leaves(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        crowd = [spectator(four, tmp_path, f"Z{number}") for number in range(MAX_WATCHERS)]
        for one in crowd:
            await four.come(one)
        ninth = spectator(four, tmp_path)
        with pytest.raises(PeerRefused, match="8 watch this table already") as caught:
            await four.come(ninth)
        assert caught.value.reason is Refusal.CROWDED
        await crowd[0].kill()
        await wait_for(lambda: len(four.host.linked) == 3 + MAX_WATCHERS - 1)
        await four.come(ninth)
        shown = shown_names(four.players[0])
        assert shown is not None
        assert len(shown) == MAX_WATCHERS


async def test_a_spectator_hears_what_is_said_and_says_nothing(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        await wait_for(lambda: watcher.live.lobby is not None)
        four.players[2].live.say("belle partie")
        await wait_for(lambda: [one.text for one in watcher.told(Said)] == ["belle partie"])
        with pytest.raises(LobbyError):
            watcher.live.say("moi aussi")
        assert len(watcher.told(Said)) == 1


async def test_a_player_who_leaves_is_voted_out_before_a_spectator_who_has_no_vote(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        await open_to_spectators(four, TWO_DEALS)
        watcher, leaver = spectator(four, tmp_path), four.players[2]
        await four.come(watcher)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await wait_for(lambda: watcher.live.votes.stall is not None)
        with pytest.raises(LobbyError, match="has no vote"):
            watcher.live.votes.vote_absent()
        await vote(four, leaver)
        await wait_for(lambda: watcher.live.votes.free_seat is not None)
        late = spectator(four, tmp_path, "Tard")
        await four.come(late, four.host.open_code())
        for one in (watcher, late):
            await has_all(one, four)
            assert one.live.votes.free_seat == four.host.votes.free_seat
            assert one.live.votes.claimants == four.host.votes.claimants
            assert audit_log(one.log).verdict is Verdict.UNFINISHED


async def test_who_took_a_seat_in_mid_game_is_here_for_a_spectator_too(tmp_path: Path) -> None:
    """The host's list is as it was when the game began: it does not name him."""
    async with four_players(tmp_path) as four:
        await open_to_spectators(four, TWO_DEALS)
        watcher, leaver = spectator(four, tmp_path), four.players[2]
        await four.come(watcher)
        await four.start()
        await play_until_in_trick(four, leaver)
        await leaver.kill()
        await vote(four, leaver)
        odile = await seat_stranger(four, 2, four.players[3], four.players[0])
        odile.decider.pause = lambda view, duty: True
        everybody = {player.live.identity for player in four.players}
        await wait_for(lambda: set(watcher.game.members) == everybody)
        await wait_for(lambda: watcher.live.here == everybody)


# What a spectator is sent.


async def test_a_spectator_is_sent_the_log_and_no_secret_hand_or_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Frame] = []
    seeds: dict[str, set[bytes]] = {}
    next_frame, seed_of = Session._next_frame, Vault.seed

    def record(session: Session) -> Frame | None:
        frame = next_frame(session)
        if frame is not None and session.peer.role is Role.WATCH:
            sent.append(frame)
        return frame

    def remember(vault: Vault, purpose: str) -> Seed:
        seed = seed_of(vault, purpose)
        seeds.setdefault(purpose, set()).add(bytes(seed))
        return seed

    monkeypatch.setattr(Session, "_next_frame", record)
    monkeypatch.setattr(Vault, "seed", remember)
    async with four_players(tmp_path) as four:
        await open_to_spectators(four, SECRET_DEAL)
        watcher = spectator(four, tmp_path)
        await four.come(watcher)
        await four.start()
        four.players[1].live.say("à vous")
        await four.finish()
        await has_all(watcher, four)
        allowed = (Have, EntryFrame, LobbyFrame, Say, Ping, Pong, Bye)
        assert all(isinstance(frame, allowed) for frame in sent)
        entries = [
            SignedEntry.from_wire(frame.raw, frame.signature)
            for frame in sent
            if isinstance(frame, EntryFrame)
        ]
        log = {entry.head for entry in four.players[0].log}
        assert {entry.head for entry in entries} == log
        assert len(entries) == len(log)
        wire = b"".join(map(encode_frame, sent))
        decks = [seed for purpose, found in seeds.items() if "deck" in purpose for seed in found]
        assert len(decks) >= 4
        keys = [
            player.config.profile.identity.private_bytes()
            for player in four.players
            if player.config is not None
        ]
        for secret in (*decks, *keys):
            assert secret not in wire
        for player in four.players[1:]:
            assert str(player.live.addresses[0]).encode() not in wire
        assert str(four.host.addresses[0]).encode() in wire
        assert watcher.live.view is not None
        assert watcher.live.view.hand == ()
