"""Cheats as whole scenarios: from the first entry of a game to the moment of the cheat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from belote_net.table import opening
from belote_net.table.messages import Agree, Cut, Gather, Member, MemberKind
from belote_protocol import preparation
from belote_protocol.deck_state import Commit
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.group import Scalar, generator_multiple
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats, short_game
from tests.protocol import test_preparation as deck_chain
from tests.protocol.seeded import seeded
from tests.table import card_cheats, deck_cheats
from tests.table.cheats import STEPS
from tests.table.games import seated
from tests.table.stage import Cheat, Stage

CHEATS = {cheat.name: cheat for cheat in (*STEPS, *deck_cheats.DECKS, *card_cheats.CARDS)}
Scenario = Callable[[], object]
"""Plays up to a cheat, and cheats; raises if it is refused."""


def cheating(name: str, house: str = "classique", seed: int = 2) -> Scenario:
    """The first occasion of a cheat of the catalogue, in this game or one of the next."""

    def scenario() -> None:
        for signed, game in occasions(CHEATS[name], house, range(seed, seed + 100, 2)):
            game.table.fold(signed)
            return
        raise LookupError(f"no occasion for {name}")

    return scenario


def occasions(
    cheat: Cheat, house: str, seeds: Iterable[int]
) -> Iterator[tuple[SignedEntry, FourSeats]]:
    """The entries of a cheat, each while it could be made, with the game."""
    for seed in seeds:
        game = seated(house, seed)
        while duties := game.table.waiting():
            stage = Stage(game, duties[0], game.answer(duties[0]))
            if cheat.kind in (None, stage.duty.kind):
                signed = cheat.forge(stage)
                if signed is not None:
                    yield signed, game
            game.deliver(stage.honest)


def after_the_end() -> None:
    game = seated("never revealed", 2)
    game.play()
    machine = game.table._main
    last = game.table.log.by_head(machine.head)
    assert last is not None
    context = replace(last.entry.context, seq=machine.seq, prev=machine.head, kind=Agree.kind)
    game.table.fold(SignedEntry.seal(context, Agree(), game.identities[context.seat]))


def applied_twice() -> None:
    game = seated("classique", 2)
    duty = game.play_until(Cut.kind)
    checked = game.table.check(game.answer(duty))
    game.table.advance(checked)
    game.table.advance(checked)


def deck_before_the_seating() -> None:
    game = seated("classique", 2)
    context = replace(game.table.waiting()[0].context, chain="deck/1", seq=0, kind=Commit.kind)
    signed = SignedEntry.seal(context, Commit(bytes(32)), game.identities[context.seat])
    game.table.fold(signed)


def deck_far_ahead() -> None:
    game = seated("classique", 2)
    game.play_until(Cut.kind)
    first = next(one for one in game.table.waiting() if one.kind == Commit.kind)
    context = replace(first.context, chain="deck/99")
    game.table.fold(SignedEntry.seal(context, Commit(bytes(32)), game.identities[0]))


def gather_of_another_seed() -> None:
    """A proven gather, by another permutation than the seed's; then the seed is revealed."""
    game = seated("classique", 2)
    duty = game.play_until(Gather.kind)
    seat, purpose = duty.seat, f"deck/{game.table.state.decks_burnt}"
    seed = game.vaults[seat].seed(purpose)
    stage = Stage(game, duty, game.answer(duty))
    game.vaults[seat].seeds[purpose] = Seed.fresh(seeded("another permutation"))
    signed = deck_cheats._gather(stage, stage.deal.hidden_cards(stage.place))
    game.vaults[seat].seeds[purpose] = seed
    game.deliver(signed)
    game.play()


def deck(kind: str, seat: int, cheat: deck_chain.Cheat) -> Scenario:
    """A cheat on the chain of a deck."""

    def scenario() -> None:
        chain = deck_chain.Chain().to(kind, seat)
        chain.accept(cheat(chain))

    return scenario


def key_that_is_not_the_seeds() -> None:
    chain = deck_chain.Chain().to("key", 1)
    chain.accept(deck_chain._key(chain, Scalar(5), generator_multiple(Scalar(5))))
    chain.to("reveal", 1)
    chain.accept(chain.honest())


def shuffle_that_is_not_the_seeds() -> None:
    chain = deck_chain.Chain().to("shuffle", 1)
    seed, chain.seeds[1] = chain.seeds[1], Seed.fresh(seeded("another"))
    chain.accept(chain.honest())
    chain.seeds[1] = seed
    chain.to("reveal", 1)
    chain.accept(chain.honest())


def reveal_too_early(chain: deck_chain.Chain) -> Body:
    return preparation.make_reveal(chain.seeds[0], b"q" * 32)


def reveal_of_another_seed(chain: deck_chain.Chain) -> Body:
    return preparation.make_reveal(Seed(b"s" * 32), deck_chain.PLAYED)


def invited(*, known: bool = False, other_nonce: bool = False, stranger: bool = False) -> Scenario:
    """Seat 1 looks at an invitation that is not for it, or not for today."""

    def scenario() -> None:
        game = FourSeats(options=short_game())
        members = game.opening_body().members
        other = FourSeats(seed="stranger").identities[1].public
        opening.check_invitation(
            game.opening,
            identity=other if stranger else members[1].identity,
            nonce=b"n" * 32 if other_nonce else members[0 if stranger else 1].nonce,
            known_games={game.opening.head} if known else set(),
        )

    return scenario


def with_a_fifth(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """A fifth member, who is a twin of the fourth."""
    return (*members, structs.replace(members[3], name="Zoé", kind=MemberKind.BOT))
