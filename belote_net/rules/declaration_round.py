"""The declarations of a deal as all see them: claimed, compared, shown; nothing hidden is known.

1. *Claims.* With his first card each player, in order of play, says what he has (`Claim`), or
   nothing. Nobody has to declare.
2. *Details*, right after the first trick and only as far as they are needed. If the best claims of
   both sides are equal, their owners say the height, in order of speaking: a player may answer "no
   better" (pas mieux) to a height already told, and whose side is ahead alone is not asked. If the
   best heights are equal too, their owners say whether theirs is in trumps, until one says yes.
3. *Show.* The side of the best declaration shows all of its own, both partners, and writes them.
   The other side shows nothing and writes nothing. If neither is better, the option `annonce_tie`
   says whether the side that spoke first has it or nobody.

Who cannot show what he claimed has forfeited: his claims are void, and the comparison is made again
without him. So a false declaration is never written. One that lost, or that made a draw, is never
shown: it can only be found when all cards are played (`DeclarationRound.false_claims`).

Source: Fédération française de belote, "Règles de la belote coinchée" (2015), 8.2 to 8.4.
Deviation: there, the other side writes what a player claimed and could not show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from belote_net.errors import IllegalPlay, OutOfTurn
from belote_net.rules.cards import Hand, Place, Rank, Suit, Team
from belote_net.rules.choices import AnnonceTie, Show
from belote_net.rules.declarations import (
    Claim,
    Declaration,
    DeclarationKind,
    InTrumps,
    claims_of,
    height_of,
    in_trumps,
    justifications,
    rank_order,
    total_points,
    verify_set,
)
from belote_net.rules.options import Options


class StepKind(Enum):
    """What a player owes."""

    HEIGHT = "height"
    TRUMP = "trump"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class DeclarationStep:
    """What is owed now, and by whom."""

    kind: StepKind
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What one player has said and shown.

    Attributes:
        place: the player.
        team: his team.
        claims: what he said with his first card, best first; may be empty.
        height: the height of his best declaration, if he told it.
        no_better_than: the height to which he last answered "no better", if he did.
        in_trumps: whether his best declaration is in trumps, if he was asked.
        shown: what he showed, in the order of his claims; None before, and if he never has to.
        is_void: whether he has forfeited.
    """

    place: Place
    team: Team
    claims: tuple[Claim, ...]
    height: Rank | None = None
    no_better_than: Rank | None = None
    in_trumps: InTrumps | None = None
    shown: tuple[Declaration, ...] | None = None
    is_void: bool = False

    @property
    def stands(self) -> bool:
        """Whether he has claims that count."""
        return bool(self.claims) and not self.is_void

    def is_justified_by(self, declarations: Sequence[Declaration], trump: Suit) -> bool:
        """Whether these declarations are what he said, details included."""
        if claims_of(declarations) != self.claims:
            return False
        if self.height is not None and height_of(declarations) is not self.height:
            return False
        return self.in_trumps is None or in_trumps(declarations, trump) is self.in_trumps


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationRound:
    """The declarations of one deal, as far as they have come.

    Attributes:
        trump: the trump suit.
        tie: whose declarations count when neither side's are better.
        show: when they are shown.
        order: all places, in the order in which they play their first card.
        teams: by team, its places.
        hand_size: how many cards each held when the first trick began.
        spoken: who has spoken so far, in `order`.
        ahead_before_forfeit: the team that had to show when the first forfeit came, if one came.
    """

    trump: Suit
    tie: AnnonceTie
    show: Show
    order: tuple[Place, ...]
    teams: tuple[tuple[Place, ...], ...]
    hand_size: int
    spoken: tuple[Spoken, ...] = ()
    ahead_before_forfeit: Team | None = None

    @staticmethod
    def start(
        trump: Suit,
        options: Options,
        *,
        order: tuple[Place, ...],
        teams: tuple[tuple[Place, ...], ...],
        hand_size: int,
    ) -> DeclarationRound:
        """Return the state before the first card of the deal."""
        return DeclarationRound(
            trump=trump,
            tie=options.annonce_tie,
            show=options.show,
            order=order,
            teams=teams,
            hand_size=hand_size,
        )

    @property
    def next(self) -> DeclarationStep | None:
        """What is owed before another card is played, if anything.

        With `show=trick2` a show is owed only before the second card of its player: ask `pending`.
        Except that what must be shown because another player forfeited is owed at once.
        """
        found = self._compare()
        if found is None or isinstance(found, DeclarationStep):
            return found
        late = self.ahead_before_forfeit is not None and found != self.ahead_before_forfeit
        if self.show is Show.TRICK_2 and not late:
            return None
        owing = (one.place for one in self.spoken if self.pending(one.place))
        return next((DeclarationStep(StepKind.SHOW, place) for place in owing), None)

    def pending(self, place: Place) -> bool:
        """Whether the player at `place` has to show before he plays his second card."""
        one = self._of(place)
        if one is None or not one.stands or one.shown is not None:
            return False
        return self.scoring_team == one.team

    @property
    def is_settled(self) -> bool:
        """Whether all have spoken and nothing is owed any more."""
        said = len(self.spoken) == len(self.order)
        return said and self.next is None and not any(map(self.pending, self.order))

    @property
    def scoring_team(self) -> Team | None:
        """The side whose declarations count, as far as is known; None before, and if nobody's."""
        found = self._compare()
        return None if isinstance(found, DeclarationStep) else found

    def points(self, team: Team) -> int:
        """Return what `team` has shown, if its declarations count."""
        if self.scoring_team != team:
            return 0
        return sum(total_points(one.shown or ()) for one in self.spoken if one.team == team)

    @property
    def best_height(self) -> Rank | None:
        """The best height told so far among the claims that are being compared, if one was."""
        return _best_height(self._level())

    def height_to_tell(self, declarations: Sequence[Declaration]) -> Rank | None:
        """Return what who holds these should answer to `HEIGHT`; None: "no better"."""
        height, best = height_of(declarations), self.best_height
        return None if best is not None and rank_order(height) < rank_order(best) else height

    def with_claims(self, place: Place, claims: Sequence[Claim]) -> DeclarationRound:
        """Return the state after the player at `place` said this with his first card.

        Raises:
            OutOfTurn: it is not his turn to speak.
            IllegalPlay: the best does not come first, or no hand has all of it.
        """
        if len(self.spoken) == len(self.order) or self.order[len(self.spoken)] != place:
            raise OutOfTurn(f"no claims expected from place {place}")
        strengths = [claim.strength for claim in claims]
        if strengths != sorted(strengths, reverse=True):
            raise IllegalPlay("claims expected best first")
        for claim in Claim:
            is_four = claim.kind is DeclarationKind.FOUR_OF_A_KIND
            if is_four and claims.count(claim) > len(claim.heights):
                raise IllegalPlay(f"{claim.value} claimed too often")
        if sum(claim.least_cards for claim in claims) > self.hand_size:
            raise IllegalPlay(f"claims of {self.hand_size} cards at most expected")
        team = next(Team(index) for index, places in enumerate(self.teams) if place in places)
        one = Spoken(place=place, team=team, claims=tuple(claims))
        return replace(self, spoken=(*self.spoken, one))

    def with_height(self, place: Place, height: Rank | None) -> DeclarationRound:
        """Return the state after the player told the height of his best declaration.

        None says "no better": not higher than `best_height`, nor as high.

        Raises:
            OutOfTurn: he was not asked.
            IllegalPlay: his claim cannot have this height, or none was told that could be better.
        """
        one, best = self._asked(StepKind.HEIGHT, place), self.best_height
        if height is None:
            if best is None:
                raise IllegalPlay("a height expected, none was told before")
            return self._with(replace(one, no_better_than=best))
        if height not in one.claims[0].heights:
            raise IllegalPlay(f"{one.claims[0].value} has no height {height}")
        return self._with(replace(one, height=height))

    def with_trump(self, place: Place, answer: InTrumps) -> DeclarationRound:
        """Return the state after the player said whether his best declaration is in trumps.

        Raises:
            OutOfTurn: he was not asked.
        """
        return self._with(replace(self._asked(StepKind.TRUMP, place), in_trumps=answer))

    def with_show(
        self, place: Place, declarations: Sequence[Declaration] | None
    ) -> DeclarationRound:
        """Return the state after the player showed his declarations, in any order.

        That he holds these cards is for others to prove. None: he cannot, and forfeits.

        Raises:
            OutOfTurn: he does not have to show, or another must do something first.
            IllegalPlay: they are not what he claimed, or may not all be shown.
        """
        one, step = self._of(place), self.next
        due = step is None or step == DeclarationStep(StepKind.SHOW, place)
        if one is None or not due or not self.pending(place):
            raise OutOfTurn(f"nothing to be shown by place {place} now")
        if declarations is None:
            before = self.ahead_before_forfeit
            after = replace(self, ahead_before_forfeit=one.team if before is None else before)
            return after._with(replace(one, is_void=True))
        verify_set(declarations)
        if not one.is_justified_by(declarations, self.trump):
            raise IllegalPlay("the declarations shown are not those that were claimed")
        ordered = sorted(declarations, key=lambda some: some.claim.strength, reverse=True)
        return self._with(replace(one, shown=tuple(ordered)))

    def false_claims(self, hands: Mapping[Place, Hand]) -> tuple[Place, ...]:
        """Return who said what his hand does not justify, details included, in order of speaking.

        `hands`: by place, all the cards that each held when the first trick began. "No better" is
        never false.
        """
        return tuple(
            one.place
            for one in self.spoken
            if not any(
                one.is_justified_by(shown, self.trump)
                for shown in justifications(one.claims, hands[one.place])
            )
        )

    def _of(self, place: Place) -> Spoken | None:
        return next((one for one in self.spoken if one.place == place), None)

    def _with(self, one: Spoken) -> DeclarationRound:
        spoken = tuple(one if other.place == one.place else other for other in self.spoken)
        return replace(self, spoken=spoken)

    def _asked(self, kind: StepKind, place: Place) -> Spoken:
        one = self._of(place)
        if one is None or self.next != DeclarationStep(kind, place):
            raise OutOfTurn(f"no {kind.value} expected from place {place}")
        return one

    def _level(self) -> list[Spoken]:
        """Those with the strongest claim, in order of speaking."""
        standing = [one for one in self.spoken if one.stands]
        best = max((one.claims[0].strength for one in standing), default=None)
        return [one for one in standing if one.claims[0].strength == best]

    def _compare(self) -> DeclarationStep | Team | None:
        """The side that is ahead, or what must be said first, or None: nobody is ahead."""
        level = self._level()
        if len(self.spoken) < len(self.order) or not level:
            return None
        if _is_one_side(level):
            return level[0].team
        claim = level[0].claims[0]
        if len(claim.heights) > 1:
            if (asked := _next_height(level)) is not None:
                return DeclarationStep(StepKind.HEIGHT, asked.place)
            best = _best_height(level)
            level = [one for one in level if one.height is best]
            if _is_one_side(level):
                return level[0].team
        if claim.kind is DeclarationKind.FOUR_OF_A_KIND:
            # Nobody else can have the same four: one of them will not be able to show it.
            return level[0].team
        return self._compare_trumps(level)

    def _compare_trumps(self, level: list[Spoken]) -> DeclarationStep | Team | None:
        for answer in (InTrumps.YES, None):
            one = next((one for one in level if one.in_trumps is answer), None)
            if one is not None:
                asked = DeclarationStep(StepKind.TRUMP, one.place)
                return one.team if answer is InTrumps.YES else asked
        return level[0].team if self.tie is AnnonceTie.FIRST_SPEAKER else None


def _is_one_side(some: Sequence[Spoken]) -> bool:
    return len({one.team for one in some}) == 1


def _best_height(level: Sequence[Spoken]) -> Rank | None:
    told = [one.height for one in level if one.height is not None]
    return max(told, key=rank_order, default=None)


def _next_height(level: Sequence[Spoken]) -> Spoken | None:
    """Who is to tell the height next: whose answer can still change which side is ahead."""
    best = _best_height(level)
    ahead = {one.team for one in level if best is not None and one.height is best}
    for one in level:
        answered = one.height is not None or (
            best is not None
            and one.no_better_than is not None
            and rank_order(one.no_better_than) <= rank_order(best)
        )
        if not answered and ahead != {one.team}:
            return one
    return None
