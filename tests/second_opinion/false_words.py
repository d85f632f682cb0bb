"""What no catalogue of cheats has: false words about declarations, seeds that explain nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from msgspec import structs

from belote_net.rules.cards import PACK, Card
from belote_net.rules.declarations import Declaration
from belote_net.table.declaring import show_claim
from belote_net.table.messages import Absence, Gather, Height, InTrump, Play, Show
from belote_protocol.ballot import SilentPlace
from belote_protocol.deck_state import Key, Reveal, Shuffle
from belote_protocol.entry import Body, SignedEntry
from belote_protocol.preparation import make_shuffle
from belote_protocol.seed import Seed
from tests.four_seats import FourSeats, seeded_bytes
from tests.table.card_cheats import proof_of
from tests.table.games import seated
from tests.table.open_hands import open_table
from tests.table.stacked import stack, stacked_decks
from tests.table.stage import Stage, refusal_of
from tests.table.test_dead_decks import go_to, send_wrong_share
from tests.table.test_declarations import seats, stage_at

CLAIMS = (
    ("tierce", "fifty"),
    ("hundred", "hundred"),
    ("tierce", "tierce", "tierce"),
    ("four_200", "four_200"),
    ("fifth",),
)
Log = tuple[SignedEntry, ...]


def false_words() -> Iterator[Log]:
    """Logs that end with a claim, a height, an answer or a show that cannot be."""
    game = seated("annonces", 2)
    duty = game.play_until(Play.kind)
    stage = Stage(game, duty, game.answer(duty))
    for words in CLAIMS:
        yield _ending(stage, structs.replace(stage.body(Play), claims=words))
    table = seats(stack("AS KS QS", "AD KD QD", "", "", turn_up="JH"))
    with stacked_decks(table):
        stage = stage_at(table, Height.kind)
        for height in (None, "8", "B"):
            yield _ending(stage, Height(height))
        table.deliver(stage.honest)
        table.deliver(stage_at(table, Height.kind).honest)
        stage = stage_at(table, InTrump.kind)
        yield _ending(stage, InTrump("maybe"))
        stage = stage_at(table, Show.kind)
        body = stage.body(Show)
        assert body.declarations is not None
        yield _ending(stage, structs.replace(body, declarations=(body.declarations[0][:2],)))


def false_shows() -> Iterator[Log]:
    """Logs that end with cards that the hand holds, proven, which are not what was said of them."""
    tierce = tuple(sorted(Card.parse(card).number for card in ("AS", "KS", "QS")))
    table = seats(stack("AS KS QS", "JD 10D 9D", "", "", turn_up="JH"))
    with stacked_decks(table):
        stage = stage_at(table, Height.kind)
        table.deliver(stage.seal(Height("K")))
        table.deliver(stage_at(table, Height.kind).honest)
        yield _ending(stage := stage_at(table, Show.kind), _proven(stage, tierce))
    table = seats(stack("AS KS QS", "", "", "", turn_up="JH"))
    with stacked_decks(table):
        stage = stage_at(table, Play.kind)
        claims = ("tierce", "tierce")
        table.deliver(stage.seal(structs.replace(stage.body(Play), claims=claims)))
        yield _ending(stage := stage_at(table, Show.kind), _proven(stage, tierce, tierce))


def _proven(stage: Stage, *declarations: tuple[int, ...]) -> Show:
    """A show of these cards, with the proof that they are in the hand."""
    made = [Declaration.of(PACK[number] for number in one) for one in declarations]
    statement = show_claim(stage.deal, stage.place, made).statement
    return Show(declarations, proof_of(stage, statement) if statement is not None else None)


def absence_without_votes() -> Log:
    """Told of who owes a card: only the end of a deck needs no votes."""
    game = open_table(1)
    duty = game.play_until(Play.kind)
    place = SilentPlace.of(duty.context)
    teller = game.table.state.seats_from(duty.seat)[1]
    context = replace(duty.context, kind=Absence.kind, seat=teller)
    signed = SignedEntry.seal(context, Absence(place, (), ()), game.identities[teller])
    return (*game.table.log, signed)


def _ending(stage: Stage, body: Body) -> Log:
    return (*stage.table.log, stage.seal(body))


def wrong_seeds() -> Iterator[Log]:
    """Logs that end with a reveal of the seed that was committed to, but not used."""
    for kind, seat in ((Key.kind, 1), (Shuffle.kind, 1), (Gather.kind, 1)):
        game = seated("classique", 2)
        yield _revealed(game, _other_seed(game, kind, seat))
    game = open_table(3)
    _silent_about_a_wrong_share(game)
    yield _revealed(game)


def _other_seed(game: FourSeats, kind: str, seat: int) -> Callable[[], None]:
    """A seat says its part by another seed than its own; returns what puts its own one back."""
    while (duty := game.table.waiting()[0]).kind != kind or duty.seat != seat:
        game.deliver(game.answer(duty))
    purpose = f"deck/{game.table.state.decks_burnt or 1}"
    vault = game.vaults[seat]
    own = vault.seed(purpose)
    vault.seeds[purpose] = Seed.fresh(seeded_bytes(f"another/{kind}"))

    def put_back() -> None:
        vault.seeds[purpose] = own

    game.deliver(game.answer(duty))
    if kind != Key.kind:  # the secret key is needed as long as cards are played
        put_back()
    return put_back


def _silent_about_a_wrong_share(game: FourSeats) -> None:
    """A receiver accepts what is no share of the key, and shuffles."""
    send_wrong_share(game, 0, 1)
    stage = go_to(game, Shuffle.kind, 1)
    state = game.table.decks.deck(1)
    assert state is not None
    seed = game.vaults[1].seed("deck/1")
    game.deliver(stage.seal(make_shuffle(state, stage.context, seed, stage.random_bytes)))


def _revealed(game: FourSeats, put_back: Callable[[], None] = lambda: None) -> Log:
    """Play the deal, and reveal: up to the reveal that is refused."""
    while True:
        duty = game.table.waiting()[0]
        if duty.kind == Reveal.kind:
            put_back()
        signed = game.answer(duty)
        if refusal_of(game.table, signed) is not None:
            return (*game.table.log, signed)
        game.deliver(signed)
