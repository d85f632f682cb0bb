from __future__ import annotations

import pytest

from belote_net.node.changes import Changes
from belote_net.node.desk import HostDesk
from belote_net.node.errors import LobbyError, PeerRefused, Refusal
from belote_net.node.frames import LobbyAsk, changed
from belote_net.node.lobby import Lobby, Settings, difference, host_member, opening_of
from belote_net.rules.choices import End
from belote_net.rules.options import Options
from belote_net.table.messages import Member, MemberKind, Seats
from belote_protocol.identity import PublicIdentity
from tests.node.support import identity, seeded

ROOM = bytes(16)
HOST = identity("host").public
GUESTS = [identity(name).public for name in ("paul", "jo", "lea")]
OTHER_RULES = Settings(Options(end=End.FIXED_DEALS, target=0, deals=4))


def nonce(number: int) -> bytes:
    return bytes([number]) * 32


def wish(name: str = "Paul", **changes: object) -> LobbyAsk:
    return changed(LobbyAsk(name, nonce(1), None, None, ("10.0.0.1:22032",)), **changes)


@pytest.fixture
def lobby() -> Lobby:
    lobby = Lobby(ROOM, host_member(HOST, "Hôte", nonce(9), ()), Settings(Options()))
    lobby.ask(HOST, wish("Hôte", nonce=nonce(9)))
    return lobby


def fill(lobby: Lobby) -> None:
    for number, (guest, name) in enumerate(zip(GUESTS, ("Paul", "Jo", "Léa"), strict=True)):
        lobby.expect(guest)
        lobby.ask(guest, wish(name, nonce=nonce(number)))


def all_ready(lobby: Lobby) -> None:
    for number, (guest, name) in enumerate(zip(GUESTS, ("Paul", "Jo", "Léa"), strict=True)):
        lobby.ask(guest, wish(name, nonce=nonce(number), ready=lobby.snapshot.terms))
    lobby.ask(HOST, wish("Hôte", nonce=nonce(9), ready=lobby.snapshot.terms))


def names(lobby: Lobby) -> list[str]:
    return [member.name for member in lobby.snapshot.members]


def ready(lobby: Lobby, who: PublicIdentity) -> bool:
    return next(one.ready for one in lobby.snapshot.members if one.identity == who)


def test_when_all_are_ready_the_first_entry_lists_them(lobby: Lobby) -> None:
    fill(lobby)
    all_ready(lobby)
    opening = lobby.opening()
    assert [member.name for member in opening.members] == ["Hôte", "Paul", "Jo", "Léa"]
    assert [member.operator for member in opening.members] == [0, 1, 2, 3]
    assert [member.nonce for member in opening.members] == [nonce(n) for n in (9, 0, 1, 2)]
    assert dict(opening.options) == dict(Options().to_map())


def test_who_is_missing_or_not_ready_is_named(lobby: Lobby) -> None:
    with pytest.raises(LobbyError, match="4 players expected, got 1"):
        lobby.opening()
    fill(lobby)
    all_ready(lobby)
    lobby.ask(GUESTS[1], wish("Jo", nonce=nonce(1)))
    with pytest.raises(LobbyError, match="not ready: Jo"):
        lobby.opening()
    all_ready(lobby)
    lobby.set_present(GUESTS[2], present=False)
    with pytest.raises(LobbyError, match="not ready: Léa"):
        lobby.opening()


def test_a_fifth_player_is_refused(lobby: Lobby) -> None:
    fill(lobby)
    with pytest.raises(PeerRefused) as caught:
        lobby.expect(identity("late").public)
    assert caught.value.reason is Refusal.FULL
    lobby.expect(GUESTS[0])


def test_who_was_not_let_in_has_no_say(lobby: Lobby) -> None:
    with pytest.raises(LobbyError):
        lobby.ask(GUESTS[0], wish())


def test_ready_twenty_times_is_ready_once_and_for_these_rules_only(lobby: Lobby) -> None:
    fill(lobby)
    terms = lobby.snapshot.terms
    for _ in range(20):
        lobby.ask(GUESTS[0], wish(ready=terms))
    assert ready(lobby, GUESTS[0])
    lobby.set_up(OTHER_RULES)
    assert not ready(lobby, GUESTS[0])
    # Sent before the change, come after it: for other rules, it does not count.
    lobby.ask(GUESTS[0], wish(ready=terms))
    assert not ready(lobby, GUESTS[0])


def test_the_same_wish_twice_changes_nothing(lobby: Lobby) -> None:
    fill(lobby)
    before = lobby.snapshot
    lobby.ask(GUESTS[2], wish("Léa", nonce=nonce(2)))
    assert lobby.snapshot is before


def test_a_wish_for_a_place_counts_once(lobby: Lobby) -> None:
    fill(lobby)
    lobby.ask(GUESTS[2], wish("Léa", place=1))
    assert names(lobby) == ["Hôte", "Léa", "Jo", "Paul"]
    lobby.ask(GUESTS[0], wish("Paul", place=1))
    assert names(lobby) == ["Hôte", "Paul", "Jo", "Léa"]
    lobby.ask(GUESTS[2], wish("Léa", place=1, ready=0))
    assert names(lobby) == ["Hôte", "Paul", "Jo", "Léa"]
    for place in (0, 7):
        lobby.ask(GUESTS[1], wish("Jo", place=place))
    assert names(lobby) == ["Hôte", "Paul", "Jo", "Léa"]


def test_operators_follow_their_seats(lobby: Lobby) -> None:
    lobby.expect(GUESTS[0], is_bot=True)
    lobby.ask(GUESTS[0], wish("Robot"))
    lobby.expect(GUESTS[1])
    lobby.ask(GUESTS[1], wish("Jo", place=1))
    kinds = [(one.name, one.kind, one.operator) for one in lobby.snapshot.members]
    assert kinds == [
        ("Hôte", MemberKind.PERSON, 0),
        ("Jo", MemberKind.PERSON, 1),
        ("Robot", MemberKind.BOT, 0),
    ]
    lobby.remove(GUESTS[0])
    assert [one.operator for one in lobby.snapshot.members] == [0, 1]


def test_names_are_cleaned_and_differ(lobby: Lobby) -> None:
    lobby.expect(GUESTS[0])
    lobby.ask(GUESTS[0], wish("hÔTE\x1b"))
    lobby.expect(GUESTS[1])
    lobby.ask(GUESTS[1], wish("\u202e"))
    lobby.expect(GUESTS[2])
    lobby.ask(GUESTS[2], wish("Hôte"))
    assert names(lobby) == ["Hôte", "hÔTE 2", "?", "Hôte 3"]


def test_the_host_stays(lobby: Lobby) -> None:
    with pytest.raises(LobbyError, match="host cannot leave"):
        lobby.remove(HOST)


def test_while_a_game_is_played_the_list_stays(lobby: Lobby) -> None:
    fill(lobby)
    all_ready(lobby)
    opening = lobby.opening()
    lobby.freeze()
    lobby.ask(GUESTS[0], wish("Autre", nonce=nonce(7), place=2, addresses=("10.0.0.9:1",)))
    lobby.set_present(GUESTS[1], present=False)
    lobby.forget(GUESTS[2])
    assert opening_of(lobby.snapshot) == opening
    assert lobby.snapshot.members[1].addresses == ("10.0.0.9:1",)
    with pytest.raises(LobbyError):
        lobby.remove(GUESTS[0])
    with pytest.raises(LobbyError):
        lobby.set_up(OTHER_RULES)
    lobby.next_game(bytes(32), opening.members, ())
    assert not any(member.ready for member in lobby.snapshot.members)
    assert lobby.snapshot.previous == bytes(32)
    lobby.remove(GUESTS[0])


def seated(lobby: Lobby, seat: int, **changes: object) -> tuple[Member, ...]:
    """Who sits there at the end of a game in which a seat was filled anew."""
    members = list(opening_of(lobby.snapshot).members)
    members[seat] = changed(members[seat], **changes)
    return tuple(members)


@pytest.mark.parametrize("is_here", [True, False])
def test_the_next_game_is_for_who_sat_there_at_the_end(lobby: Lobby, *, is_here: bool) -> None:
    fill(lobby)
    lobby.freeze()
    odile = identity("odile").public
    at_the_end = seated(lobby, 2, identity=odile, name="Odile", nonce=nonce(5))
    lobby.next_game(bytes(32), at_the_end, {odile} if is_here else set())
    assert names(lobby) == ["Hôte", "Paul", "Odile", "Léa"]
    assert lobby.snapshot.members[2].present is is_here
    assert lobby.is_expected(odile)
    assert not lobby.is_expected(GUESTS[1])
    lobby.ask(odile, wish("Odile", nonce=nonce(6), ready=lobby.snapshot.terms))
    assert (lobby.snapshot.members[2].nonce, ready(lobby, odile)) == (nonce(6), True)


def test_also_if_a_game_that_was_stopped_has_gone_on_after_all(lobby: Lobby) -> None:
    """Who stopped it does not keep out who sat down in his place."""
    fill(lobby)
    desk = HostDesk(HOST, lobby, "Hôte", seeded("desk"), lambda event: None, Changes())
    lobby.freeze()
    odile = identity("odile").public
    stopped = opening_of(lobby.snapshot).members
    at_the_end = seated(lobby, 2, identity=odile, name="Odile", nonce=nonce(5))
    desk.game_ended(bytes(32), stopped, {odile})
    assert names(lobby) == ["Hôte", "Paul", "Jo", "Léa"]
    revision = lobby.snapshot.revision
    desk.game_ended(bytes(32), stopped, {odile})
    assert lobby.snapshot.revision == revision
    desk.game_ended(bytes(32), at_the_end, {odile})
    assert names(lobby) == ["Hôte", "Paul", "Odile", "Léa"]


def test_the_host_keeps_his_place_whoever_sat_there_at_the_end(lobby: Lobby) -> None:
    fill(lobby)
    lobby.freeze()
    odile = identity("odile").public
    lobby.next_game(bytes(32), seated(lobby, 0, identity=odile, name="Odile"), {odile})
    assert names(lobby) == ["Hôte", "Paul", "Jo", "Léa"]
    assert not lobby.is_expected(odile)


@pytest.mark.parametrize(("machine", "stays"), [(0, True), (2, False)])
def test_a_bot_goes_with_its_machine(lobby: Lobby, machine: int, *, stays: bool) -> None:
    fill(lobby)
    lobby.freeze()
    robot = identity("robot").public
    changes = {"identity": robot, "name": "Robot", "kind": MemberKind.BOT, "operator": machine}
    lobby.next_game(bytes(32), seated(lobby, 1, **changes), {robot})
    found = [(one.name, one.operator) for one in lobby.snapshot.members]
    if stays:
        assert found == [("Hôte", 0), ("Robot", 0), ("Jo", 2), ("Léa", 3)]
    else:
        assert found == [("Hôte", 0), ("Jo", 1), ("Léa", 2)]


def test_a_guest_compares_every_part_of_the_first_entry(lobby: Lobby) -> None:
    fill(lobby)
    opening, shown = opening_of(lobby.snapshot), lobby.snapshot
    assert difference(opening, shown) is None
    assert difference(opening, None) == "there was no lobby before it"
    other_member = changed(opening.members[2], name="Autre")
    changes: dict[str, object] = {
        "protocol": "other",
        "rules": 99,
        "room": b"x" * 16,
        "previous": bytes(32),
        "seats": Seats.DRAWN,
        "options": {**opening.options, "target": 501},
        "members": (*opening.members[:2], other_member, opening.members[3]),
    }
    assert changes.keys() == set(opening.__struct_fields__)
    for name, value in changes.items():
        reason = difference(changed(opening, **{name: value}), shown)
        assert reason == f"its {name} are not those of the lobby"
