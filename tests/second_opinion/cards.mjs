// Cards, their order and points, and which cards a play forbids (docs/rules.md).

export const SUITS = 'SHDC';
export const RANKS = ['7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
export const [NINE, TEN, JACK, QUEEN, KING] = [2, 3, 4, 5, 6];

const PLAIN = { points: [0, 0, 0, 10, 2, 3, 4, 11], order: [0, 1, 2, 6, 3, 4, 5, 7] };
const TRUMP = { points: [0, 0, 14, 10, 20, 3, 4, 11], order: [0, 1, 6, 4, 7, 2, 3, 5] };

export const suitOf = (card) => card >> 3;
export const rankOf = (card) => card & 7;
export const cardAt = (suit, rank) => 8 * suit + rank;
export const nameOf = (card) => RANKS[rankOf(card)] + SUITS[suitOf(card)];
export const teamOf = (place) => place % 2;
const PACK = Array.from({ length: 32 }, (_, card) => card);
const scaleOf = (card, trump) => (suitOf(card) === trump ? TRUMP : PLAIN);

export const pointsOf = (card, trump) => scaleOf(card, trump).points[rankOf(card)];

/** How strong a card is in a trick: above all others of its suit, any trump above any plain card. */
const strength = (card, trump) => (suitOf(card) === trump ? 8 : 0) + scaleOf(card, trump).order[rankOf(card)];

/** The place that is winning a trick, `plays` being its [place, card] in order. */
export function winning(plays, trump) {
  const led = suitOf(plays[0][1]);
  const counting = plays.filter(([, card]) => suitOf(card) === led || suitOf(card) === trump);
  return counting.reduce((best, play) => (strength(play[1], trump) > strength(best[1], trump) ? play : best));
}

/**
 * The cards that, held beside it, would make this card illegal: a card may be played from a hand if and
 * only if the hand holds none of them.
 */
export function forbiddenBy(card, plays, place, trump, options) {
  if (plays.length === 0) return new Set();
  const [master, best] = winning(plays, trump);
  const led = suitOf(plays[0][1]);
  const isPartner = teamOf(master) === teamOf(place);
  const trumps = PACK.filter((other) => suitOf(other) === trump);
  const beatsBest = (other) => suitOf(best) !== trump || strength(other, trump) > strength(best, trump);
  const higher = trumps.filter(beatsBest);
  const isTrump = suitOf(card) === trump;
  const isHigher = higher.includes(card);
  if (led === trump) {
    if (!isTrump) return new Set(trumps);
    const mayStayLow = isPartner && options.trump_led_partner_master === 'free';
    return new Set(isHigher || mayStayLow ? [] : higher);
  }
  if (suitOf(card) === led) return new Set();
  const following = PACK.filter((other) => suitOf(other) === led);
  const isFree = isPartner && options.partner_master_void === 'free';
  return new Set([...following, ...(isFree ? overPartner() : overOpponent())]);

  function overPartner() {
    if (!isTrump || isHigher || options.partner_trumped === 'any') return [];
    if (options.partner_trumped === 'must_rise') return higher;
    return PACK.filter((other) => suitOf(other) !== trump || higher.includes(other)); // no_undertrump
  }

  function overOpponent() {
    if (!isTrump) return options.cannot_overtrump === 'discard' ? higher : trumps;
    return isHigher || options.overtrump === 'optional' ? [] : higher;
  }
}

/** The cards of a known hand that may be played. */
export function legalCards(hand, plays, place, trump, options) {
  return hand.filter((card) => {
    const forbidden = forbiddenBy(card, plays, place, trump, options);
    return !hand.some((other) => forbidden.has(other));
  });
}
