// Points of a deal, and the end of a match (docs/rules.md, "The options" and what follows them).

import { KING, QUEEN, cardAt, pointsOf, teamOf, winning } from './cards.mjs';
import { pointsOfClaims } from './declarations.mjs';

const LAST_TRICK = 10;
const BELOTE = 20;

/**
 * What was won in a deal: {taker, cards, belote, annonces, tricks}, a team, then numbers by team; and the
 * teams that were forgiven a rebelote, of which `forgiven` were before.
 */
export function factsOf(deal, forgiven) {
  const facts = { taker: deal.taker === null ? null : teamOf(deal.taker), forgiven: [...forgiven] };
  for (const name of ['tricks', 'cards', 'belote', 'annonces']) facts[name] = [0, 0];
  deal.tricks.filter(({ length }) => length === 4).forEach((trick, i) => {
    const team = teamOf(winning(trick, deal.trump)[0]);
    facts.tricks[team] += 1;
    facts.cards[team] += trick.reduce((sum, [, card]) => sum + pointsOf(card, deal.trump), i === 7 ? LAST_TRICK : 0);
  });
  const isTolerant = deal.options.belote_call === 'manual_tolerant';
  for (const place of deal.belote) {
    const team = teamOf(place);
    const hasPlayedBoth = [KING, QUEEN].every((rank) => deal.hasPlayed(place, cardAt(deal.trump, rank)));
    const isForgiven = hasPlayedBoth && !deal.rebelote.has(place) && isTolerant && !forgiven.includes(team);
    if (isForgiven) facts.forgiven.push(team);
    if (isForgiven || deal.rebelote.has(place)) facts.belote[team] = BELOTE;
  }
  const { ahead } = deal.compared();
  for (const [place, { claims, isShown }] of deal.spoken) {
    if (isShown && teamOf(place) === ahead) facts.annonces[ahead] += pointsOfClaims(claims);
  }
  return facts;
}

const WRITTEN = {
  exact162: (points) => points,
  round10_5up: (points) => 10 * Math.floor((points + 5) / 10),
  round10_6up: (points) => 10 * Math.floor((points + 4) / 10),
};

/**
 * What both sides write for a deal that was played: `{written: [2], held, outcome}`; `written` null for a
 * replay. `held` are the points that wait for a winner, and `isLast` says that no deal is sure to follow.
 */
export function settle(options, { taker, cards, belote, annonces, tricks }, held, isLast) {
  const defence = 1 - taker;
  const capot = tricks.indexOf(8);
  const outcome = outcomeOf(options, { taker, cards, belote, annonces, capot });
  if (outcome === 'replay') return { outcome, written: null, held };
  const points = [0, 0];
  const give = (team, amount) => { points[team] += amount; };

  let pool = 0;
  const waits = outcome === 'litige';
  const giveTaker = (amount) => {
    if (waits && !(options.litige === 'carry' && isLast)) pool += amount;
    else give(taker, amount);
  };

  if (outcome === 'failed') give(defence, capot === defence ? options.capot_points : options.fail_points);
  else if (capot === taker) give(taker, options.capot_points);
  else {
    const own = written(options, cards, taker);
    giveTaker(own[taker]);
    give(defence, own[defence]);
  }

  give(defence, belote[defence]);
  if (outcome === 'failed' && !options.belote_untakeable) give(defence, belote[taker]);
  else if (waits && options.litige_belote === 'kept') give(taker, belote[taker]);
  else giveTaker(belote[taker]);

  for (const team of [0, 1]) {
    const fate = capot === 1 - team ? options.annonces_capot
      : outcome === 'failed' && team === taker ? options.annonces_on_fail : 'kept';
    if (fate === 'kept' && team === taker) giveTaker(annonces[team]);
    else if (fate === 'kept') give(team, annonces[team]);
    else if (fate !== 'annulled') give(1 - team, annonces[team]);
  }

  if (!waits) {
    give(outcome === 'made' ? taker : defence, held);
    return { outcome, written: points, held: 0 };
  }
  if (options.litige === 'defence_only') return { outcome, written: points, held };
  const accumulates = options.litige_chain === 'accumulate' && !isLast;
  if (!accumulates) give(defence, held);
  return { outcome, written: points, held: pool + (accumulates ? held : 0) };
}

function outcomeOf(options, { taker, cards, belote, annonces, capot }) {
  if (capot >= 0) return capot === taker ? 'made' : 'failed';
  const isMajority = options.contract_rule === 'majority';
  const [own, others] = [taker, 1 - taker].map((team) => {
    const helps = isMajority || team === taker; // a fixed contract is not made harder by the defence's
    return cards[team] + (helps && options.belote_in_contract ? belote[team] : 0)
      + (helps && options.annonces_in_contract ? annonces[team] : 0);
  });
  const needed = options.contract_rule === '82_92' && belote[taker] > 0 ? 92 : 82;
  if (isMajority ? own > others : own >= needed) return 'made';
  if (own !== others) return 'failed';
  return { fail: 'failed', taker_success: 'made', replay: 'replay' }[options.litige] ?? 'litige';
}

function written(options, cards, taker) {
  if (options.scoring_total !== 'complement160') return cards.map(WRITTEN[options.scoring_total]);
  const points = [...cards];
  points[1 - taker] = Math.max(0, 160 - cards[taker]);
  return points;
}

/** What the side that stayed writes for a deal that `leaver`'s side left. */
export function settleForfeit(options, { belote, annonces }, leaver, held) {
  const points = [0, 0];
  const stayer = 1 - leaver;
  points[stayer] = options.fail_points + belote[stayer] + annonces[stayer] + held;
  if (!options.belote_untakeable) points[stayer] += belote[leaver];
  if (options.annonces_on_fail === 'to_defence') points[stayer] += annonces[leaver];
  return { outcome: 'forfeited', written: points, held: 0 };
}

/**
 * Whether the match is over, and who has won it: null for nobody. `before` are the scores before this deal,
 * `tricks` null if it was not played out.
 */
export function matchEnd(options, { scores, before, scored }, { taker, tricks }) {
  if (options.end === 'fixed_deals') {
    return scored < options.deals ? { isOver: false } : decide(options, scores);
  }
  const isEnough = (score) => (options.reach === '>' ? score > options.target : score >= options.target);
  const reached = [0, 1].filter((team) => {
    const isBarred = !options.belote_alone_wins && tricks?.[team] === 0 && !isEnough(before[team]);
    return isEnough(scores[team]) && !isBarred;
  });
  if (reached.length === 0) return { isOver: false };
  if (reached.length === 1) return { isOver: true, winner: reached[0] };
  if (options.both_over === 'taker' && taker !== null) return { isOver: true, winner: taker };
  if (options.both_over === 'draw') return { isOver: true, winner: null };
  return decide(options, scores);
}

function decide(options, scores) {
  if (scores[0] !== scores[1]) return { isOver: true, winner: scores[0] > scores[1] ? 0 : 1 };
  return options.tie === 'draw' ? { isOver: true, winner: null } : { isOver: false };
}
