"""Gathering players before a game: the host's list, and what each guest checks before it agrees.

Nothing here binds anybody. What binds is the first entry, which every guest compares with the
last lobby that it was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from belote_net.errors import OptionError
from belote_net.node.errors import LobbyError, PeerRefused, Refusal
from belote_net.node.frames import LobbyAsk, LobbyFrame, LobbyMember, Watcher, changed
from belote_net.node.text import clean_name, shown_name
from belote_net.rules.options import Options
from belote_net.rules.variants import variant_for
from belote_net.table.messages import (
    MAX_NAME_CHARACTERS,
    RULES_VERSION,
    Member,
    MemberKind,
    Opening,
    Seats,
)
from belote_protocol.entry import NO_GAME
from belote_protocol.identity import PublicIdentity
from belote_protocol.version import PROTOCOL_LABEL

HOST_INDEX = 0
"""The host signs the first entry, so he is its first member."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table is opened with."""

    options: Options
    seats: Seats = Seats.CHOSEN


class Lobby:
    """The host's list of members. Every change makes a new snapshot.

    Attributes:
        snapshot: the list as it is.
        places: how many can play.
        on_change: called after every change.
    """

    def __init__(self, room: bytes, host: LobbyMember, settings: Settings) -> None:
        """A lobby with its host in it.

        Args:
            room: 16 random bytes that name it.
            host: whoever opens it.
            settings: rules and seating.
        """
        self.snapshot = LobbyFrame(
            room, 0, 0, (host,), settings.seats, dict(settings.options.to_map()), NO_GAME, None
        )
        self.places = variant_for(settings.options).places
        self._is_frozen = False
        self._expected: set[PublicIdentity] = {host.identity}
        self._bots: set[PublicIdentity] = set()
        self._wishes: dict[PublicIdentity, int | None] = {}
        self.on_change: Callable[[], None] = _ignore

    def expect(self, identity: PublicIdentity, *, is_bot: bool = False) -> None:
        """Keep a seat for who is coming in.

        Raises:
            PeerRefused: every seat is taken.
        """
        if identity in self._expected:
            return
        if len(self._expected) >= self.places or self._is_frozen:
            raise PeerRefused(Refusal.FULL, "every seat is taken")
        self._expected.add(identity)
        if is_bot:
            self._bots.add(identity)

    def is_expected(self, identity: PublicIdentity) -> bool:
        """Whether a seat is kept for this player."""
        return identity in self._expected

    def ask(self, identity: PublicIdentity, wish: LobbyAsk) -> None:
        """Do what a member wants for itself; the same wish twice changes nothing.

        Raises:
            LobbyError: no seat is kept for it.
        """
        if identity not in self._expected:
            raise LobbyError("a member of the lobby expected")
        members = list(self.snapshot.members)
        index = self._index(identity)
        if self._is_frozen:
            if index is not None:
                members[index] = changed(members[index], addresses=wish.addresses)
                self._update(tuple(members))
            return
        name = self.free_name(identity, wish.name)
        if index is None:
            index = len(members)
            members.append(self._newcomer(identity, name, index, wish))
        else:
            members[index] = changed(
                members[index], name=name, nonce=wish.nonce, addresses=wish.addresses
            )
        if wish.place != self._wishes.get(identity):
            self._wishes[identity] = wish.place
            members = _swapped(members, index, wish.place)
        self._update(tuple(members))
        self._mark_ready(identity, wish.ready)

    def set_present(self, identity: PublicIdentity, *, present: bool) -> None:
        """Note that a member's link came up or went down; an absent one is not ready."""
        members = tuple(
            changed(member, present=present, ready=member.ready and present)
            if member.identity == identity
            else member
            for member in self.snapshot.members
        )
        self._update(members)

    def remove(self, identity: PublicIdentity) -> None:
        """Take a seat back from a member, or from one that is expected.

        Raises:
            LobbyError: it is the host, or a game is being played.
        """
        if identity == self.snapshot.members[HOST_INDEX].identity:
            raise LobbyError("the host cannot leave the own table")
        if self._is_frozen:
            raise LobbyError("nobody can be sent away while a game is played")
        self.forget(identity)

    def forget(self, identity: PublicIdentity) -> None:
        """As `remove`, but whoever cannot be removed simply stays."""
        if self._is_frozen or identity == self.snapshot.members[HOST_INDEX].identity:
            return
        self._expected.discard(identity)
        self._bots.discard(identity)
        self._wishes.pop(identity, None)
        kept = [one for one in self.snapshot.members if one.identity != identity]
        self._update(_in_order(kept))

    def set_up(self, settings: Settings) -> None:
        """Play by other rules; nobody is ready any more.

        Raises:
            LobbyError: they are for fewer players than are here, or a game is being played.
        """
        if self._is_frozen:
            raise LobbyError("the rules cannot change while a game is played")
        places = variant_for(settings.options).places
        if len(self._expected) > places:
            raise LobbyError(f"at most {places} players expected, got {len(self._expected)}")
        self.places = places
        options = dict(settings.options.to_map())
        if (settings.seats, options) != (self.snapshot.seats, self.snapshot.options):
            self._renew(seats=settings.seats, options=options)

    def show_watchers(self, watchers: tuple[Watcher, ...] | None) -> None:
        """Show who watches, or with None that nobody may; that is one of the terms.

        Raises:
            LobbyError: whether anybody may watch would change while a game is played.
        """
        if (watchers is None) != (self.snapshot.watchers is None):
            if self._is_frozen:
                raise LobbyError("who may watch cannot change while a game is played")
            self._renew(watchers=watchers)
        elif watchers != self.snapshot.watchers:
            revision = self.snapshot.revision + 1
            self.snapshot = changed(self.snapshot, watchers=watchers, revision=revision)
            self.on_change()

    def free_name(self, identity: PublicIdentity, wished: str) -> str:
        """The wished name, cleaned, with a number behind it if another one here has it."""
        name = shown_name(wished)
        names = {one.identity: one.name for one in self.snapshot.watchers or ()}
        names |= {one.identity: one.name for one in self.snapshot.members}
        taken = {shown.casefold() for one, shown in names.items() if one != identity}
        number, free = 1, name
        while free.casefold() in taken:
            number += 1
            suffix = f" {number}"
            free = name[: MAX_NAME_CHARACTERS - len(suffix)].rstrip() + suffix
        return free

    def freeze(self) -> None:
        """A game begins: every guest compares it with this list, so it stays as it is."""
        self._is_frozen = True

    def next_game(
        self, previous: bytes, seated: Sequence[Member], here: Container[PublicIdentity]
    ) -> None:
        """A game is over: the next one is for who sat there at its end, and needs everybody's word.

        The host keeps the own place, also if somebody else has taken the seat; a bot goes with its
        machine.

        Args:
            previous: the game.
            seated: who sat there at the end, in signing order.
            here: whom we have a link to.
        """
        self._is_frozen = False
        known = {one.identity: one for one in self.snapshot.members}
        host = self.snapshot.members[HOST_INDEX]
        members = [host]
        for seat, one in enumerate(seated):
            is_ours = one.kind is MemberKind.BOT and seated[one.operator].identity == host.identity
            if seat == HOST_INDEX or (one.kind is MemberKind.BOT and not is_ours):
                continue
            if is_ours:
                self._bots.add(one.identity)
            members.append(known.get(one.identity) or _seated(one, present=one.identity in here))
        self._expected = {one.identity for one in members}
        self._renew(previous=previous, members=_in_order(members))

    def opening(self) -> Opening:
        """The first entry's body.

        Raises:
            LobbyError: somebody is missing or not ready.
        """
        members = self.snapshot.members
        if len(members) != self.places:
            raise LobbyError(f"{self.places} players expected, got {len(members)}")
        unready = [member.name for member in members if not (member.ready and member.present)]
        if unready:
            raise LobbyError(f"not ready: {', '.join(unready)}")
        return opening_of(self.snapshot)

    def _newcomer(
        self, identity: PublicIdentity, name: str, index: int, wish: LobbyAsk
    ) -> LobbyMember:
        is_bot = identity in self._bots
        return LobbyMember(
            identity=identity,
            name=name,
            kind=MemberKind.BOT if is_bot else MemberKind.PERSON,
            operator=HOST_INDEX if is_bot else index,
            nonce=wish.nonce,
            ready=False,
            present=True,
            addresses=wish.addresses,
        )

    def _mark_ready(self, identity: PublicIdentity, terms: int | None) -> None:
        ready = terms == self.snapshot.terms
        self._update(
            tuple(
                changed(one, ready=ready) if one.identity == identity else one
                for one in self.snapshot.members
            )
        )

    def _update(self, members: tuple[LobbyMember, ...]) -> None:
        if members != self.snapshot.members:
            revision = self.snapshot.revision + 1
            self.snapshot = changed(self.snapshot, members=members, revision=revision)
            self.on_change()

    def _renew(self, **changes: object) -> None:
        """Other terms: nobody is ready for them yet."""
        revision = self.snapshot.revision + 1
        fresh = changed(self.snapshot, revision=revision, terms=revision, **changes)
        members = tuple(changed(member, ready=False) for member in fresh.members)
        self.snapshot = changed(fresh, members=members)
        self.on_change()

    def _index(self, identity: PublicIdentity) -> int | None:
        return next(
            (
                index
                for index, member in enumerate(self.snapshot.members)
                if member.identity == identity
            ),
            None,
        )


def _in_order(members: Sequence[LobbyMember]) -> tuple[LobbyMember, ...]:
    """Members that may have moved: persons run themselves, and the host runs the bots."""
    return tuple(
        changed(one, operator=HOST_INDEX if one.kind is MemberKind.BOT else index)
        for index, one in enumerate(members)
    )


def _seated(member: Member, *, present: bool) -> LobbyMember:
    """Who took a seat in mid-game."""
    return LobbyMember(
        identity=member.identity,
        name=member.name,
        kind=member.kind,
        operator=member.operator,
        nonce=member.nonce,
        ready=False,
        present=present,
        addresses=(),
    )


def _ignore() -> None:
    return


def opening_of(lobby: LobbyFrame) -> Opening:
    """The first entry that follows from a lobby."""
    return Opening(
        PROTOCOL_LABEL,
        RULES_VERSION,
        lobby.room,
        lobby.previous,
        lobby.seats,
        lobby.options,
        tuple(
            Member(member.identity, member.name, member.kind, member.operator, member.nonce)
            for member in lobby.members
        ),
    )


def nonsense_in(lobby: LobbyFrame) -> str | None:
    """What makes a snapshot one that no honest host sends, and no screen could show; or None."""
    try:
        places = variant_for(Options.from_map(lobby.options)).places
    except OptionError as cause:
        return f"a complete set of options expected: {cause}"
    members = lobby.members
    if len(members) > places or len({one.identity for one in members}) != len(members):
        return "every member once expected"
    if any(one.operator >= len(members) for one in members):
        return "operators at the table expected"
    watchers = lobby.watchers or ()
    if len({one.identity for one in watchers}) != len(watchers):
        return "every spectator once expected"
    names = (*(one.name for one in members), *(one.name for one in watchers))
    if any(name != clean_name(name) for name in names):
        return "names that a screen can show expected"
    return None


def without_addresses(lobby: LobbyFrame) -> LobbyFrame:
    """The lobby as it is shown to who only watches: of all addresses those of the host."""
    host, *others = lobby.members
    return changed(lobby, members=(host, *(changed(one, addresses=()) for one in others)))


def difference(opening: Opening, lobby: LobbyFrame | None) -> str | None:
    """How a first entry differs from the last snapshot, in words; None: it does not."""
    if lobby is None:
        return "there was no lobby before it"
    expected = opening_of(lobby)
    for name in ("protocol", "rules", "room", "previous", "seats", "options", "members"):
        if getattr(opening, name) != getattr(expected, name):
            return f"its {name} are not those of the lobby"
    return None


def host_member(
    identity: PublicIdentity,
    name: str,
    nonce: bytes,
    addresses: tuple[str, ...],
    *,
    kind: MemberKind = MemberKind.PERSON,
) -> LobbyMember:
    """The host, in his own lobby."""
    return LobbyMember(
        identity=identity,
        name=shown_name(name),
        kind=kind,
        operator=HOST_INDEX,
        nonce=nonce,
        ready=False,
        present=True,
        addresses=addresses,
    )


def _swapped(members: list[LobbyMember], index: int, place: int | None) -> list[LobbyMember]:
    """Two members change places, if the wished one exists and neither is the host."""
    if place is None or place >= len(members) or HOST_INDEX in (index, place):
        return members
    order = list(range(len(members)))
    order[index], order[place] = order[place], order[index]
    return [changed(members[old], operator=order.index(members[old].operator)) for old in order]
