"""Good inputs, from which the fuzzer makes bad ones. All of the toy group, and always the same."""

from __future__ import annotations

import functools
from dataclasses import replace

from belote_net.node.errors import Refusal
from belote_net.node.frames import (
    BallotFrame,
    Bye,
    ChainHead,
    ClaimFrame,
    EntryFrame,
    Frame,
    Have,
    Here,
    JoinAnswer,
    JoinHello,
    JoinProof,
    LobbyAsk,
    LobbyFrame,
    LobbyMember,
    Ping,
    Pong,
    Refused,
    ReturnAnswer,
    ReturnHello,
    ReturnProof,
    Role,
    Say,
    Watcher,
    Welcome,
    Whereabouts,
)
from belote_net.rules.choices import Annonces
from belote_net.rules.options import Options
from belote_net.table.claims import Claim
from belote_net.table.messages import Member, MemberKind, Reseat, Seats
from belote_net.table.table import Table
from belote_protocol.ballot import Ballot, SilentPlace, Stance
from belote_protocol.deck_state import Shuffle
from belote_protocol.entry import Body, SignedEntry
from tests.four_seats import FourSeats, random_chooser, short_game
from tests.node.support import identity
from tests.protocol.escrowed import EscrowChain
from tests.protocol.toy_group import toy_group
from tests.table.leaving import sit_down
from tests.table.open_hands import help_open, leave_at, open_table

ONE, TWO = identity("one").public, identity("two").public
TOKEN, NONCE, MAC, SIGNATURE, PAKE = b"t" * 16, b"n" * 32, b"m" * 32, b"s" * 64, b"S" + b"p" * 32


def _member(name: str, index: int) -> LobbyMember:
    return LobbyMember(
        identity=identity(name).public,
        name=name,
        kind=MemberKind.PERSON,
        operator=index,
        nonce=NONCE,
        ready=True,
        present=True,
        addresses=("10.0.0.1:22032",),
    )


LOBBY = LobbyFrame(
    TOKEN,
    3,
    2,
    (_member("one", 0), _member("two", 1)),
    Seats.DRAWN,
    dict(Options().to_map()),
    b"",
    (Watcher(ONE, "Zoé"),),
)
ASK = LobbyAsk("Inès", NONCE, 3, 1, ("192.168.1.7:22032", "[fd00::1]:4000"))

HANDSHAKE_FRAMES: tuple[Frame, ...] = (
    JoinHello(1, Role.PLAY, ONE, TOKEN, NONCE, PAKE),
    JoinAnswer(ONE, TOKEN, NONCE, PAKE, TOKEN, TWO, MAC, SIGNATURE),
    JoinProof(MAC, SIGNATURE),
    ReturnHello(1, Role.WATCH, ONE, TOKEN, NONCE, TOKEN),
    ReturnAnswer(ONE, TOKEN, NONCE, SIGNATURE),
    ReturnProof(SIGNATURE),
    Welcome(),
    Refused(Refusal.CODE, "wrong"),
)
LINK_FRAMES: tuple[Frame, ...] = (
    Have(NONCE, (ChainHead("table", 7, NONCE), ChainHead("deck/1", 1, MAC))),
    EntryFrame(b"entry", SIGNATURE),
    LOBBY,
    ASK,
    Say(ONE, 7, "bien joué ♠", SIGNATURE),
    Ping(),
    Pong(),
    Bye("à demain"),
    Here((Whereabouts(ONE, ("[fd00::1]:22032",)), Whereabouts(TWO, ("bureau:4000",)))),
    BallotFrame(
        Ballot(NONCE, SilentPlace("table", 7, MAC, 2), 0, Stance.REFUSED, NONCE, "it is wrong"),
        SIGNATURE,
    ),
    ClaimFrame(Claim(NONCE, MAC, 2, Member(ONE, "Odile", MemberKind.PERSON, 2, NONCE)), SIGNATURE),
)


@functools.cache
def game() -> FourSeats:
    """A whole game of three deals with declarations; entries of all kinds are in it."""
    chooser = random_chooser("fuzz/26", eagerness=0.8)
    with toy_group():
        seats = FourSeats(
            options=replace(short_game(deals=3), annonces=Annonces.ON),
            seed="fuzz/26",
            choosers=dict.fromkeys(range(4), chooser),
        )
        seats.play()
        return seats


@functools.cache
def places() -> tuple[tuple[FourSeats, Table, SignedEntry], ...]:
    """Tables that wait for an entry of each kind, twice if there are so many, and the entry."""
    found: list[tuple[FourSeats, Table, SignedEntry]] = []
    seen: dict[str, int] = {}
    entries = tuple(game().table.log)
    with toy_group():
        for index, signed in enumerate(entries[1:], start=1):
            kind = signed.entry.kind
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] in (1, 6):
                table = Table(entries[0])
                for before in entries[1:index]:
                    table.fold(before)
                found.append((game(), table, signed))
    return tuple(found)


@functools.cache
def complained() -> tuple[SignedEntry, ...]:
    """The chain of a deck whose keys are shared, up to a seed that is exposed."""
    with toy_group():
        return tuple(EscrowChain().to(Shuffle.kind, 0).complain(1).finish().entries)


@functools.cache
def left() -> tuple[SignedEntry, ...]:
    """Games that somebody leaves: his hand is opened, and his seat filled; others go on alone."""
    with toy_group():
        opened = open_table(seed="fuzz/left")
        leave_at(opened, 6)
        help_open(opened)
        while opened.table.waiting() and opened.table.waiting()[0].kind != Reseat.kind:
            opened.deliver(opened.answer(opened.table.waiting()[0]))
        absent = opened.table.state.absent
        if absent is not None:
            sit_down(opened, absent)
        return tuple(opened.table.log)


def bodies() -> dict[str, type[Body]]:
    """Every kind of body, by the name it travels under."""
    return {kind.kind: kind for kind in Body.__subclasses__() if _is_ours(kind)}


def _is_ours(kind: type[Body]) -> bool:
    return kind.__module__.partition(".")[0] in ("belote_net", "belote_protocol")


def samples_of(kind: str) -> tuple[bytes, ...]:
    """Bodies of this kind out of the game, or of the deck, at most eight, all different."""
    entries = (*game().table.log, *complained(), *left())
    found = (one.entry.body for one in entries if one.entry.kind == kind)
    return tuple(dict.fromkeys(found))[:8]
