"""The match (partie): scores deal after deal, who deals next, when it is over and who has won."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belote_net.errors import OutOfTurn
from belote_net.rules.auction import Contract
from belote_net.rules.cards import Place, Team
from belote_net.rules.choices import AllPass, BeloteCall, BothOver, End, Reach, Tie
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore, Outcome
from belote_net.rules.variants import variant_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match as far as it has come.

    Attributes:
        options: the house rules.
        dealer: who deals the next deal.
        scores: by team, what it has written so far.
        held_points: points that wait for the winner of the next deal (litige).
        deals_played: how many deals were scored; those that all passed or that are to be played
            again do not count.
        forgiven: the teams that were forgiven a rebelote (`belote_call=manual_tolerant`), each once
            at most, in ascending order.
        is_over: whether no deal follows.
        winner: the team that has won; None before the end, and in a draw.
    """

    options: Options
    dealer: Place
    scores: tuple[int, ...]
    held_points: int = 0
    deals_played: int = 0
    forgiven: tuple[Team, ...] = ()
    is_over: bool = False
    winner: Team | None = None

    @staticmethod
    def start(options: Options, dealer: Place) -> Match:
        """Return the match before the first deal, which `dealer` deals."""
        return Match(options=options, dealer=dealer, scores=(0,) * len(variant_for(options).teams))

    @property
    def is_last_deal(self) -> bool:
        """Whether the number of deals is fixed and the next one may be the last."""
        fixed = self.options.end is End.FIXED_DEALS
        return fixed and self.deals_played + 1 >= self.options.deals

    @property
    def forgivable(self) -> tuple[Place, ...]:
        """The places of the teams that may still be forgiven a rebelote; for `BeloteCalls.start`.

        Empty where the option `belote_call` forgives nobody.
        """
        if self.options.belote_call is not BeloteCall.MANUAL_TOLERANT:
            return ()
        teams = enumerate(variant_for(self.options).teams)
        return tuple(
            sorted(place for team, places in teams if team not in self.forgiven for place in places)
        )

    def after_all_pass(self) -> Match:
        """Return the match after a deal that nobody took: only the dealer may change.

        Raises:
            OutOfTurn: the match is over.
        """
        self._check_open()
        if self.options.all_pass is AllPass.SAME_DEALER:
            return self
        return replace(self, dealer=self._next_dealer)

    def after(self, score: DealScore, contract: Contract | None) -> Match:
        """Return the match after a deal with this score; `contract` is None if nobody had taken.

        A deal that is to be played again is dealt by the same dealer.

        Raises:
            OutOfTurn: the match is over.
        """
        self._check_open()
        if score.outcome is Outcome.REPLAYED:
            return self
        after = replace(
            self,
            dealer=self._next_dealer,
            scores=tuple(old + new for old, new in zip(self.scores, score.points, strict=True)),
            held_points=score.held_after,
            deals_played=self.deals_played + 1,
            forgiven=self._forgiven_after(score),
        )
        if self.options.end is End.FIXED_DEALS:
            return after._decided() if after.deals_played >= self.options.deals else after
        return after._after_target(self._barred(score), contract)

    @property
    def _next_dealer(self) -> Place:
        return variant_for(self.options).next_place(self.dealer)

    def _check_open(self) -> None:
        if self.is_over:
            raise OutOfTurn("no deal expected, the match is over")

    def _forgiven_after(self, score: DealScore) -> tuple[Team, ...]:
        added = () if score.forgiven is None else (score.forgiven,)
        return tuple(sorted({*self.forgiven, *added}))

    def _has_reached(self, team: Team) -> bool:
        score, target = self.scores[team], self.options.target
        return score > target or (score == target and self.options.reach is Reach.AT_LEAST)

    def _barred(self, score: DealScore) -> Team | None:
        """The team that would reach the target without a trick, where that does not count."""
        capot = (Outcome.CAPOT, Outcome.FAILED_CAPOT)
        if self.options.belote_alone_wins or score.outcome not in capot:
            return None
        loser = Team(score.card_points.index(0))
        return loser if score.points[loser] and not self._has_reached(loser) else None

    def _after_target(self, barred: Team | None, contract: Contract | None) -> Match:
        teams = [Team(index) for index in range(len(self.scores))]
        reached = [team for team in teams if team != barred and self._has_reached(team)]
        if not reached:
            return self
        if len(reached) == 1:
            return replace(self, is_over=True, winner=reached[0])
        if self.options.both_over is BothOver.DRAW:
            return replace(self, is_over=True)
        if self.options.both_over is BothOver.TAKER and contract is not None:
            taker = variant_for(self.options).team_of(contract.taker)
            return replace(self, is_over=True, winner=taker)
        return self._decided()

    def _decided(self) -> Match:
        """The match after a deal that ends it: for the highest score, if there is one."""
        best = max(self.scores)
        if self.scores.count(best) == 1:
            return replace(self, is_over=True, winner=Team(self.scores.index(best)))
        return replace(self, is_over=self.options.tie is Tie.DRAW)
