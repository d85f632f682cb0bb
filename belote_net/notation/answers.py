"""What was said of declarations in a written deal, taken in order as it is owed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from belote_net.errors import RuleError
from belote_net.notation.compass import Compass
from belote_net.notation.holdings import Holdings
from belote_net.notation.record import Claimed, HeightSaid, Said, Shown, TrumpSaid
from belote_net.notation.told import RecordRefused, Where, check
from belote_net.rules.cards import Place
from belote_net.rules.declaration_round import DeclarationRound, DeclarationStep, StepKind
from belote_net.rules.declarations import Claim

SAID_WORDS: Final = {Claimed: "claim", HeightSaid: "height", TrumpSaid: "trumps", Shown: "show"}
"""The first word of the line that tells it."""

_ANSWERS: Final = {
    StepKind.HEIGHT: HeightSaid,
    StepKind.TRUMP: TrumpSaid,
    StepKind.SHOW: Shown,
}


class Answers:
    """The declarations of one deal.

    Attributes:
        round: what they have come to; None where none are played, and before the first card.
    """

    def __init__(
        self, deal: int, said: tuple[Said, ...], holdings: Holdings, compass: Compass
    ) -> None:
        self.round: DeclarationRound | None = None
        self._deal = deal
        self._said = said
        self._holdings = holdings
        self._compass = compass
        self._taken = 0

    def claims(self, place: Place) -> tuple[Claim, ...]:
        """Take what the player declares with his first card; nothing if he is not the next.

        Raises:
            RecordRefused: it cannot be declared.
        """
        said = self._next
        claims: tuple[Claim, ...] = ()
        if self.round is None:
            return claims
        if not isinstance(said, Claimed) or said.place != place:
            self.round = self.round.with_claims(place, claims)
            return claims
        try:
            self.round = self.round.with_claims(place, said.claims)
        except RuleError as cause:
            raise RecordRefused(self._here(said), str(cause)) from cause
        self._taken += 1
        return said.claims

    def settle(
        self, place: Place, where: Where, *, tricks: int
    ) -> Iterator[tuple[Where, HeightSaid | TrumpSaid | Shown]]:
        """Take all that is owed before the player at `place` plays, after so many tricks.

        Raises:
            RecordRefused: it is missing, which shows at `where`, or it is wrong.
        """
        while (step := self._step(place, tricks)) is not None:
            if self._next is None:
                raise RecordRefused(where, f"{self._wanted(step)} expected before")
            yield self._answer(step)

    def rest(
        self, place: Place | None, *, tricks: int
    ) -> Iterator[tuple[Where, HeightSaid | TrumpSaid | Shown]]:
        """Take what was said after the last card; `place` plays next, if anybody does.

        Raises:
            RecordRefused: nothing of it is owed, or it is wrong.
        """
        while (said := self._next) is not None:
            step = None if place is None else self._step(place, tricks)
            if step is None:
                raise RecordRefused(self._here(said), f"nothing expected, got {self._words(said)}")
            yield self._answer(step)

    @property
    def _next(self) -> Said | None:
        return self._said[self._taken] if self._taken < len(self._said) else None

    def _step(self, place: Place, tricks: int) -> DeclarationStep | None:
        """What is owed before the player at `place` plays his next card."""
        if self.round is None or self.round.next is not None:
            return None if self.round is None else self.round.next
        is_second_card = tricks == 1
        if is_second_card and self.round.pending(place):
            return DeclarationStep(StepKind.SHOW, place)
        return None

    def _here(self, said: Said) -> Where:
        return Where(self._deal, SAID_WORDS[type(said)], self._taken)

    def _words(self, said: Said) -> str:
        return f"{SAID_WORDS[type(said)]} {self._compass.letter(said.place)}"

    def _wanted(self, step: DeclarationStep) -> str:
        return f"{SAID_WORDS[_ANSWERS[step.kind]]} {self._compass.letter(step.place)}"

    def _answer(self, step: DeclarationStep) -> tuple[Where, HeightSaid | TrumpSaid | Shown]:
        said, declarations = self._next, self.round
        if said is None or declarations is None:
            raise LookupError("nothing is left to say")
        where, wanted = self._here(said), self._wanted(step)
        if isinstance(said, Claimed) or self._words(said) != wanted:
            raise RecordRefused(where, f"{wanted} expected, got {self._words(said)}")
        try:
            match said:
                case HeightSaid(place, height):
                    self.round = declarations.with_height(place, height)
                case TrumpSaid(place, answer):
                    self.round = declarations.with_trump(place, answer)
                case Shown(place, shown):
                    self._check_shown(where, said)
                    self.round = declarations.with_show(place, shown)
        except RuleError as cause:
            raise RecordRefused(where, str(cause)) from cause
        self._taken += 1
        return where, said

    def _check_shown(self, where: Where, shown: Shown) -> None:
        for one in shown.declarations or ():
            for card in one.cards:
                check(where, self._holdings.why_not_his(card, shown.place))
