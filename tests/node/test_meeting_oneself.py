"""A node that calls its own door says nothing; a second process of one identity is told of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from belote_net.node.errors import (
    HandshakeFailed,
    MetOurselves,
    PeerLost,
    PeerRefused,
    Refusal,
)
from belote_net.node.events import CallerRefused, TurnedAway
from belote_net.node.frames import Refused, ReturnAnswer, ReturnHello, Welcome, changed
from belote_net.node.handshake import Peer, come_back
from belote_net.node.link import FrameStream
from belote_net.node.transcripts import RETURN, return_transcript, signed
from belote_net.node.transport import Address
from tests.node.support import identity
from tests.node.tables import four_players, wait_for
from tests.node.test_handshake import CERTIFICATE, ROOM, House, Side, hosting, meet, returning, who


def calling_from_another_process(name: str) -> Side:
    me = replace(who(name), instance=b"another process.")
    return lambda stream: come_back(stream, CERTIFICATE, me, ROOM, lambda one: False)


async def test_a_call_to_our_own_door_is_known_on_both_ends() -> None:
    guest, host = await meet(returning("host"), hosting(House()))
    assert isinstance(guest, MetOurselves)
    assert isinstance(host, MetOurselves)


async def test_a_second_process_is_told_of_on_both_ends() -> None:
    guest, host = await meet(calling_from_another_process("host"), hosting(House()))
    for end in (guest, host):
        assert isinstance(end, PeerRefused)
        assert end.reason is Refusal.TWICE
        assert "--as NAME" in str(end)


async def test_a_second_process_that_lets_us_in_is_refused() -> None:
    """Whatever the other process makes of it, one identity has one node."""
    other = who("lea")

    async def let_in(stream: FrameStream) -> Peer:
        hello = await stream.receive()
        assert isinstance(hello, ReturnHello)
        draft = ReturnAnswer(other.identity.public, other.instance, bytes(32), b"")
        transcript = return_transcript(CERTIFICATE, hello, draft)
        signature = other.identity.sign(signed(RETURN, "node", transcript))
        await stream.send(changed(draft, signature=signature))
        await stream.send(Welcome())
        raise PeerLost("done")

    guest, _ = await meet(calling_from_another_process("lea"), let_in)
    assert isinstance(guest, PeerRefused)
    assert guest.reason is Refusal.TWICE


@pytest.mark.parametrize("instance", [who("paul").instance, b"another process."])
async def test_who_only_claims_to_be_us_is_not_believed(instance: bytes) -> None:
    async def mirror(stream: FrameStream) -> Peer:
        assert isinstance(await stream.receive(), ReturnHello)
        await stream.send(ReturnAnswer(identity("paul").public, instance, bytes(32), bytes(64)))
        raise PeerLost("done")

    guest, _ = await meet(returning("paul"), mirror)
    assert isinstance(guest, HandshakeFailed)
    assert not isinstance(guest, MetOurselves | PeerRefused)


async def test_who_says_without_a_proof_that_we_are_twice_is_not_believed() -> None:
    async def lie(stream: FrameStream) -> Peer:
        await stream.receive()
        await stream.send(Refused(Refusal.TWICE, "one identity twice"))
        raise PeerLost("done")

    guest, _ = await meet(returning("paul"), lie)
    assert isinstance(guest, HandshakeFailed)
    assert not isinstance(guest, PeerRefused)


async def test_what_a_refusal_says_cannot_drive_a_terminal() -> None:
    async def paint(stream: FrameStream) -> Peer:
        await stream.receive()
        await stream.send(Refused(Refusal.ROOM, "\x1b]0;x\x07gone\u202e\r\n"))
        raise PeerLost("done")

    guest, _ = await meet(returning("paul"), paint)
    assert str(guest) == "]0;xgone"


@pytest.mark.slow
async def test_a_port_that_was_anothers_before_is_forgotten_in_silence(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        guest = four.players[1]
        await four.join(guest)
        identity_, own = guest.live.identity, four.host.addresses[0]
        await wait_for(lambda: len(four.host.linked) == 1)
        await guest.kill()
        atlas = four.host.room.atlas
        await wait_for(lambda: not four.host.linked)
        atlas.prefer(identity_, own)
        atlas.learn(identity_, [str(own)], teller=identity("jo").public)
        await wait_for(lambda: own not in atlas.of(identity_))
        assert all(isinstance(one, Address) for one in atlas.of(identity_))
        await trio.sleep(0.1)
        assert four.players[0].told(TurnedAway) == []
        assert four.players[0].told(CallerRefused) == []
