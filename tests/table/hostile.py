"""A hostile evening: some seats cheat and sign twice, entries arrive in any order or never.

Honest seats each have a table of their own and do what the design asks of them: they sign one
entry for each place that they reach, and build on what their table accepted. Cheats answer at every
table, differently, and may hold back or repeat everything that was ever sent.
"""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from belote_net.rules.options import Options
from belote_net.table import audit
from belote_net.table.decisions import Duty, PlaceBid, PlayCard
from belote_net.table.player import Player
from belote_net.table.table import Table
from belote_protocol.entry import EntryContext, Seat, SignedEntry
from belote_protocol.errors import RejectedEntry
from belote_protocol.machine import NotYet
from tests.four_seats import FourSeats, seeded_bytes, short_game
from tests.table.card_cheats import CARDS
from tests.table.cheats import STEPS
from tests.table.deck_cheats import DECKS
from tests.table.declaring_cheats import DECLARING
from tests.table.games import passing_first
from tests.table.stage import Stage

CHEATS = (*STEPS, *DECKS, *CARDS, *DECLARING)
FORKS = 0.05
"""How often cheats keep to the rules twice in one place, so that tables go different ways."""


class Framed(AssertionError):
    """An honest seat was named."""


class Hostile:
    """One evening; `cheats` are the seats that cheat together."""

    def __init__(self, seed: int, cheats: Sequence[int], options: Options | None = None) -> None:
        self.dice = random.Random(seed)
        self.cheats = frozenset(cheats)
        self.game = FourSeats(
            options=options or short_game(), seed=f"hostile/{seed}", private_tables=True
        )
        passing = passing_first(self.game.choosers[0], deals=seed % 2)
        self.game.choosers = dict.fromkeys(range(4), passing)
        self.honest = [seat for seat in range(4) if seat not in self.cheats]
        self.pool: dict[bytes, SignedEntry] = {self.game.opening.head: self.game.opening}
        self.places: dict[tuple[str, bytes], list[SignedEntry]] = defaultdict(list)
        self.left: dict[EntryContext, int] = {}
        self.blamed: set[int] = set()
        for signed in self._other_evening():
            self.add(signed)

    def add(self, signed: SignedEntry) -> None:
        """Send an entry to everybody."""
        if signed.head not in self.pool:
            self.pool[signed.head] = signed
            self.places[signed.entry.chain, signed.entry.prev].append(signed)

    def run(self) -> None:
        """Until nobody can do anything more."""
        moved = True
        while moved:
            moved = False
            for seat in self.dice.sample(self.honest, len(self.honest)):
                table = self.game.tables[seat]
                moved |= self._speak(seat, table)
                moved |= self._cheat_at(table)
                moved |= self.listen(table)

    def listen(self, table: Table) -> bool:
        """Try all entries that link to what a table has; apply one on each chain, if any is right.

        Raises:
            Framed: an honest seat was blamed for one.
        """
        moved = False
        for chain, head in self._heads(table):
            candidates = self.places[chain, head]
            right = [one for one in candidates if self.judge(table, one)]
            if right:
                table.fold(self.dice.choice(right))
                moved = True
        return moved

    def judge(self, table: Table, signed: SignedEntry) -> bool:
        """Whether a table accepts an entry; whom it blames if not, it must blame rightly."""
        try:
            table.check(signed)
        except (RejectedEntry, NotYet) as cause:
            named = (
                getattr(cause, "culprit", None),
                audit._refusal(table, 1, signed, cause).culprit,
            )
            culprits = {seat for seat in named if seat is not None}
            self.blamed |= culprits
            if not culprits <= self.cheats:
                raise Framed(f"{culprits} for {signed.entry.kind}: {cause}") from cause
            return False
        return True

    def _speak(self, seat: int, table: Table) -> bool:
        """An honest seat pays its duties: once in each place."""
        moved = False
        for duty in table.duties(Seat(seat)):
            if duty.context not in self.left:
                self.left[duty.context] = 0
                self.add(self.answer(self.game.players[seat], table, duty))
                moved = True
        return moved

    def _cheat_at(self, table: Table) -> bool:
        """The cheats see what is due at a table, and say several things."""
        moved = False
        for duty in table.waiting():
            attempts = 1 + (self.dice.random() < FORKS)
            if duty.seat not in self.cheats or not self.left.setdefault(duty.context, attempts):
                continue
            self.left[duty.context] -= 1
            moved = True
            fresh = seeded_bytes(self.dice.random())
            vault = self.game.vaults[duty.seat]
            player = Player(duty.seat, self.game.identities[duty.seat], vault, fresh)
            honest = self.answer(player, table, duty)
            self.add(honest)
            for signed in self._forged(table, duty, honest):
                self.add(signed)
        return moved

    def _forged(self, table: Table, duty: Duty, honest: SignedEntry) -> Iterator[SignedEntry]:
        """Some entries out of the catalogue that only need a cheat's signature."""
        world = copy.copy(self.game)
        world.tables, world.private_tables = [table], False
        fitting = [cheat for cheat in CHEATS if cheat.kind in (None, duty.kind)]
        for cheat in self.dice.sample(fitting, 3):
            signed = cheat.forge(Stage(world, duty, honest))
            if signed is not None and signed.entry.seat in self.cheats:
                yield signed

    def answer(self, player: Player, table: Table, duty: Duty) -> SignedEntry:
        """An entry that keeps to the rules, with some decision."""
        if not player.needs_decision(duty):
            return player.answer(table, duty)
        view = player.view(table)
        assert view is not None
        decision = self.game.choosers[duty.seat](view, duty)
        assert isinstance(decision, PlaceBid | PlayCard)
        return player.answer(table, duty, decision)

    def _heads(self, table: Table) -> list[tuple[str, bytes]]:
        """What comes next on every chain of a table, and on the first of those it has not."""
        heads = [("table", table._main.head)]
        for number in range(1, table.state.decks_burnt + 3):
            machine = table.decks.chain(number)
            if machine is not None:
                heads.append((f"deck/{number}", machine.head))
        self.dice.shuffle(heads)
        return heads

    def _other_evening(self) -> Iterator[SignedEntry]:
        """What the same people said, rightly, in another game."""
        game = self.game
        other = FourSeats(options=game.options, seed=game.seed, room=b"o" * 16)
        other.advance_to(self.dice.randrange(20, 60))
        yield from other.table.log

    def any_log(self) -> Table:
        """A table that somebody makes up of whatever was sent, in any order that it accepts."""
        table = Table(self.game.opening)
        while self.listen(table):
            for signed in self.dice.sample(list(self.pool.values()), 8):
                self.judge(table, signed)
        return table
