"""Who is let into a room, who is not, and what a node does when its disk fails."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from belote_net.errors import IllegalPlay
from belote_net.node import start
from belote_net.node.errors import (
    CodeRefused,
    PeerLost,
    PeerRefused,
    PortInUse,
    Refusal,
    StorageFailed,
    TableNotFound,
)
from belote_net.node.events import (
    CodeChanged,
    CodeTried,
    DecisionRefused,
    EntryRefused,
    OpeningRefused,
    Said,
)
from belote_net.node.frames import changed
from belote_net.node.games import create_files
from belote_net.node.lobby import opening_of
from belote_net.node.replica import Replica
from belote_net.node.start import KNOCK_PAUSES_S, host, join
from belote_net.node.storage import LogFile, read_log
from belote_net.node.transport import Address, Stream, dial
from belote_net.rules.cards import Card
from belote_net.table.decisions import Decision, Duty, PlayCard
from belote_net.table.messages import Call, Play
from belote_net.table.opening import OPENING_CONTEXT, TABLE_CHAIN
from belote_net.table.table import Table
from belote_net.table.view import TableView
from belote_protocol.entry import SignedEntry
from tests.node.support import FailingFile
from tests.node.tables import ONE_DEAL, Player, RandomDecider, four_players, wait_for

pytestmark = pytest.mark.slow


async def test_five_wrong_codes_lock_the_table_until_the_host_makes_a_new_one(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        guest = four.players[1]
        for _ in range(5):
            with pytest.raises(CodeRefused, match="does not know this code"):
                await four.come(guest, "0-zebre-zebre")
        tried = four.players[0]
        await wait_for(lambda: len(tried.told(CodeTried)) == 5)
        assert [event.attempts_left for event in tried.told(CodeTried)] == [4, 3, 2, 1, 0]
        with pytest.raises(PeerRefused) as caught:
            await four.come(guest)
        assert caught.value.reason is Refusal.LOCKED
        four.host.renew_code()
        await four.join(guest)


@pytest.mark.parametrize("cut_off", [1, len(KNOCK_PAUSES_S), len(KNOCK_PAUSES_S) + 1])
async def test_who_is_cut_off_at_a_crowded_door_knocks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut_off: int
) -> None:
    monkeypatch.setattr(start, "KNOCK_PAUSES_S", (0.001,) * len(KNOCK_PAUSES_S))
    calls = 0

    async def crowded(address: Address) -> Stream:
        nonlocal calls
        calls += 1
        if calls > cut_off:
            return await dial(address)
        ours, theirs = trio.testing.memory_stream_pair()
        await theirs.aclose()
        return ours

    async with four_players(tmp_path) as four:
        await four.open()
        guest = four.players[1]
        guest.dial = crowded
        if cut_off <= len(KNOCK_PAUSES_S):
            await four.join(guest)
        else:
            with pytest.raises(PeerLost):
                await four.come(guest)
        assert four.players[0].told(CodeTried) == []


async def test_each_seat_taken_changes_the_code(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        codes = [four.host.code]
        for player in four.players[1:]:
            await four.join(player)
            codes.append(four.host.code)
        assert len(set(codes)) == 4
        await wait_for(lambda: len(four.players[0].told(CodeChanged)) == 3)


async def test_one_identity_in_two_processes_is_refused_with_a_hint(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        await four.join(four.players[1])
        shutil.copytree(tmp_path / "Marcel" / "me", tmp_path / "copy" / "me")
        twin = Player("Marcel", tmp_path / "copy")
        with pytest.raises(PeerRefused, match="--as NAME") as caught:
            await four.come(twin)
        assert caught.value.reason is Refusal.TWICE
        assert len(four.host.linked) == 1
        shutil.copytree(tmp_path / "Léa" / "me", tmp_path / "copy2" / "me")
        with pytest.raises(PeerRefused, match="--as NAME"):
            await four.come(Player("Léa", tmp_path / "copy2"))


async def test_a_fifth_player_is_refused(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        with pytest.raises(PeerRefused) as caught:
            await four.come(Player("Zoé", tmp_path / "Zoé"))
        assert caught.value.reason is Refusal.FULL


async def test_who_is_sent_away_needs_the_new_code(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        await four.join(four.players[1])
        identity = four.players[1].live.identity
        four.host.send_away(identity)
        await wait_for(lambda: identity not in four.host.linked)
        assert len(four.members) == 1
        await four.players[1].kill()
        await four.join(four.players[1])


async def test_a_port_that_is_in_use_is_said(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        port = four.host.addresses[0].port
        player = Player("Marcel", tmp_path / "x")
        with pytest.raises(PortInUse, match=f"port {port} cannot be used"):
            await four.nursery.start(
                player.run, lambda config: host(replace(config, port=port), ONE_DEAL)
            )


async def test_where_no_table_is_none_is_found(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        address = four.host.addresses[0]
        await four.players[0].kill()
        guest = Player("Marcel", tmp_path / "x")
        with pytest.raises(TableNotFound, match="nobody listens"):
            await four.nursery.start(
                guest.run, lambda config: join(config, [address], "1-zebre-zebre")
            )


async def test_a_star_is_enough(tmp_path: Path) -> None:
    """Guests reach the host only: entries and chat go through him."""
    async with four_players(tmp_path) as four:
        await four.open()
        middle = four.host.addresses[0]

        async def dial_middle(address: Address) -> Stream:
            if address != middle:
                raise TableNotFound(f"{address} is out of reach")
            return await dial(address)

        for player in four.players[1:]:
            player.dial = dial_middle
            await four.join(player)
        four.players[1].live.say("bonjour")
        await wait_for(lambda: all(player.told(Said) for player in four.players))
        await four.start()
        await four.finish()
        assert all(player.live.linked == {four.host.identity} for player in four.players[1:])


def bidding(view: TableView, duty: Duty) -> bool:
    return duty.kind == Call.kind


async def test_a_full_disk_ends_the_node_before_anything_is_sent(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            player.decider.pause = bidding
        await four.start()
        await wait_for(lambda: any(player.decider.paused for player in four.players))
        speaker = next(player for player in four.players if player.decider.paused)
        others = [player for player in four.players if player is not speaker]
        replica: Replica = speaker.game.replica
        path = speaker.game.path
        await wait_for(lambda: sum(replica.durable.values()) == len(speaker.log))
        said = replica.durable[TABLE_CHAIN]
        before, stored = path.read_bytes(), len(read_log(path).records)
        full = FailingFile(path)
        full.room_bytes = 50
        replica._log_file.close()
        replica._log_file = LogFile(path, full)
        speaker.decider.pause = lambda view, duty: False
        await wait_for(lambda: speaker.failure is not None)
        assert isinstance(speaker.failure, StorageFailed)
        assert "No space left" in str(speaker.failure)
        assert path.read_bytes() == before
        await trio.sleep(0.1)
        assert {player.game.table.log.count(TABLE_CHAIN) for player in others} == {said}
        assert len(read_log(path).records) == stored


async def test_a_first_entry_that_is_not_as_agreed_is_refused_by_every_guest(
    tmp_path: Path,
) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        for player in four.players:
            player.live.set_ready()
        await wait_for(lambda: all(one.ready for one in four.members))
        lobby = four.host.lobby
        assert lobby is not None
        opening = opening_of(lobby)
        lie = changed(opening, options={**opening.options, "deals": 2})
        signed = SignedEntry.seal(OPENING_CONTEXT, lie, four.host.config.profile.identity)
        table = Table(signed)
        four.host.room.add_game(table, create_files(signed, table, four.host.config), fresh=True)
        guests = four.players[1:]
        await wait_for(lambda: all(player.told(OpeningRefused) for player in guests))
        for player in guests:
            assert [event.reason for event in player.told(OpeningRefused)] == [
                "its options are not those of the lobby"
            ]
            assert player.live.game is None
            assert list(player.root.rglob("*.belote")) == []
        assert table.log.count(TABLE_CHAIN) == 1


async def test_a_game_that_nobody_was_ready_for_is_refused_by_every_guest(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        lobby = four.host.lobby
        assert lobby is not None
        signed = SignedEntry.seal(
            OPENING_CONTEXT, opening_of(lobby), four.host.config.profile.identity
        )
        table = Table(signed)
        four.host.room.add_game(table, create_files(signed, table, four.host.config), fresh=True)
        guests = four.players[1:]
        await wait_for(lambda: all(player.told(OpeningRefused) for player in guests))
        for player in guests:
            assert [event.reason for event in player.told(OpeningRefused)] == [
                "it is for terms that we were not ready for"
            ]
            assert player.live.game is None


async def test_only_the_host_can_have_made_a_first_entry(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        lobby, (_, maker, guest, _) = four.host.lobby, four.players
        assert lobby is not None
        assert maker.config is not None
        forged = SignedEntry.seal(OPENING_CONTEXT, opening_of(lobby), maker.config.profile.identity)
        guest.live.room.consider(forged)
        assert not guest.live.room._openings.is_pending


async def test_a_player_has_the_last_word_on_the_first_entry(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        careful = four.players[2]
        careful.approve = lambda opening: "not with these rules"
        await four.gather()
        await four.start()
        await wait_for(lambda: bool(careful.told(OpeningRefused)))
        assert careful.told(OpeningRefused) == [OpeningRefused("not with these rules")]
        await wait_for(lambda: [duty.seat for duty in four.host.waiting] == [2])
        assert careful.live.game is None


class Stubborn(RandomDecider):
    """Tries every card that is not legal before one that is."""

    def __init__(self) -> None:
        super().__init__("stubborn")
        self.tried: set[tuple[int, Card]] = set()

    async def decide(self, view: TableView, duty: Duty) -> Decision:
        for card in view.hand:
            key = (duty.context.seq, card)
            if duty.kind == Play.kind and card not in view.legal and key not in self.tried:
                self.tried.add(key)
                return PlayCard(card)
        return await super().decide(view, duty)


async def test_an_illegal_decision_never_leaves_the_machine(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        stubborn = four.players[1].decider = Stubborn()
        await four.gather()
        await four.start()
        await four.finish()
        refused = four.players[1].told(DecisionRefused)
        assert stubborn.tried
        assert len(refused) == len(stubborn.tried)
        assert all(isinstance(event.reason, IllegalPlay) for event in refused)
        assert all(player.told(EntryRefused) == [] for player in four.players)
