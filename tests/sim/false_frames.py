"""Deviations beside the entries: ballots, claims, frames and the lobby."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from belote_net.node.frames import (
    BallotFrame,
    Bye,
    ChainHead,
    ClaimFrame,
    EntryFrame,
    Frame,
    Have,
    Here,
    LobbyAsk,
    LobbyFrame,
    Ping,
    Pong,
    Say,
    Welcome,
    Whereabouts,
)
from belote_net.node.framing import LENGTH_BYTES
from belote_net.table.claims import Claim, SignedClaim
from belote_net.table.messages import NONCE_BYTES, Member, MemberKind, Play
from belote_net.table.opening import TABLE_CHAIN
from belote_protocol.ballot import Ballot, SignedBallot, SilentPlace, Stance
from belote_protocol.entry import NO_GAME, EntryContext, Seat, SignedEntry
from belote_protocol.identity import Identity
from tests.node.support import Note, identity
from tests.node.test_frames import BAD_PAYLOADS, LINK_FRAMES
from tests.sim.adversary import Act, Adversary, Deviation, Effect

HASH = b"h" * 32

# Ballots and claims.

MakeFrame = Callable[[Adversary], Frame]


def telling(make: MakeFrame, *, times: int = 1) -> Act:
    """Tell everybody something in the middle of a trick."""

    async def act(liar: Adversary) -> None:
        await liar.duty(Play.kind)
        for _ in range(times):
            liar.tell(make(liar))
            await trio.sleep(0.01)

    return act


def _place(liar: Adversary, *, seat: int | None = None) -> SilentPlace:
    """The place that the table waits at, with another seat than the liar's."""
    due = liar.table.due(TABLE_CHAIN)
    if due is None:
        raise LookupError("the table waits for nobody")
    other = (liar.index + 1) % 4 if due.seat == liar.index else due.seat
    return SilentPlace(TABLE_CHAIN, due.seq, due.prev, other if seat is None else seat)


@dataclass(frozen=True, slots=True)
class Vote:
    """A ballot of the liar, but for what is changed.

    Attributes:
        stance: what it says.
        entry: what it names.
        reason: what for.
        voter: in whose name; None: the liar's own.
        about: against whom; None: whoever is due.
        game: in which game; None: this one.
    """

    stance: Stance
    entry: bytes = b""
    reason: str = ""
    voter: int | None = None
    about: int | None = None
    game: bytes | None = None

    def __call__(self, liar: Adversary) -> Frame:
        """The ballot as it travels."""
        voter = liar.index if self.voter is None else self.voter
        place = _place(liar, seat=liar.index if self.about == -1 else self.about)
        game = self.game or liar.table.game
        ballot = Ballot(game, place, voter, self.stance, self.entry, self.reason)
        return BallotFrame(ballot, SignedBallot.seal(ballot, liar.key).signature)


async def double_ballot(liar: Adversary) -> None:
    """Vote that a seat is absent, and that its entry is here."""
    await liar.duty(Play.kind)
    liar.tell(Vote(Stance.ABSENT)(liar))
    liar.tell(Vote(Stance.SEEN, HASH)(liar))


async def absent_for_what_is_here(liar: Adversary) -> None:
    """Vote that a seat was absent which everybody has heard."""
    await liar.duty(Play.kind)
    last = liar.table.log.entry(TABLE_CHAIN, liar.table.log.count(TABLE_CHAIN) - 1)
    if last is None or last.entry.seat == liar.index:
        return
    place = SilentPlace.of(last.entry.context)
    ballot = Ballot(liar.table.game, place, liar.index, Stance.ABSENT, b"", "")
    liar.tell(BallotFrame(ballot, SignedBallot.seal(ballot, liar.key).signature))


async def objection_to_what_is_right(liar: Adversary) -> None:
    """Refuse an honest entry, with a reason."""
    await liar.duty(Play.kind)
    last = liar.table.log.entry(TABLE_CHAIN, liar.table.log.count(TABLE_CHAIN) - 1)
    if last is None or last.entry.seat == liar.index:
        return
    place = SilentPlace.of(last.entry.context)
    ballot = Ballot(liar.table.game, place, liar.index, Stance.REFUSED, last.head, "no")
    liar.tell(BallotFrame(ballot, SignedBallot.seal(ballot, liar.key).signature))


async def flood_of_ballots(liar: Adversary) -> None:
    """Ballots about every place and seat, true and untrue."""
    await liar.duty(Play.kind)
    count = liar.table.log.count(TABLE_CHAIN)
    for number in range(120):
        place = SilentPlace(TABLE_CHAIN, count + number // 4, bytes([number]) * 32, number % 4)
        ballot = Ballot(liar.table.game, place, liar.index, Stance.SEEN, HASH, "")
        if place.seat != liar.index:
            liar.tell(BallotFrame(ballot, SignedBallot.seal(ballot, liar.key).signature))
            await trio.sleep(0.01)


def _member(liar: Adversary, who: Identity) -> Member:
    return Member(who.public, "Odile", MemberKind.PERSON, liar.victim(), liar.dice.randbytes(32))


def claim(*, is_forged: bool) -> MakeFrame:
    """A claim to a seat that nobody has left."""

    def make(liar: Adversary) -> Frame:
        stranger = identity(f"stranger {liar.dice.random()}")
        wish = Claim(liar.table.game, HASH, liar.victim(), _member(liar, stranger))
        signed = SignedClaim.seal(wish, liar.key if is_forged else stranger)
        return ClaimFrame(wish, signed.signature)

    return make


BALLOTS = (
    Deviation("two ballots that exclude each other", Effect.NOTHING, double_ballot),
    Deviation("absent, who was heard by all", Effect.NOTHING, absent_for_what_is_here),
    Deviation("an objection to what is right", Effect.NOTHING, objection_to_what_is_right),
    Deviation("absent, too soon", Effect.NOTHING, telling(Vote(Stance.ABSENT))),
    Deviation("seen, what nobody has said", Effect.NOTHING, telling(Vote(Stance.SEEN, HASH))),
    Deviation("refused, what nobody has said", Effect.NOTHING, telling(Vote(Stance.REFUSED, HASH))),
    Deviation("a flood of ballots", Effect.NOTHING, flood_of_ballots),
    Deviation("a ballot of another game", Effect.NOTHING, telling(Vote(Stance.ABSENT, game=HASH))),
    Deviation("a flood of claims", Effect.NOTHING, telling(claim(is_forged=False), times=40)),
    Deviation("claims of strangers", Effect.NOTHING, telling(claim(is_forged=True), times=3)),
)

# What costs a link at once: told to one honest node, one after the other.

REFUSED_BALLOTS = {
    "a ballot against oneself": (Vote(Stance.ABSENT, about=-1), "about another seat"),
    "absent, with an entry": (Vote(Stance.ABSENT, HASH), "that fits"),
    "seen, without an entry": (Vote(Stance.SEEN), "that fits"),
    "a reason for nothing": (Vote(Stance.ABSENT, reason="so"), "for an objection only"),
    "a ballot by no seat": (Vote(Stance.ABSENT, voter=6), "seats of this game"),
    "a ballot about no seat": (Vote(Stance.ABSENT, about=6), "seats of this game"),
}


def ballot_of_another(liar: Adversary) -> Frame:
    place = _place(liar)
    voter = next(seat for seat in range(4) if seat not in (place.seat, liar.index))
    return Vote(Stance.ABSENT, voter=voter, about=place.seat)(liar)


def forged_say(liar: Adversary) -> Frame:
    author = liar.table.members[bystander(liar)].identity
    return Say(author, 1000, "pas moi", bytes(64))


def own_say_unsigned(liar: Adversary) -> Frame:
    return Say(liar.key.public, 1000, "moi", bytes(64))


def foreign_lobby(liar: Adversary) -> Frame:
    return next(frame for frame in LINK_FRAMES if isinstance(frame, LobbyFrame))


def _entry(frame_of: EntryContext, liar: Adversary) -> Frame:
    entry = SignedEntry.seal(frame_of, Note("x"), liar.key)
    return EntryFrame(entry.raw, entry.signature)


def entry_of_another_game(liar: Adversary) -> Frame:
    return _entry(EntryContext(b"g" * 32, "table", 5, HASH, Seat(liar.index), Note.kind), liar)


def unasked_opening(liar: Adversary) -> Frame:
    return _entry(EntryContext(NO_GAME, "table", 0, NO_GAME, Seat(0), Note.kind), liar)


def entry_of_another_seat(liar: Adversary) -> Frame:
    seat = Seat((liar.index + 1) % 4)
    count = liar.table.log.count(TABLE_CHAIN)
    context = EntryContext(liar.table.game, "table", count, HASH, seat, Note.kind)
    return _entry(context, liar)


def entry_of_no_chain(liar: Adversary) -> Frame:
    context = EntryContext(liar.table.game, "tables", 1, HASH, Seat(liar.index), Note.kind)
    return _entry(context, liar)


FRAMES: dict[str, tuple[MakeFrame, str]] = {
    **REFUSED_BALLOTS,
    "a ballot of another": (ballot_of_another, ""),
    "a line of another": (forged_say, "signed by its author"),
    "a line that nobody signed": (own_say_unsigned, "signed by its author"),
    "a lobby of a guest": (foreign_lobby, ""),
    "an entry of another game": (entry_of_another_game, "a game of this room"),
    "an opening that nobody asked for": (unasked_opening, "a game of this room"),
    "an entry of another seat": (entry_of_another_seat, "not signed by seat"),
    "an entry of no chain": (entry_of_no_chain, "a chain of this game"),
    "no entry": (lambda liar: EntryFrame(b"\x97junk", bytes(64)), "not a"),
    "a chain with a false name": (
        lambda liar: Have(liar.table.game, (ChainHead("deck/01", 1, HASH),)),
        "a chain of this game",
    ),
    "a handshake in the middle": (lambda liar: Welcome(), "no frame of the link"),
}


def frame_act(make: MakeFrame) -> Act:
    """Tell one honest node what costs the link, and wait until it has."""

    async def act(liar: Adversary) -> None:
        await _lose_link(liar, lambda seat: liar.tell(make(liar), seat))

    return act


def bytes_act(data: bytes) -> Act:
    """Send one honest node bytes that are no frame."""

    async def act(liar: Adversary) -> None:
        seat = await linked_victim(liar)
        before = liar.sessions(seat)
        await liar.tell_bytes(data, seat)
        await liar.wait_for(lambda: liar.sessions(seat) != before)

    return act


async def _lose_link(liar: Adversary, tell: Callable[[int], None]) -> None:
    seat = await linked_victim(liar)
    before = liar.sessions(seat)
    tell(seat)
    await liar.wait_for(lambda: liar.sessions(seat) != before)


async def linked_victim(liar: Adversary) -> int:
    """An honest seat that is linked."""
    # The lobby of a guest is believed by no host, and that of a host by all: so not the host.
    seat = next(one for one in (1, 2, 3) if one not in liar.room.liars)
    await liar.wait_for(lambda: bool(liar.sessions(seat)))
    return seat


def bystander(liar: Adversary) -> int:
    """A seat that is neither the liar's nor that of whom he lies to."""
    return 3 if liar.index != 3 else 0


def _framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


LINKS = (
    *(
        Deviation(f"frame: {name}", Effect.REFUSED, frame_act(make), reason)
        for name, (make, reason) in FRAMES.items()
    ),
    *(
        Deviation(f"payload: {name}", Effect.REFUSED, bytes_act(_framed(payload)), "")
        for name, payload in BAD_PAYLOADS.items()
    ),
    Deviation("payload: huge", Effect.REFUSED, bytes_act(b"\xff" * 4), "at most 65536 bytes"),
)

# Frames that mean nothing.


async def false_heads(liar: Adversary) -> None:
    """Claim entries that never come, on every link from here on.

    Not of the table's chain: then nobody would send the liar anything, and he could not play.
    """
    replica = liar.game.replica
    honest = replica.heads
    vars(replica)["heads"] = lambda: {**honest(), "deck/9": ChainHead("deck/9", 7, HASH)}
    replica.changes.fire()


def other_history(liar: Adversary) -> Frame:
    return Have(liar.table.game, (ChainHead(TABLE_CHAIN, 5, HASH),))


def unknown_game(liar: Adversary) -> Frame:
    return Have(liar.dice.randbytes(32), (ChainHead(TABLE_CHAIN, 5, HASH),))


def false_addresses(liar: Adversary) -> Frame:
    others = [member.identity for member in liar.table.members]
    return Here(tuple(Whereabouts(one, ("10.9.9.9:22032",) * 1) for one in others))


def strangers(liar: Adversary) -> Frame:
    return Here(tuple(Whereabouts(identity(f"{n}").public, ("10.9.9.9:1",)) for n in range(8)))


def lobby_ask(liar: Adversary) -> Frame:
    return LobbyAsk("moi", liar.dice.randbytes(NONCE_BYTES), 3, 2, ())


IDLE: dict[str, tuple[MakeFrame, int]] = {
    "another history": (other_history, 1),
    "games that do not exist": (unknown_game, 40),
    "addresses where nobody is": (false_addresses, 5),
    "addresses of strangers": (strangers, 10),
    "wishes without end": (lobby_ask, 40),
    "pings without end": (lambda liar: Ping(), 80),
    "pongs that nobody asked for": (lambda liar: Pong(), 80),
    "farewells without leaving": (lambda liar: Bye("adieu"), 1),
}

TALK = (
    Deviation("entries that are claimed and never sent", Effect.NOTHING, false_heads),
    *(
        Deviation(name, Effect.NOTHING, telling(make, times=times))
        for name, (make, times) in IDLE.items()
    ),
)
