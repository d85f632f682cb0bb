from __future__ import annotations

from pathlib import Path

import pytest

from belote_net.node.atlas import MAX_PLACES, MAX_PROVEN, MAX_TELLERS, MAX_TRIED, Atlas
from belote_net.node.frames import MAX_ADDRESSES, Here, Whereabouts
from belote_net.node.transport import Address
from tests.node.support import identity
from tests.node.tables import four_players

LEA, PAUL = identity("lea").public, identity("paul").public
MALLORY = identity("mallory").public
WORKED = Address("10.0.0.1", 1)


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
    assert len(atlas.text().splitlines()) == MAX_PLACES


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


def far_away(start: int, count: int) -> list[str]:
    """Addresses at which nobody answers."""
    return [f"10.9.{start}.{number}:1" for number in range(count)]


def test_what_others_say_does_not_push_out_what_worked() -> None:
    atlas = Atlas()
    atlas.prefer(LEA, WORKED)
    for number in range(50):
        atlas.learn(LEA, far_away(number, MAX_ADDRESSES), teller=MALLORY)
    assert atlas.of(LEA)[0] == WORKED
    assert atlas.here([LEA]) == Here((Whereabouts(LEA, (str(WORKED),)),))


def test_each_teller_has_an_address_tried_before_anybodys_second() -> None:
    atlas = Atlas()
    for number in range(20):
        atlas.learn(LEA, far_away(number, MAX_ADDRESSES), teller=MALLORY)
    atlas.learn(LEA, ["10.0.0.2:2", "10.0.0.3:3"], teller=PAUL)
    atlas.learn(LEA, ["10.0.0.4:4"], teller=LEA)
    first = atlas.of(LEA)[:3]
    assert {Address("10.0.0.2", 2), Address("10.0.0.4", 4)} <= set(first)


def test_a_flood_of_tellers_and_addresses_is_bounded() -> None:
    atlas = Atlas()
    for number in range(3 * MAX_TELLERS):
        teller = identity(f"teller {number}").public
        atlas.learn(LEA, far_away(number, MAX_ADDRESSES), teller=teller)
        atlas.prefer(LEA, Address("10.0.1.1", 1 + number))
    assert len(atlas.of(LEA)) == MAX_TRIED
    assert len(atlas._places[LEA].told) == MAX_TELLERS
    assert len(atlas._places[LEA].proven) == MAX_PROVEN
    # Nonsense takes no place of a member either.
    for number in range(100):
        atlas.learn(identity(f"member {number}").public, ["nonsense::"], teller=MALLORY)
    assert atlas.learn(PAUL, ["10.0.0.2:2"], teller=PAUL)


def test_hearsay_is_neither_told_on_nor_stored() -> None:
    atlas = Atlas()
    atlas.learn(LEA, far_away(1, 2), teller=MALLORY)
    assert atlas.here([LEA]) == Here(())
    assert atlas.text() == ""
    atlas.learn(LEA, ["10.0.0.1:1"], teller=LEA)
    assert atlas.here([LEA]) == Here((Whereabouts(LEA, ("10.0.0.1:1",)),))
    assert atlas.text() == f"{bytes(LEA).hex()} 10.0.0.1:1\n"


def test_what_worked_stays_though_its_member_names_other_addresses() -> None:
    atlas = Atlas()
    atlas.prefer(LEA, WORKED)
    atlas.learn(LEA, far_away(1, MAX_ADDRESSES), teller=LEA)
    assert str(WORKED) in atlas.here([LEA]).members[0].addresses
    assert str(WORKED) in atlas.text()


def test_our_own_address_is_forgotten_whoever_named_it() -> None:
    atlas = Atlas()
    atlas.prefer(LEA, WORKED)
    for teller in (None, LEA, MALLORY):
        atlas.learn(LEA, [str(WORKED), "10.0.0.2:2"], teller=teller)
        atlas.learn(PAUL, [str(WORKED)], teller=teller)
    atlas.forget(WORKED)
    assert atlas.of(LEA) == (Address("10.0.0.2", 2),)
    assert atlas.of(PAUL) == ()


def test_what_is_told_on_is_always_what_is_known_now() -> None:
    atlas = Atlas()
    told = [Here(())]
    for change in (
        lambda: atlas.learn(LEA, ["10.0.0.2:2"]),
        lambda: atlas.prefer(LEA, WORKED),
        lambda: atlas.learn(LEA, ["10.0.0.3:3"], teller=LEA),
        lambda: atlas.forget(WORKED),
    ):
        change()
        told.append(atlas.here([LEA]))
        assert told[-1] != told[-2]


def test_who_has_left_gives_way_to_a_member_but_only_where_there_is_no_room() -> None:
    atlas = Atlas()
    atlas.learn(LEA, ["10.0.0.1:1"])
    gone = [identity(f"gone {number}").public for number in range(MAX_PLACES)]
    atlas.learn(gone[0], ["10.0.0.2:1"])
    atlas.make_room([LEA, PAUL])
    assert atlas.of(gone[0])
    for one in gone[1:]:
        atlas.learn(one, ["10.0.0.2:1"])
    assert not atlas.learn(PAUL, ["10.0.0.3:1"])
    atlas.make_room([LEA, PAUL])
    assert atlas.learn(PAUL, ["10.0.0.3:1"])
    assert atlas.of(LEA)
    assert not any(atlas.of(one) for one in gone)


def test_of_more_members_than_there_is_room_for_the_first_are_found() -> None:
    atlas = Atlas()
    crowd = [identity(f"member {number}").public for number in range(MAX_PLACES + 1)]
    for one in reversed(crowd):
        atlas.make_room(crowd)
        atlas.learn(one, ["10.0.0.1:1"])
    assert all(atlas.of(one) for one in crowd[:3])


def test_who_has_left_keeps_no_member_from_telling_of_itself() -> None:
    atlas = Atlas()
    for number in range(MAX_TELLERS):
        atlas.learn(LEA, ["10.0.0.9:1"], teller=identity(f"gone {number}").public)
    assert not atlas.learn(LEA, ["10.0.0.1:1"], teller=LEA)
    atlas.make_room([LEA])
    assert atlas.learn(LEA, ["10.0.0.1:1"], teller=LEA)
    assert atlas.of(LEA) == (Address("10.0.0.1", 1),)


@pytest.mark.usefixtures("toy")
async def test_many_guests_who_came_and_left_hide_no_later_one(tmp_path: Path) -> None:
    async with four_players(tmp_path) as four:
        await four.open()
        atlas = four.host.room.atlas
        for number in range(MAX_PLACES):
            atlas.learn(identity(f"gone {number}").public, ["10.0.0.9:1"])
        guest = four.players[1]
        await four.join(guest)
        assert guest.live.addresses[0] in atlas.of(guest.live.identity)
