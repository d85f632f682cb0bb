"""Cheats with a free seat: somebody sits down who may not, or goes on before all have agreed.

`RESEATS` are tried where a free seat is to be filled, `AGREEMENTS` where the new member has to
agree, and `AFTERWARDS` when the seat is taken again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from belote_net.table.absence import next_seat
from belote_net.table.decisions import SeatMember
from belote_net.table.messages import Agree, Member, MemberKind, Opening, Play, Reseat
from belote_protocol.deck_state import Commit, deck_chain
from belote_protocol.entry import EntryContext, SignedEntry
from belote_protocol.identity import Identity
from tests.four_seats import FourSeats, seeded_bytes, short_game
from tests.table.leaving import entrant, leave, member_for, newcomer, sit_down, taking_game
from tests.table.stage import Blame, Cheat, Stage


class BotAtThree(FourSeats):
    """Seat 3 is a bot, on the machine of seat 2."""

    def opening_body(self) -> Opening:
        body = super().opening_body()
        bot = structs.replace(body.members[3], kind=MemberKind.BOT, operator=2)
        return structs.replace(body, members=(*body.members[:3], bot))


def free_seat(game: FourSeats, *, of: int | None = None) -> Stage:
    """Somebody (`of`, if that is given) has left: what the seat honestly says that fills his."""
    duty = game.play_until(Play.kind, count=3)
    while of not in (None, duty.seat):
        game.deliver(game.answer(duty))
        duty = game.table.waiting()[0]
    seat = leave(game)
    duty = game.table.waiting()[0]
    decision = SeatMember(member_for(game, seat))
    return Stage(game, duty, game.players[duty.seat].answer(game.table, duty, decision))


def a_free_seat() -> Stage:
    return free_seat(taking_game(deals=3))


def the_seat_of_an_operator() -> Stage:
    """Seat 2 has left, whose machine runs the bot at seat 3."""
    return free_seat(BotAtThree(options=short_game(deals=3), seed=1), of=2)


def somebody_asked() -> Stage:
    """Another player was asked to sit down, and has to agree first."""
    stage = a_free_seat()
    game, seat = stage.game, absent(stage)
    newcomer(game, seat, "Odile")
    reseat = game.players[stage.seat].answer(
        game.table, stage.duty, SeatMember(member_for(game, seat))
    )
    game.deliver(reseat)
    return next_stage(game)


def a_seat_filled() -> Stage:
    """Another player has sat down, and the next deal begins."""
    game = a_free_seat().game
    seat = game.table.state.absent
    assert seat is not None
    newcomer(game, seat, "Odile")
    sit_down(game, seat)
    return next_stage(game)


def next_stage(game: FourSeats) -> Stage:
    """Whatever is due now."""
    duty = game.table.waiting()[0]
    return Stage(game, duty, game.answer(duty))


def absent(stage: Stage) -> int:
    """The free seat."""
    seat = stage.state.absent
    assert seat is not None
    return seat


def asking(change: Callable[[Stage, Member], Member]) -> Callable[[Stage], SignedEntry]:
    """Ask another member than the honest one."""

    def forge(stage: Stage) -> SignedEntry:
        member = change(stage, stage.body(Reseat).member)
        return stage.seal(Reseat(member))

    return forge


def other(stage: Stage) -> Member:
    """A member who sits at the table."""
    return stage.state.members[stage.seat]


def shouted(name: str) -> str:
    """A name in capitals of ASCII, which the protocol takes for the same."""
    return "".join(char.upper() if char.isascii() else char for char in name)


def stranger(member: Member) -> Member:
    """Somebody who has never been at this table."""
    identity = Identity.generate(seeded_bytes("stranger")).public
    return structs.replace(member, identity=identity, name="Odile")


def old_nonce(stage: Stage, member: Member) -> Member:
    """The nonce with which the same member came to this game."""
    return structs.replace(member, nonce=stage.state.opening.members[absent(stage)].nonce)


def told_by_another(stage: Stage) -> SignedEntry:
    return stage.seal(stage.body(Reseat), seat=next_seat(stage.state, stage.seat))


def told_by_who_left(stage: Stage) -> SignedEntry:
    return stage.seal(stage.body(Reseat), seat=absent(stage))


def agreed_before(stage: Stage) -> SignedEntry:
    """Who was to come back agrees, and nobody has asked him."""
    return stage.seal(Agree(), seat=absent(stage))


def bot_of(operator: int) -> Callable[[Stage, Member], Member]:
    return lambda _, member: structs.replace(
        stranger(member), kind=MemberKind.BOT, operator=operator
    )


RESEATS = tuple(
    Cheat(name, Reseat.kind, forge, reason=reason)
    for name, forge, reason in (
        ("nonce of the first entry", asking(old_nonce), "a fresh nonce of the new member"),
        (
            "nonce of another member",
            asking(lambda stage, member: structs.replace(member, nonce=other(stage).nonce)),
            "a nonce of its own",
        ),
        (
            "name twice",
            asking(lambda stage, member: structs.replace(member, name=shouted(other(stage).name))),
            "a name of its own",
        ),
        (
            "identity twice",
            asking(lambda stage, member: structs.replace(member, identity=other(stage).identity)),
            "one identity for each member",
        ),
        (
            "name with signs that no screen shows",
            asking(lambda _, member: structs.replace(member, name="Jo\x1b[2J")),
            "a printable name",
        ),
        ("bot that nobody runs", asking(bot_of(7)), "an operator that runs itself"),
        (
            "person whom another runs",
            asking(lambda stage, member: structs.replace(member, operator=stage.seat)),
            "a person runs the own seat",
        ),
        ("asked by another seat", told_by_another, "expected, got reseat by seat"),
        ("asked by who left", told_by_who_left, "expected, got reseat by seat"),
        ("agreed before it is asked", agreed_before, "expected, got agree by seat"),
    )
)

OPERATORS = (
    Cheat(
        "another person for whose machine runs a bot",
        Reseat.kind,
        asking(lambda _, member: stranger(member)),
        reason="the member whose machine runs other seats expected",
    ),
)


def agreed_by_who_asked(stage: Stage) -> SignedEntry:
    return stage.seal(Agree(), seat=next_seat(stage.state, stage.seat))


def agreed_by_who_left(stage: Stage) -> SignedEntry:
    """The member of the first entry still has his key, but his seat is another's."""
    return SignedEntry.seal(stage.context, Agree(), entrant(stage.game, stage.seat))


def played_at_once(stage: Stage) -> SignedEntry:
    """The new member begins before the others have agreed to him."""
    return stage.seal(Reseat(stage.state.members[stage.seat]))


AGREEMENTS = tuple(
    Cheat(name, Agree.kind, forge, blame, reason)
    for name, forge, blame, reason in (
        ("another agrees first", agreed_by_who_asked, Blame.AUTHOR, "expected, got agree by seat"),
        ("who left agrees", agreed_by_who_left, Blame.NOBODY, "not signed by seat"),
        ("asks himself", played_at_once, Blame.AUTHOR, "expected, got reseat by seat"),
    )
)


def on_a_dead_deck(stage: Stage) -> SignedEntry:
    """The deck after the last one that was dealt: who has left may know its seed."""
    dead = max(stage.state.dead_decks)
    assert dead == stage.state.decks_burnt
    seated = stage.table.log.entry("table", stage.state.seated_seq or 0)
    assert seated is not None
    host = stage.state.seats[0]
    context = EntryContext(stage.table.game, deck_chain(dead), 0, seated.head, host, Commit.kind)
    return stage.seal(Commit(bytes(32)), context=context)


def by_who_left(stage: Stage) -> SignedEntry:
    """Something on the table's chain, by who sat there before."""
    (gone,) = stage.state.former
    context = replace(stage.context, seat=gone, kind=Agree.kind)
    return SignedEntry.seal(context, Agree(), entrant(stage.game, gone))


AFTERWARDS = (
    Cheat("an entry on a dead deck", None, on_a_dead_deck, Blame.NOBODY, "who has left"),
    Cheat("by who sat there before", None, by_who_left, Blame.NOBODY, "not signed by seat"),
)
