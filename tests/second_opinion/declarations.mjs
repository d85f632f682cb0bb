// Declarations: what is claimed, compared and shown (docs/rules.md, "Declarations"; §9.7).
import { JACK, KING, NINE, QUEEN, TEN, cardAt, rankOf, suitOf, teamOf } from './cards.mjs';
import { need } from './errors.mjs';

const ACE = 7;
const FOURS = [NINE, TEN, JACK, QUEEN, KING, ACE];
const KINDS_IN_ORDER = [ // from the weakest to the strongest: points, fewest cards, heights
  ['tierce', 20, 3, [2, 3, 4, 5, 6, 7]],
  ['fifty', 50, 4, [3, 4, 5, 6, 7]],
  ['hundred', 100, 5, [4, 5, 6, 7]],
  ['four_100', 100, 4, [TEN, QUEEN, KING, ACE]],
  ['four_150', 150, 4, [NINE]],
  ['four_200', 200, 4, [JACK]],
];
export const KINDS = Object.fromEntries(KINDS_IN_ORDER.map(([name, points, cards, heights], strength) =>
  [name, { name, points, cards, heights, strength, isFour: name.startsWith('four') }]));

const heightOf = (cards) => rankOf(cards.at(-1));
const ascending = (cards) => [...cards].sort((a, b) => a - b);
const byStrength = (a, b) => kindOf(b).strength - kindOf(a).strength || heightOf(b) - heightOf(a);
export const namesOf = (shown) => [...shown].sort(byStrength).map((cards) => kindOf(cards).name);
export const pointsOfClaims = (claims) => claims.reduce((sum, name) => sum + KINDS[name].points, 0);

/** The kind of declaration that these cards, in ascending order, make; undefined if none. */
function kindOf(cards) {
  if (cards.length === 4 && cards.every((card) => rankOf(card) === rankOf(cards[0]))) {
    return Object.values(KINDS).find(({ isFour, heights }) => isFour && heights.includes(rankOf(cards[0])));
  }
  const isRow = cards.every((card, i) => card === cards[0] + i && suitOf(card) === suitOf(cards[0]));
  return isRow ? KINDS[['tierce', 'fifty', 'hundred'][Math.min(cards.length, 5) - 3]] : undefined;
}

/** Whether two sequences are one that was cut. */
function touch(one, other) {
  const [low, high] = [one, other].sort((a, b) => a[0] - b[0]);
  const areRows = !kindOf(one).isFour && !kindOf(other).isFour;
  return areRows && low.at(-1) + 1 === high[0] && suitOf(low[0]) === suitOf(high[0]);
}

const goTogether = (cards, others) =>
  others.every((other) => !touch(cards, other) && !cards.some((card) => other.includes(card)));

/** Claims come best first, and no hand of eight cards is too small for them. */
export function verifyClaims(claims) {
  need(claims.every((name) => Object.hasOwn(KINDS, name)), 'rule', 'a claim of nothing');
  const found = claims.map((name) => KINDS[name]);
  const isSorted = found.every(({ strength }, i) => i === 0 || strength <= found[i - 1].strength);
  need(isSorted, 'rule', 'claims not in order');
  need(found.reduce((sum, { cards }) => sum + cards, 0) <= 8, 'rule', 'more than a hand can hold');
  for (const { name, heights, isFour } of found) {
    const times = claims.filter((other) => other === name).length;
    need(!isFour || times <= heights.length, 'rule', 'a four claimed more often than there are');
  }
}

/**
 * How the claims of both sides stand: `{ask: 'height' | 'trump', place, best}` while somebody has to say
 * more, else `{ahead}`, a team or null. `spoken` has by place what was said: `{claims, height, noBetterThan,
 * isTrump, isVoid}`, the last four undefined until they are; `order` is that of speaking.
 */
export function compare(spoken, order, tie) {
  if (spoken.size < order.length) return { ahead: null };
  const standing = order.map((place) => ({ place, ...spoken.get(place) }))
    .filter(({ claims, isVoid }) => claims.length > 0 && !isVoid)
    .map((one) => ({ ...one, team: teamOf(one.place), kind: KINDS[one.claims[0]] }));
  const top = Math.max(...standing.map(({ kind }) => kind.strength));
  let level = standing.filter(({ kind }) => kind.strength === top);
  if (level.length === 0) return { ahead: null };
  if (isOneSide(level)) return { ahead: level[0].team };
  const { kind } = level[0];
  if (kind.heights.length > 1) {
    const told = level.map(({ height }) => height).filter((height) => typeof height === 'number');
    const best = told.length ? Math.max(...told) : null;
    const highest = level.filter(({ height }) => best !== null && height === best);
    const asked = level.find(({ team, height, noBetterThan }) => height === undefined
      && !(best !== null && noBetterThan <= best) && !(highest.length && highest.every((one) => one.team === team)));
    if (asked) return { ask: 'height', place: asked.place, best };
    level = highest;
    if (isOneSide(level)) return { ahead: level[0].team };
  }
  if (kind.isFour) return { ahead: level[0].team }; // one of them lies, and has to show
  const inTrumps = level.find(({ isTrump }) => isTrump);
  if (inTrumps) return { ahead: inTrumps.team };
  const silent = level.find(({ isTrump }) => isTrump === undefined);
  if (silent) return { ask: 'trump', place: silent.place, best: null };
  return { ahead: tie === 'first_speaker' ? level[0].team : null };
}

const isOneSide = (level) => level.every(({ team }) => team === level[0].team);

/** Declarations, in any order, each with its cards in ascending order; they may be shown together. */
export function verifySet(shown) {
  const ascends = (cards) => cards.every((card, i) => card < 32 && !(card <= cards[i - 1]));
  need(shown.every((cards) => ascends(cards) && kindOf(cards)), 'rule', 'no declaration, or its cards in disorder');
  const fit = shown.every((cards, i) => goTogether(cards, shown.slice(0, i)));
  need(fit, 'rule', 'a card in two declarations, or one sequence cut in two');
}

/** Whether these declarations are what was said, height and trumps of the best one included. */
export function isJustified({ claims, height, isTrump }, shown, trump) {
  const names = namesOf(shown);
  if (names.length !== claims.length || !names.every((name, i) => name === claims[i])) return false;
  const [best] = [...shown].sort(byStrength);
  if (height !== undefined && heightOf(best) !== height) return false;
  return isTrump === undefined || isBestInTrumps(shown, trump) === isTrump;
}

/** Of several best ones that are equal, one in trumps is enough. */
export function isBestInTrumps(shown, trump) {
  const [best] = [...shown].sort(byStrength);
  return shown.some((cards) => byStrength(cards, best) === 0 && !kindOf(cards).isFour && suitOf(cards[0]) === trump);
}

export const heightOfBest = (shown) => heightOf([...shown].sort(byStrength)[0]);

/** The declarations of a known hand that are worth most together: what an open hand declares (§9.11). */
export function worthMost(hand) {
  const fours = FOURS.map((rank) => [0, 1, 2, 3].map((suit) => cardAt(suit, rank)))
    .filter((cards) => cards.every((card) => hand.includes(card)));
  const choices = subsets(fours).map((used) =>
    [...used, ...rowsOf(hand.filter((card) => !used.flat().includes(card)))].sort(byStrength));
  const value = (shown) => [pointsOfClaims(namesOf(shown)),
    ...shown.flatMap((cards) => [kindOf(cards).strength, heightOf(cards)])];
  return choices.reduce((best, shown) => (isMore(value(shown), value(best)) ? shown : best));
}

const subsets = (items) => items.reduce((found, item) => [...found, ...found.map((set) => [...set, item])], [[]]);

function isMore(left, right) {
  const at = left.findIndex((value, i) => value !== right[i]);
  return at >= 0 && (right[at] === undefined || left[at] > right[at]);
}

/** The sequences among these cards, each as long as it is. */
function rowsOf(cards) {
  const rows = [];
  for (const card of ascending(cards)) {
    const row = rows.at(-1);
    if (row && card === row.at(-1) + 1 && suitOf(card) === suitOf(row[0])) row.push(card);
    else rows.push([card]);
  }
  return rows.filter((row) => row.length >= 3);
}

/** What an open hand shows for all that its player has said, or null if he said too much (§9.11). */
export function justify(hand, said, trump) {
  const most = worthMost(hand);
  if (isJustified(said, most, trump)) return most;
  const rows = ascending(hand).flatMap((first) => [3, 4, 5, 6, 7, 8].map((length) =>
    Array.from({ length }, (_, i) => first + i)));
  const made = [...FOURS.map((rank) => [0, 1, 2, 3].map((suit) => cardAt(suit, rank))), ...rows]
    .filter((cards) => cards.every((card) => hand.includes(card)) && kindOf(cards));
  return search([]);

  function search(shown) {
    if (shown.length === said.claims.length) return isJustified(said, shown, trump) ? shown : null;
    const name = said.claims[shown.length];
    for (const cards of made.filter((one) => kindOf(one).name === name && goTogether(one, shown))) {
      const found = search([...shown, cards]);
      if (found) return found;
    }
    return null;
  }
}
