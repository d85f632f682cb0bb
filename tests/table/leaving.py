"""What tests of absence share: votes, the entry that goes on without a seat, and newcomers."""

from __future__ import annotations

from belote_net.rules.options import Options
from belote_net.table.ballots import BallotBox
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Absence, Member, MemberKind
from belote_net.table.player import Player
from belote_protocol.ballot import NO_ENTRY, Ballot, SignedBallot, SilentPlace, Stance
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats, MemoryVault, random_chooser, seeded_bytes, short_game


def taking_game(seed: int = 1, deals: int = 2, options: Options | None = None) -> FourSeats:
    """A game in which somebody takes as soon as he may."""
    chooser = random_chooser(seed, eagerness=1.0)
    choosers = dict.fromkeys(range(4), chooser)
    return FourSeats(options=short_game(options, deals=deals), seed=seed, choosers=choosers)


def silent_place(game: FourSeats) -> SilentPlace:
    """Where the game waits now."""
    stalled = game.table.stalled_at()
    assert stalled is not None
    return SilentPlace.of(stalled)


def vote_of(
    game: FourSeats,
    voter: int,
    place: SilentPlace,
    stance: Stance = Stance.ABSENT,
    entry: bytes = NO_ENTRY,
    reason: str = "",
) -> SignedBallot:
    """What one seat signs about a place."""
    ballot = Ballot(game.table.game, place, voter, stance, entry, reason)
    return game.players[voter].vote(ballot)


def certificate_at(
    game: FourSeats, place: SilentPlace, refused: tuple[SignedEntry, ...] = ()
) -> Absence:
    """The entry with which all others go on."""
    box = BallotBox()
    for voter in range(4):
        if voter != place.seat:
            objection = (Stance.REFUSED, refused[0].head, "it is wrong") if refused else ()
            assert box.add(game.table, vote_of(game, voter, place, *objection))
    absence = box.certificate(game.table, place, refused)
    assert absence is not None
    return absence


def absence_at(
    game: FourSeats, place: SilentPlace, refused: tuple[SignedEntry, ...] = ()
) -> tuple[EntryContext, Absence]:
    """The entry with which all others go on, and where it stands."""
    context = game.table.absence_context(place)
    assert context is not None
    return context, certificate_at(game, place, refused)


def leave(game: FourSeats, place: SilentPlace | None = None) -> Seat:
    """All others go on without the seat that is waited for; returns it."""
    place = place or silent_place(game)
    context, absence = absence_at(game, place)
    game.deliver(game.players[context.seat].tell_absence(context, absence))
    return Seat(place.seat)


def newcomer(game: FourSeats, seat: int, name: str, *, seed: object = "newcomer") -> Player:
    """Somebody else for a seat, with a key and secrets of his own; takes it over in `game`."""
    identity = Identity.generate(seeded_bytes(f"{seed}/id"))
    vault = MemoryVault(seeded_bytes(f"{seed}/vault"))
    player = Player(Seat(seat), identity, vault, seeded_bytes(f"{seed}/rng"))
    game.identities[seat], game.vaults[seat] = identity, vault
    game.players[seat] = player
    game.names[seat] = name
    return player


def entrant(game: FourSeats, seat: int) -> Identity:
    """Who came to a seat with the first entry."""
    return Identity.generate(seeded_bytes(f"{game.seed}/id/{seat}"))


def member_for(game: FourSeats, seat: int, *, seed: object = "again") -> Member:
    """The entry of the member list for who sits down on a seat, with a fresh nonce."""
    nonce = seeded_bytes(f"{seed}/{seat}/{len(game.table.log)}")(32)
    identity = game.identities[seat].public
    return Member(identity, game.names[seat], MemberKind.PERSON, seat, nonce)


def sit_down(game: FourSeats, seat: int, *, seed: object = "again") -> None:
    """The seat is filled by who is `game.players[seat]`, and all agree."""
    duty = game.table.waiting()[0]
    decision = SeatMember(member_for(game, seat, seed=seed))
    game.deliver(game.players[duty.seat].answer(game.table, duty, decision))
    for _ in range(4):
        game.deliver(game.answer(game.table.waiting()[0]))
