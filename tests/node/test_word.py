"""A guest's word is for the terms that it saw, and its screen for snapshots that make sense."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from belote_net.node.changes import Changes
from belote_net.node.desk import GuestDesk
from belote_net.node.events import NodeEvent
from belote_net.node.frames import LobbyFrame, Role, changed
from belote_net.node.handshake import Peer
from belote_net.node.lobby import Lobby, Settings, host_member
from belote_net.rules.choices import Audit
from belote_net.rules.options import Options
from belote_net.table.messages import Seats
from belote_protocol.errors import InvalidEncoding
from tests.node.support import identity, seeded

ROOM = bytes(16)
HOST = identity("host").public
ME = identity("me").public
PEER = Peer(HOST, b"i" * 16, Role.PLAY, ROOM, joined=True)


def desk() -> GuestDesk:
    told: list[NodeEvent] = []
    return GuestDesk(ME, HOST, "Moi", seeded("desk"), told.append, Changes())


def snapshot() -> LobbyFrame:
    return Lobby(ROOM, host_member(HOST, "Hôte", bytes(32), ()), Settings(Options())).snapshot


def later(lobby: LobbyFrame, **changes: object) -> LobbyFrame:
    return changed(lobby, revision=lobby.revision + 1, **changes)


OTHER = dict(Options(audit=Audit.NEVER).to_map())


@pytest.mark.parametrize(
    "changes",
    [
        {"options": OTHER},
        {"seats": Seats.DRAWN},
        {"previous": bytes(32)},
        {"watchers": ()},
        {"terms": 99},
    ],
)
def test_other_terms_under_the_same_number_end_ones_word(changes: dict[str, object]) -> None:
    guest, shown = desk(), snapshot()
    shown = changed(shown, seats=Seats.CHOSEN)
    guest.take(PEER, shown)
    guest.set_ready(ready=True)
    guest.take(PEER, later(shown))
    assert guest.wish.ready == shown.terms
    guest.take(PEER, later(later(shown), **changes))
    assert guest.wish.ready is None


def test_a_word_and_a_nonce_are_for_one_game() -> None:
    guest, shown = desk(), snapshot()
    guest.take(PEER, shown)
    guest.set_ready(ready=True)
    nonce = guest.wish.nonce
    guest.spend_word()
    assert guest.wish.ready is None
    assert guest.wish.nonce != nonce


def first_member(**changes: object) -> Callable[[LobbyFrame], LobbyFrame]:
    return lambda lobby: changed(lobby, members=(changed(lobby.members[0], **changes),))


NONSENSE: dict[str, Callable[[LobbyFrame], LobbyFrame]] = {
    "half the options": lambda lobby: changed(lobby, options={"target": 5}),
    "one member twice": lambda lobby: changed(lobby, members=lobby.members * 2),
    "more than four": lambda lobby: changed(lobby, members=lobby.members * 5),
    "an operator who is not there": first_member(operator=7),
    "a name that drives the terminal": first_member(name="\x1b[2J\x1b]0;x\x07"),
}


@pytest.mark.parametrize("make", NONSENSE.values(), ids=NONSENSE)
def test_a_snapshot_that_no_screen_could_show_ends_the_link(
    make: Callable[[LobbyFrame], LobbyFrame],
) -> None:
    guest, shown = desk(), snapshot()
    guest.take(PEER, shown)
    with pytest.raises(InvalidEncoding):
        guest.take(PEER, later(make(shown)))
    assert guest.lobby == shown
