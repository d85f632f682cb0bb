from __future__ import annotations

from pathlib import Path

from belote_net.node.atlas import Atlas
from belote_net.node.frames import MAX_ADDRESSES, Here, Whereabouts
from belote_net.node.transport import Address
from belote_protocol.entry import MAX_SEATS
from tests.node.support import identity

LEA, PAUL = identity("lea").public, identity("paul").public


def test_what_was_heard_last_is_tried_first() -> None:
    atlas = Atlas()
    assert atlas.learn(LEA, ["10.0.0.1:1"])
    assert atlas.learn(LEA, ["10.0.0.2:2", "nonsense::", "10.0.0.1:1"])
    assert not atlas.learn(LEA, ["10.0.0.1:1"])
    assert atlas.of(LEA) == (Address("10.0.0.2", 2), Address("10.0.0.1", 1))
    atlas.prefer(LEA, Address("10.0.0.1", 1))
    assert atlas.of(LEA) == (Address("10.0.0.1", 1), Address("10.0.0.2", 2))
    assert atlas.of(PAUL) == ()


def test_others_are_not_told_of_a_loopback_unless_there_is_nothing_else() -> None:
    atlas = Atlas()
    atlas.learn(LEA, ["127.0.0.1:1", "10.0.0.1:1"])
    atlas.learn(PAUL, ["127.0.0.1:2"])
    expected = (Whereabouts(LEA, ("10.0.0.1:1",)), Whereabouts(PAUL, ("127.0.0.1:2",)))
    assert atlas.here([LEA, PAUL, identity("jo").public]) == Here(expected)


def test_a_flood_of_addresses_or_members_is_bounded() -> None:
    atlas = Atlas()
    for number in range(100):
        atlas.learn(LEA, [f"10.0.0.{number}:1"])
        atlas.learn(identity(f"member {number}").public, ["10.0.0.1:1"])
    assert len(atlas.of(LEA)) == MAX_ADDRESSES
    assert atlas.of(LEA)[0] == Address("10.0.0.99", 1)
    assert len(atlas.text().splitlines()) == 2 * MAX_SEATS


def test_it_is_stored_and_damage_is_only_a_lost_hint(tmp_path: Path) -> None:
    atlas = Atlas()
    atlas.learn(LEA, ["10.0.0.1:1", "[fd00::1]:2"])
    path = tmp_path / "game.peers"
    path.write_text(f"what\n{'00' * 32} 1.2.3.4:5\n{atlas.text()}\n")
    again = Atlas()
    again.load(path)
    again.load(tmp_path / "none")
    assert again.of(LEA) == atlas.of(LEA)
    assert len(again.text().splitlines()) == 1
