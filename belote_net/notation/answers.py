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


def said_words(said: Said, compass: Compass) -> str:
    """Return how the line begins that tells it."""
    return f"{SAID_WORDS[type(said)]} {compass.letter(said.place)}"


class Answers:
    """The declarations of one deal.

    Attributes:
        round: what they have come to; None where none are played.
    """

    def __init__(
        self,
        deal: int,
        said: tuple[Said, ...],
        declarations: DeclarationRound | None,
        holdings: Holdings,
        compass: Compass,
    ) -> None:
        self.round = declarations
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
        while (owed := self._owed(place, tricks)) is not None:
            declarations, step = owed
            if (said := self._next) is None:
                raise RecordRefused(where, f"{self._wanted(step)} expected before")
            yield self._answer(said, declarations, step)

    def rest(
        self, place: Place | None, *, tricks: int
    ) -> Iterator[tuple[Where, HeightSaid | TrumpSaid | Shown]]:
        """Take what was said after the last card; `place` plays next, if anybody does.

        Raises:
            RecordRefused: nothing of it is owed, or it is wrong.
        """
        while (said := self._next) is not None:
            owed = None if place is None else self._owed(place, tricks)
            if owed is None:
                raise RecordRefused(self._here(said), f"nothing expected, got {self._words(said)}")
            yield self._answer(said, *owed)

    @property
    def _next(self) -> Said | None:
        return self._said[self._taken] if self._taken < len(self._said) else None

    def _owed(self, place: Place, tricks: int) -> tuple[DeclarationRound, DeclarationStep] | None:
        """The round so far, and what is owed before the player at `place` plays his next card."""
        declarations = self.round
        if declarations is None:
            return None
        step, is_second_card = declarations.next, tricks == 1
        if step is None and is_second_card and declarations.pending(place):
            step = DeclarationStep(StepKind.SHOW, place)
        return None if step is None else (declarations, step)

    def _here(self, said: Said) -> Where:
        return Where(self._deal, SAID_WORDS[type(said)], self._taken)

    def _words(self, said: Said) -> str:
        return said_words(said, self._compass)

    def _wanted(self, step: DeclarationStep) -> str:
        return f"{SAID_WORDS[_ANSWERS[step.kind]]} {self._compass.letter(step.place)}"

    def _answer(
        self, said: Said, declarations: DeclarationRound, step: DeclarationStep
    ) -> tuple[Where, HeightSaid | TrumpSaid | Shown]:
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
