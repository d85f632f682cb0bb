"""The score sheet in words: the formula of a deal, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from belote_cli.pen import Pen
from belote_cli.rule_words import LINE_KINDS, OUTCOMES, suit_name, value_words
from belote_cli.scene import Scene
from belote_cli.words import capital
from belote_net.rules.auction import Contract
from belote_net.rules.belote import BELOTE_POINTS
from belote_net.rules.cards import Team
from belote_net.rules.match import Match
from belote_net.rules.option_values import option_text
from belote_net.rules.options import Options
from belote_net.rules.scoring import DealScore, LineKind
from belote_net.table.state import PlayedDeal


def contract_words(contract: Contract, scene: Scene, pen: Pen) -> str:
    """Trump and taker in a few words."""
    suit = f"{pen.suit(contract.trump)} {suit_name(contract.trump, pen.words)}"
    if contract.taker == scene.me:
        return pen.text("{suit}, taken by you", suit=suit)
    return pen.text("{suit}, taken by {name}", suit=suit, name=scene.name(contract.taker))


def formula(score: DealScore, team: Team, pen: Pen) -> str:
    """How the points of `team` came about: `cards 76 + last trick 10 = 86`."""
    terms = ""
    for line in score.formula:
        if line.team == team:
            sign = " - " if line.points < 0 else " + "
            terms += f"{sign if terms else sign.strip(' +')}"
            terms += f"{pen.text(LINE_KINDS[line.kind])} {abs(line.points)}"
    total = score.points[team]
    return f"{terms} = {total}" if terms else str(total)


def deal_lines(
    number: int, contract: Contract | None, score: DealScore, scene: Scene, pen: Pen
) -> tuple[str, ...]:
    """The result of a deal and the formula of each side."""
    outcome = pen.text(OUTCOMES[score.outcome])
    if contract is None:
        head = pen.text("Deal {number}: {outcome}.", number=number, outcome=outcome)
    else:
        words = contract_words(contract, scene, pen)
        head = pen.text(
            "Deal {number}, {contract}: {outcome}.", number=number, contract=words, outcome=outcome
        )
    sheet = tuple(
        pen.text(
            "{side}: {formula}",
            side=capital(scene.team(team, pen)),
            formula=formula(score, team, pen),
        )
        for team in scene.teams()
    )
    sheet = (*contract_lines(score, scene, pen), *sheet)
    if not score.held_after:
        return (head, *sheet)
    held = pen.count(
        "{number} point waits for the winner of the next deal (litige).",
        "{number} points wait for the winner of the next deal (litige).",
        score.held_after,
    )
    return (head, *sheet, held)


def contract_lines(score: DealScore, scene: Scene, pen: Pen) -> tuple[str, ...]:
    """Why the contract was made or failed, with the option that decided.

    Nothing where there was no comparison: one side won every trick, or forfeited.
    """
    reason = score.reason
    if reason is None or score.taker is None:
        return ()
    defence = next(team for team in scene.teams() if team != score.taker)
    taker_sum = _counted(score, score.taker, reason.taker_total, scene, pen)
    defence_sum = _counted(score, defence, reason.defence_total, scene, pen)
    options = scene.variant.options.to_map()
    value = options[reason.decided_by]
    line = pen.text(
        "Contract: taker {taker}, defence {defence}; {needed} needed "
        "(option {option} = {value}: {meaning}).",
        taker=taker_sum,
        defence=defence_sum,
        needed=reason.needed,
        option=reason.decided_by,
        value=option_text(value),
        meaning=value_words(reason.decided_by, value, pen.words),
    )
    return (line,)


def _counted(score: DealScore, team: Team, total: int, scene: Scene, pen: Pen) -> str:
    """What counts for a side: `71 + belote 20 = 91`; only the number if that is all."""
    terms = [str(score.card_points[team])]
    left = total - score.card_points[team]
    if left and score.belote == team and scene.variant.options.belote_in_contract:
        terms.append(f"{pen.text(LINE_KINDS[LineKind.BELOTE])} {BELOTE_POINTS}")
        left -= BELOTE_POINTS
    if left:
        terms.append(f"{pen.text(LINE_KINDS[LineKind.DECLARATIONS])} {left}")
    return f"{' + '.join(terms)} = {total}" if len(terms) > 1 else terms[0]


def totals_line(totals: Sequence[int], scene: Scene, pen: Pen) -> str:
    """The score of the match, such as `Score: us 412, them 356`."""
    parts = (f"{scene.team(team, pen)} {totals[team]}" for team in scene.teams())
    return pen.text("Score: {totals}.", totals=", ".join(parts))


def target_words(options: Options, pen: Pen) -> str:
    """What ends the match."""
    if options.target:
        return pen.text("match to {target} points", target=options.target)
    return pen.count("match of {number} deal", "match of {number} deals", options.deals)


def sheet_lines(
    played: Sequence[PlayedDeal], match: Match, scene: Scene, pen: Pen
) -> tuple[str, ...]:
    """The whole score sheet: every deal with its formula and both totals, then the score."""
    lines: list[str] = []
    totals, is_last = [0] * len(match.scores), False
    for deal in played:
        if deal.score is None:
            lines.append(unscored_line(deal, pen))
            is_last = False
            continue
        then = scene.of_deal(deal.deal)
        lines += deal_lines(deal.deal.number, deal.contract, deal.score, then, pen)
        totals = [old + new for old, new in zip(totals, deal.score.points, strict=True)]
        lines.append(totals_line(totals, then, pen))
        is_last = tuple(totals) == tuple(match.scores)
    total = totals_line(match.scores, scene, pen)
    if is_last:  # it stands below, with who sits there now
        lines.pop()
    return (*lines, f"{total} {capital(target_words(match.options, pen))}.")


def unscored_line(played: PlayedDeal, pen: Pen) -> str:
    """Why a deal has no score."""
    if played.is_annulled:
        return pen.text("Deal {number}: annulled, a player had left.", number=played.deal.number)
    return pen.text("Deal {number}: all passed.", number=played.deal.number)
