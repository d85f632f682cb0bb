"""A member of the room turns bad: the link or the entry is refused, and the node lives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio

from belote_net.node.events import EntryRefused, PeerLeft, TableMoved
from belote_net.node.evidence import read_double_signature
from belote_net.node.frames import (
    ChainHead,
    EntryFrame,
    Frame,
    Have,
    LobbyFrame,
    Role,
    Say,
)
from belote_net.node.framing import encode_frame
from belote_net.node.handshake import Self, come_back
from belote_net.node.link import FrameStream
from belote_net.node.storage import read_log
from belote_net.node.tls import dial_tls
from belote_net.node.transport import Address, dial
from belote_net.table.decisions import Duty
from belote_net.table.messages import Call, Coin
from belote_net.table.player import Player as Seated
from belote_net.table.table import Table
from belote_protocol.codec import decode
from belote_protocol.deck_state import Commit, DeckState, Key
from belote_protocol.entry import NO_GAME, Body, EntryContext, Seat, SignedEntry
from belote_protocol.identity import Identity
from belote_protocol.sigma import KnowledgeProof
from tests.four_seats import MemoryVault
from tests.node.culprits import culprit_of
from tests.node.support import Note, seeded
from tests.node.tables import Four, four_players, wait_for
from tests.node.test_frames import BAD_PAYLOADS, LINK_FRAMES

pytestmark = pytest.mark.slow

CULPRIT = 3


class Raw:
    """A link of the bad member, after an honest handshake, on which anything can be sent."""

    def __init__(self, stream: trio.abc.Stream, identity: Identity, room: bytes) -> None:
        self.stream = stream
        self.frames = FrameStream(stream)
        self.identity = identity
        self.room = room

    async def send(self, *frames: Frame) -> None:
        await self.stream.send_all(b"".join(map(encode_frame, frames)))

    async def send_entries(self, game: bytes, *entries: SignedEntry) -> None:
        await self.send(Have(game, ()))
        await self.send(*(EntryFrame(entry.raw, entry.signature) for entry in entries))


async def break_in(address: Address, identity: Identity, room: bytes) -> Raw:
    secured, certificate_hash = await dial_tls(await dial(address))
    raw = Raw(secured, identity, room)
    me = Self(identity, b"i" * 16, Role.PLAY, seeded("raw"))
    await come_back(raw.frames, certificate_hash, me, room, lambda one: True)
    return raw


class Scene:
    """Three honest nodes, and the identity, seat and table of a fourth that is in our hands."""

    def __init__(self, four: Four) -> None:
        self.four = four
        self.honest = four.players[:CULPRIT]
        culprit = four.players[CULPRIT]
        assert culprit.config is not None
        self.identity = culprit.config.profile.identity
        self.host = four.host
        self.table: Table | None = None
        self.seated: Seated | None = None

    async def take_over(self, kind: type[Body]) -> None:
        """Play honestly until the fourth seat owes an entry of this kind; then hold its seat."""
        player = self.four.players[CULPRIT]
        await wait_for(lambda: player.live.game is not None)
        self.table = player.game.table
        vault = MemoryVault(seeded("vault"))
        self.seated = Seated(Seat(CULPRIT), self.identity, vault, seeded("culprit"))
        while True:
            await wait_for(lambda: bool(self.duties()))
            duty = next((one for one in self.duties() if one.kind == kind.kind), None)
            if duty is not None:
                break
            answer = self.seated.answer(self.table, self.duties()[0])
            player.game.replica.offer(answer)
            await wait_for(partial(self.table.log.__contains__, answer.head))
        await player.kill()

    def duties(self) -> tuple[Duty, ...]:
        assert self.table is not None
        return self.table.duties(Seat(CULPRIT))

    def answer(self, kind: type[Body]) -> SignedEntry:
        """What the seat honestly owes; proofs differ each time."""
        assert self.table is not None
        assert self.seated is not None
        duty = next(one for one in self.duties() if one.kind == kind.kind)
        return self.seated.answer(self.table, duty)

    def seal(self, honest: SignedEntry, body: Body, **changes: object) -> SignedEntry:
        context = replace(honest.entry.context, kind=body.kind, **changes)  # type: ignore[arg-type]
        return SignedEntry.seal(context, body, self.identity)

    @property
    def deck(self) -> DeckState:
        """The first deck, as far as it has come."""
        assert self.table is not None
        deck = self.table.decks.deck(1)
        assert deck is not None
        return deck

    async def raw(self) -> Raw:
        identity = self.identity.public
        await wait_for(lambda: identity not in self.host.linked)
        raw = await break_in(self.host.addresses[0], self.identity, self.host.room.room)
        await wait_for(lambda: identity in self.host.linked)
        return raw

    def stored(self) -> list[SignedEntry]:
        """The entries in the host's file."""
        assert self.host.game is not None
        return [one.signed for one in read_log(self.host.game.path).records]

    async def left(self, count: int) -> str:
        """The reason for which the host's link to the culprit ended, the `count`-th time."""

        def reasons() -> list[str]:
            events = self.four.players[0].told(PeerLeft)
            return [one.reason for one in events if one.identity == self.identity.public]

        await wait_for(lambda: len(reasons()) >= count)
        return reasons()[count - 1]


async def culprit_in_the_deck(four: Four, kind: type[Body] = Key) -> tuple[Scene, bytes]:
    """A game in which the fourth seat owes an entry of this kind, and is in our hands."""
    four.players[CULPRIT].silent = True
    await four.gather()
    scene = Scene(four)
    game = await four.start()
    await scene.take_over(kind)
    return scene, game


async def test_every_bad_payload_ends_the_link_and_nothing_else(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        await wait_for(lambda: len(four.host.linked) == 3)
        scene = Scene(four)
        await four.players[CULPRIT].kill()
        await scene.left(1)
        before = {player.live.identity for player in scene.honest[1:]}
        for count, payload in enumerate(BAD_PAYLOADS.values(), start=2):
            raw = await scene.raw()
            await raw.stream.send_all(len(payload).to_bytes(4, "big") + payload)
            reason = await scene.left(count)
            assert any(word in reason for word in ("expected", "no frame", "not ", "a frame is"))
            assert before <= four.host.linked
            await raw.frames.aclose()


def forged_say(raw: Raw) -> Frame:
    return Say(raw.identity.public, 1, "pas moi", bytes(64))


def foreign_lobby(raw: Raw) -> Frame:
    return next(frame for frame in LINK_FRAMES if isinstance(frame, LobbyFrame))


def huge_length(raw: Raw) -> bytes:
    return b"\xff\xff\xff\xff"


def entry_of_another_game(raw: Raw) -> Frame:
    context = EntryContext(b"g" * 32, "table", 5, b"p" * 32, Seat(CULPRIT), Note.kind)
    entry = SignedEntry.seal(context, Note("x"), raw.identity)
    return EntryFrame(entry.raw, entry.signature)


def unasked_opening(raw: Raw) -> Frame:
    context = EntryContext(NO_GAME, "table", 0, NO_GAME, Seat(0), Note.kind)
    entry = SignedEntry.seal(context, Note("x"), raw.identity)
    return EntryFrame(entry.raw, entry.signature)


def no_entry(raw: Raw) -> Frame:
    return EntryFrame(b"\x97junk", bytes(64))


def senseless_chain(raw: Raw) -> Frame:
    return Have(b"g" * 32, (ChainHead("deck/01", 1, bytes(32)),))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (forged_say, "signed by its author"),
        (foreign_lobby, "only the host speaks"),
        (huge_length, "at most 65536 bytes"),
        (entry_of_another_game, "a game of this room"),
        (unasked_opening, "a game of this room"),
        (no_entry, "not a"),
        (senseless_chain, "a chain of this game"),
    ],
)
async def test_a_frame_that_lies_ends_the_link(
    tmp_path: Path, make: Callable[[Raw], Frame | bytes], reason: str
) -> None:
    async with four_players(tmp_path) as four:
        await four.gather()
        scene = Scene(four)
        await four.players[CULPRIT].kill()
        raw = await scene.raw()
        bad = make(raw)
        await raw.stream.send_all(bad if isinstance(bad, bytes) else encode_frame(bad))
        assert reason in await scene.left(2)
        assert len(four.host.linked) == 2
        await raw.frames.aclose()


Act = Callable[[Scene], Awaitable[tuple[SignedEntry, str]]]


async def bad_signature(scene: Scene) -> tuple[SignedEntry, str]:
    honest = scene.answer(Key)
    return replace(honest, signature=bytes(64)), "not signed by seat 3"


async def unknown_seat(scene: Scene) -> tuple[SignedEntry, str]:
    honest = scene.answer(Key)
    return scene.seal(honest, Note("x"), seat=7), "not signed by seat 7"


@pytest.mark.parametrize("act", [bad_signature, unknown_seat])
async def test_a_bad_signature_costs_the_link_never_a_seat(tmp_path: Path, act: Act) -> None:
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        raw = await scene.raw()
        before = scene.stored()
        entry, reason = await act(scene)
        await raw.send_entries(game, entry)
        assert reason in await scene.left(2)
        assert scene.stored() == before
        assert four.players[0].told(EntryRefused) == []
        await raw.frames.aclose()
        # The honest entry, by the same seat, is taken: nobody was blamed.
        raw = await scene.raw()
        await raw.send_entries(game, scene.answer(Key))
        await wait_for(lambda: scene.stored() != before)
        await raw.frames.aclose()


async def false_proof(scene: Scene) -> tuple[SignedEntry, str]:
    honest = scene.answer(Key)
    body = decode(Key, honest.entry.body)
    proof = KnowledgeProof(body.proof.response, body.proof.challenge)
    return scene.seal(honest, Key(body.public_key, proof)), "proof"


async def out_of_turn(scene: Scene) -> tuple[SignedEntry, str]:
    return scene.seal(scene.answer(Key), Commit(bytes(32))), "key by seat 3 expected"


async def of_another_kind(scene: Scene) -> tuple[SignedEntry, str]:
    return scene.seal(scene.answer(Key), Coin(bytes(32))), "key by seat 3 expected"


async def of_an_unknown_kind(scene: Scene) -> tuple[SignedEntry, str]:
    return scene.seal(scene.answer(Key), Note("x")), "key by seat 3 expected"


async def body_of_another_kind(scene: Scene) -> tuple[SignedEntry, str]:
    class Disguised(Call):
        kind = Key.kind

    return scene.seal(scene.answer(Key), Disguised("pass")), "not a Key"


@pytest.mark.parametrize(
    "act", [false_proof, out_of_turn, of_another_kind, of_an_unknown_kind, body_of_another_kind]
)
async def test_a_wrong_entry_is_refused_and_kept_as_evidence(tmp_path: Path, act: Act) -> None:
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        raw = await scene.raw()
        entry, reason = await act(scene)
        await raw.send_entries(game, entry)
        host = four.players[0]
        await wait_for(lambda: bool(host.told(EntryRefused)))
        refused = host.told(EntryRefused)[0]
        assert (refused.game, refused.chain, refused.seat) == (game, "deck/1", CULPRIT)
        assert reason in refused.reason
        records = [stored.signed for stored in read_log(refused.evidence).records]
        assert records == [*host.log[: len(records) - 1], entry]
        assert scene.identity.public in four.host.linked
        # Nothing more of that seat is accepted there; the node lives, and may go on without it.
        late = scene.answer(Key)
        await raw.send_entries(game, late)
        four.host.say("toujours là")
        await trio.sleep(0.1)
        assert not {entry.head, late.head} & {one.head for one in scene.stored()}
        assert host.failure is None
        await raw.frames.aclose()


async def test_who_speaks_twice_is_proven_to_everybody(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        one, other = scene.answer(Key), scene.answer(Key)
        assert one.head != other.head
        raw = await scene.raw()
        await raw.send_entries(game, one, other)
        await wait_for(lambda: all(player.told(EntryRefused) for player in scene.honest))
        for player in scene.honest:
            refused = player.told(EntryRefused)[0]
            assert refused.seat == CULPRIT
            assert "two different entries for one place" in refused.reason
            assert culprit_of(refused.evidence) == CULPRIT
            kept = read_double_signature(refused.evidence)
            assert kept is not None
            opening, accepted, second = (stored.signed for stored in kept)
            assert opening == player.log[0]
            assert {accepted.head, second.head} == {one.head, other.head}
            assert accepted in player.log
            assert second not in player.log
            assert refused.evidence.stat().st_size < player.game.path.stat().st_size
        await raw.frames.aclose()


async def test_a_fork_by_way_of_two_nodes_is_found(tmp_path: Path) -> None:
    """The two entries go to nodes that are not linked with each other at that moment."""
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        second = four.players[1]
        path = second.game.path
        await second.kill()
        one, other = scene.answer(Key), scene.answer(Key)
        raw = await scene.raw()
        await raw.send_entries(game, one)
        await wait_for(
            lambda: any(
                isinstance(event, TableMoved) and event.chain == "deck/1" and event.seq == 7
                for event in four.players[0].events
            )
        )
        await four.resume(second, path)
        second.game.replica.offer(other)
        await wait_for(lambda: bool(second.told(EntryRefused)))
        await wait_for(lambda: bool(four.players[0].told(EntryRefused)))
        assert second.told(EntryRefused)[0].seat == CULPRIT
        await raw.frames.aclose()


async def test_a_flood_ahead_is_bounded(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        scene, game = await culprit_in_the_deck(four)
        raw = await scene.raw()
        honest = scene.answer(Key)
        flood = [
            scene.seal(honest, Note("x" * 15_000), seq=8 + ahead, prev=bytes([ahead]) * 32)
            for ahead in range(1, 40)
        ]
        await raw.send_entries(game, *flood)
        await raw.send_entries(game, honest)
        await wait_for(lambda: four.players[0].game.replica.durable.get("deck/1") == 8)
        held = four.players[0].game.replica._held._held["deck/1"]
        assert max(held, default=0) < 8 + 8
        await raw.frames.aclose()
