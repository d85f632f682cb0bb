"""Whether the taker's side has made its contract, and by what comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belote_net.rules.belote import BELOTE_POINTS
from belote_net.rules.cards import Team
from belote_net.rules.choices import ContractRule
from belote_net.rules.counting import CountedDeal
from belote_net.rules.options import Options

_CONTRACT: Final = 82
"""The smallest whole number above half of the 162 points of a deal."""

_CONTRACT_WITH_BELOTE: Final = 92
"""The same for 182 points, the belote included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractCheck:
    """The comparison that made the contract or brought it down.

    Attributes:
        taker_total: what counts for the taker's side: cards, last trick, and belote and
            declarations as far as the options let them count.
        defence_total: the same for the defence; with a fixed contract (`at_least_82`, `82_92`) its
            belote and declarations do not count.
        needed: the least `taker_total` that makes the contract, of all that both sides have.
        rule: the rule that says so (option `contract_rule`).
    """

    taker_total: int
    defence_total: int
    needed: int
    rule: ContractRule

    @property
    def is_made(self) -> bool:
        """Whether the taker's side has what it needs."""
        return self.taker_total >= self.needed

    @property
    def is_tied(self) -> bool:
        """Whether both sides have the same and the contract is not made: a litige."""
        return not self.is_made and self.taker_total == self.defence_total

    @property
    def decided_by(self) -> str:
        """The name of the option that decided."""
        return "litige" if self.is_tied else "contract_rule"


def check_contract(deal: CountedDeal, options: Options) -> ContractCheck | None:
    """Return the comparison; None if one side won every trick, which needs none."""
    if deal.count.capot is not None:
        return None
    taker = deal.count.points[deal.taker] + _bonus(deal, deal.taker, options)
    defence = deal.count.points[deal.defence]
    rule, needed = options.contract_rule, _CONTRACT
    if rule is ContractRule.MAJORITY:
        # Only here do belote and declarations of the defence make the contract harder.
        defence += _bonus(deal, deal.defence, options)
        needed = (taker + defence) // 2 + 1
    elif rule is ContractRule.AT_LEAST_82_OR_92 and deal.belote == deal.taker:
        needed = _CONTRACT_WITH_BELOTE
    return ContractCheck(taker_total=taker, defence_total=defence, needed=needed, rule=rule)


def _bonus(deal: CountedDeal, team: Team, options: Options) -> int:
    """What `team` has besides its tricks, as far as it counts for the contract."""
    belote = BELOTE_POINTS if options.belote_in_contract and deal.belote == team else 0
    return belote + (deal.declared(team) if options.annonces_in_contract else 0)
