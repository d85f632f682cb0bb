"""What a host remembers of spectators, and what the lobby shows of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from belote_net.node.errors import LobbyError, PeerRefused, Refusal
from belote_net.node.frames import MAX_WATCHERS, LobbyAsk, Watcher, changed
from belote_net.node.lobby import (
    Lobby,
    Settings,
    host_member,
    nonsense_in,
    opening_of,
    without_addresses,
)
from belote_net.node.watchers import MAX_REMEMBERED, NEVER_WATCHED, Watchers
from belote_net.rules.options import Options
from belote_net.table.messages import Seats
from belote_protocol.identity import PublicIdentity
from tests.node.support import identity

HOST, GUEST = identity("host").public, identity("guest").public
ZOE, JO = identity("zoe").public, identity("jo").public


def new_lobby() -> Lobby:
    lobby = Lobby(bytes(16), host_member(HOST, "Hôte", bytes(32), ()), Settings(Options()))
    lobby.ask(HOST, LobbyAsk("Hôte", bytes(32), None, None, ("10.0.0.1:22032",)))
    return lobby


@pytest.fixture
def lobby() -> Lobby:
    return new_lobby()


@pytest.fixture
def watchers(lobby: Lobby) -> Watchers:
    watchers = Watchers(lobby)
    watchers.allow(allowed=True)
    return watchers


def somebody(number: int) -> PublicIdentity:
    return identity(f"spectator {number}").public


def refusal(watchers: Watchers, who: PublicIdentity) -> Refusal:
    with pytest.raises(PeerRefused) as caught:
        watchers.admit(who)
    return caught.value.reason


def test_nobody_may_watch_unless_the_host_allows_it(lobby: Lobby) -> None:
    watchers = Watchers(lobby)
    assert lobby.snapshot.watchers is None
    assert refusal(watchers, ZOE) is Refusal.CLOSED
    watchers.allow(allowed=True)
    assert lobby.snapshot.watchers == ()
    assert watchers.admit(ZOE)
    assert lobby.snapshot.watchers == (Watcher(ZOE, "?"),)


def test_whether_others_may_watch_is_a_term_that_everybody_agrees_to(lobby: Lobby) -> None:
    watchers, terms = Watchers(lobby), lobby.snapshot.terms
    lobby.ask(HOST, LobbyAsk("Hôte", bytes(32), terms, None, ()))
    assert lobby.snapshot.members[0].ready
    watchers.allow(allowed=True)
    assert lobby.snapshot.terms > terms
    assert not lobby.snapshot.members[0].ready
    # That somebody came to watch is none.
    lobby.ask(HOST, LobbyAsk("Hôte", bytes(32), lobby.snapshot.terms, None, ()))
    watchers.admit(ZOE)
    assert lobby.snapshot.members[0].ready


def test_rules_and_games_change_and_the_choice_stays(lobby: Lobby, watchers: Watchers) -> None:
    lobby.set_up(Settings(replace(Options(), target=501), Seats.DRAWN))
    lobby.next_game(bytes(32), (), ())
    assert watchers.are_allowed


def test_while_a_game_is_played_spectators_come_and_go_but_the_choice_stays(
    lobby: Lobby, watchers: Watchers
) -> None:
    lobby.freeze()
    opening = opening_of(lobby.snapshot)
    with pytest.raises(LobbyError):
        watchers.allow(allowed=False)
    assert watchers.are_allowed
    revision = lobby.snapshot.revision
    watchers.admit(ZOE)
    watchers.name(ZOE, "Zoé")
    assert lobby.snapshot.revision > revision
    watchers.dismiss(ZOE)
    assert watchers.present == ()
    assert opening_of(lobby.snapshot) == opening
    closed = new_lobby()
    closed.freeze()
    with pytest.raises(LobbyError):
        Watchers(closed).allow(allowed=True)
    assert closed.snapshot.watchers is None


def test_a_ninth_is_refused_until_one_leaves(watchers: Watchers) -> None:
    for number in range(MAX_WATCHERS):
        assert watchers.admit(somebody(number))
    assert refusal(watchers, ZOE) is Refusal.CROWDED
    assert not watchers.admit(somebody(3))  # a new link of one who is here
    watchers.dismiss(somebody(3))
    assert watchers.admit(ZOE)
    assert refusal(watchers, somebody(3)) is Refusal.CROWDED


def test_who_has_a_seat_does_not_watch(lobby: Lobby, watchers: Watchers) -> None:
    lobby.expect(GUEST)
    assert refusal(watchers, GUEST) is Refusal.TWICE
    assert refusal(watchers, HOST) is Refusal.TWICE


def test_a_spectator_says_its_name_once(lobby: Lobby, watchers: Watchers) -> None:
    watchers.admit(ZOE)
    watchers.admit(JO)
    for wished in ("hÔTE\x1b", "a word", "and another"):
        watchers.name(ZOE, wished)
    watchers.name(JO, "hôte 2")
    assert [one.name for one in watchers.present] == ["hÔTE 2", "hôte 2 2"]
    watchers.dismiss(ZOE)
    watchers.admit(ZOE)
    watchers.name(ZOE, "talk by names")
    assert watchers.present[-1].name == "hÔTE 2"
    assert nonsense_in(lobby.snapshot) is None


def test_a_stranger_has_no_name_here(watchers: Watchers) -> None:
    watchers.name(ZOE, "Zoé")
    watchers.admit(JO)
    watchers.name(ZOE, "Zoé")
    assert watchers.present == (Watcher(JO, "?"),)
    watchers.allow(allowed=False)
    watchers.name(JO, "Jo")
    watchers.dismiss(JO)
    assert not watchers.are_allowed


def test_who_was_let_in_comes_back_until_the_table_is_closed(watchers: Watchers) -> None:
    assert not watchers.remembers(ZOE)
    watchers.admit(ZOE)
    watchers.dismiss(ZOE)
    assert watchers.remembers(ZOE)
    watchers.allow(allowed=False)
    watchers.allow(allowed=True)
    assert not watchers.remembers(ZOE)


def test_what_is_remembered_is_bounded(watchers: Watchers) -> None:
    for number in range(MAX_REMEMBERED + 1):
        watchers.admit(somebody(number))
        watchers.dismiss(somebody(number))
        watchers.admit(somebody(1))
        watchers.dismiss(somebody(1))
    assert not watchers.remembers(somebody(0))
    assert watchers.remembers(somebody(1))
    assert watchers.remembers(somebody(MAX_REMEMBERED))
    assert len(watchers.text().splitlines()) == 1 + MAX_REMEMBERED


def test_a_resumed_host_knows_whether_and_who(watchers: Watchers, tmp_path: Path) -> None:
    watchers.admit(ZOE)
    path = tmp_path / "x.watchers"
    path.write_text(watchers.text() + "junk\n" + "ff" * 32 + "\n")
    again = Watchers(new_lobby())
    again.load(path)
    assert again.are_allowed
    assert again.remembers(ZOE)
    assert again.present == ()


@pytest.mark.parametrize("stored", [None, b"", NEVER_WATCHED.encode(), b"\xff\x00" * 200])
def test_what_does_not_say_open_is_closed(stored: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "x.watchers"
    if stored is not None:
        path.write_bytes(stored)
    watchers = Watchers(new_lobby())
    watchers.load(path)
    assert not watchers.are_allowed
    assert watchers.text() == NEVER_WATCHED


def test_a_snapshot_that_no_honest_host_sends(lobby: Lobby) -> None:
    watchers = Watchers(lobby)
    watchers.allow(allowed=True)
    twice = changed(lobby.snapshot, watchers=(Watcher(ZOE, "a"), Watcher(ZOE, "b")))
    assert nonsense_in(twice) == "every spectator once expected"
    hidden = changed(lobby.snapshot, watchers=(Watcher(ZOE, "\x1b[31m"),))
    assert nonsense_in(hidden) == "names that a screen can show expected"


def test_a_spectator_is_shown_no_address_but_the_host_s(lobby: Lobby) -> None:
    lobby.expect(GUEST)
    lobby.ask(GUEST, LobbyAsk("Paul", bytes(32), None, None, ("10.0.0.7:22032",)))
    shown = without_addresses(lobby.snapshot)
    assert [one.addresses for one in shown.members] == [("10.0.0.1:22032",), ()]
    assert changed(shown, members=lobby.snapshot.members) == lobby.snapshot
