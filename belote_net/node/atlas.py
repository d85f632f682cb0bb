"""Where the members of a room listen: what was proven by a handshake, and what was heard.

Every teller has a small place of its own, so that nobody's addresses push out those of another, and
what worked stays in front. Only what is known at first hand is told on and stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from belote_net.node import durable
from belote_net.node.errors import BadAddress
from belote_net.node.frames import MAX_ADDRESSES, Here, Whereabouts
from belote_net.node.transport import Address
from belote_protocol.entry import MAX_SEATS
from belote_protocol.errors import InvalidEncoding
from belote_protocol.identity import PublicIdentity

MAX_FILE_BYTES = 16 * 1024

MAX_PROVEN = 4
"""Addresses of one member that are remembered to have worked: a machine with two networks, before
and after it moved."""

MAX_PLACES = 2 * MAX_SEATS
"""Members that are remembered: all who may be in a room, and some who have left it."""

MAX_TELLERS = 2 * MAX_SEATS
"""From how many others addresses of one member are taken: all who may be in a room."""

MAX_TRIED = 2 * MAX_ADDRESSES
"""Most addresses of one member that are tried in turn: each may take the time of a dead call."""

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Another machine would find itself there. Told only of who has nothing else."""


class Atlas:
    """Addresses by member: those that worked, and those that each teller named last."""

    def __init__(self) -> None:
        self._places: dict[PublicIdentity, _Places] = {}
        self._told_on: dict[PublicIdentity, Whereabouts | None] = {}

    def learn(
        self,
        identity: PublicIdentity,
        texts: Iterable[str],
        *,
        teller: PublicIdentity | None = None,
    ) -> bool:
        """Hear where a member listens; what is no address is skipped. Returns if it was news.

        Args:
            identity: the member.
            texts: addresses, the best one first.
            teller: who says so; None: our own player, or our own file.
        """
        fresh = [address for text in texts if (address := _parsed(text)) is not None]
        places = self._places_of(identity) if fresh else None
        if places is None or (teller not in places.told and len(places.told) >= MAX_TELLERS):
            return False
        before = places.told.get(teller, ())
        known = tuple(dict.fromkeys((*fresh, *before)))[:MAX_ADDRESSES]
        if set(known) == set(before):
            return False
        places.told[teller] = known
        self._told_on.clear()
        return True

    def make_room(self, members: Sequence[PublicIdentity]) -> None:
        """Where there is no room for one more member or teller, forget who is none of these.

        Who comes in and leaves, again and again under other names, must not keep us from finding
        who is there. Of too many the last ones give way.
        """
        kept = members[: MAX_PLACES - 1]
        if len(self._places) >= MAX_PLACES:
            self._places = {one: at for one, at in self._places.items() if one in kept}
            self._told_on.clear()
        for places in self._places.values():
            if len(places.told) >= MAX_TELLERS:
                told = places.told.items()
                places.told = {one: at for one, at in told if one is None or one in kept}
                self._told_on.clear()

    def prefer(self, identity: PublicIdentity, address: Address) -> None:
        """This member has just proven to be at this address: try it first the next time."""
        places = self._places_of(identity)
        if places is not None:
            others = [one for one in places.proven if one != address]
            places.proven = (address, *others)[:MAX_PROVEN]
            self._told_on.clear()

    def forget(self, address: Address) -> None:
        """Nobody else is at this address: it is our own."""
        for places in self._places.values():
            places.proven = tuple(one for one in places.proven if one != address)
            for teller, told in places.told.items():
                places.told[teller] = tuple(one for one in told if one != address)
        self._told_on.clear()

    def of(self, identity: PublicIdentity) -> tuple[Address, ...]:
        """Where this member may be found, in the order in which to try.

        What worked comes first, then the first address of every teller, the second of every
        teller, and so on: who names many gains nothing by it.
        """
        places = self._places.get(identity)
        if places is None:
            return ()
        told = chain.from_iterable(zip_longest(*places.told.values()))
        heard = (one for one in told if one is not None)
        return tuple(dict.fromkeys((*places.proven, *heard)))[:MAX_TRIED]

    def here(self, members: Iterable[PublicIdentity]) -> Here:
        """What to tell others about these members: of each, what makes sense elsewhere.

        Every link asks after every change, so it is remembered until something is learnt.
        """
        found = []
        for member in members:
            if member not in self._told_on:
                self._told_on[member] = self._whereabouts(member)
            found.append(self._told_on[member])
        return Here(tuple(one for one in found if one is not None)[:MAX_SEATS])

    def text(self) -> str:
        """What to store: a line for each member, its key and then its addresses."""
        return "".join(
            " ".join((bytes(identity).hex(), *map(str, known))) + "\n"
            for identity in self._places
            if (known := self._at_first_hand(identity))
        )

    def load(self, path: Path) -> None:
        """Read what was stored; a line that makes no sense is skipped: it is only a hint.

        Raises:
            StorageFailed: the file is there and cannot be read.
        """
        if not path.exists():
            return
        text = durable.read_whole(path, limit_bytes=MAX_FILE_BYTES).decode(errors="replace")
        for line in text.splitlines():
            key, *addresses = line.split(" ")
            try:
                identity = PublicIdentity.from_bytes(bytes.fromhex(key))
            except (ValueError, InvalidEncoding):
                continue
            self.learn(identity, addresses)

    def _places_of(self, identity: PublicIdentity) -> _Places | None:
        """The places of a member; None where too many are known already."""
        if identity not in self._places and len(self._places) >= MAX_PLACES:
            return None
        return self._places.setdefault(identity, _Places())

    def _whereabouts(self, member: PublicIdentity) -> Whereabouts | None:
        known = self._at_first_hand(member)
        useful = [one for one in known if one.host not in _LOOPBACK] or known
        return Whereabouts(member, tuple(sorted(map(str, useful)))) if useful else None

    def _at_first_hand(self, identity: PublicIdentity) -> tuple[Address, ...]:
        """What worked, what the member says of itself, and what our own player says."""
        places = self._places.get(identity)
        if places is None:
            return ()
        told = (*places.told.get(identity, ()), *places.told.get(None, ()))
        return tuple(dict.fromkeys((*places.proven, *told)))[:MAX_ADDRESSES]


class _Places:
    """What is known of one member."""

    __slots__ = ("proven", "told")

    def __init__(self) -> None:
        self.proven: tuple[Address, ...] = ()
        self.told: dict[PublicIdentity | None, tuple[Address, ...]] = {}


def _parsed(text: str) -> Address | None:
    try:
        return Address.parse(text)
    except BadAddress:
        return None
