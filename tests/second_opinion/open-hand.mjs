// How a hand plays, and what it says, that lies in the open because its player has left (§9.11).
import { RANKS, legalCards, pointsOf } from './cards.mjs';
import { KINDS, heightOfBest, isBestInTrumps, justify, namesOf, worthMost } from './declarations.mjs';

/** Of the cards that it may play the one that is worth the fewest points, and of several the first. */
export function openPlay(deal, place, trick) {
  const { trump, options } = deal;
  const hand = deal.hands[place];
  const held = [...hand.known, ...hand.inClear].sort((a, b) => a - b);
  const legal = legalCards(held, trick, place, trump, options);
  const fewest = Math.min(...legal.map((card) => pointsOf(card, trump)));
  const card = legal.find((one) => pointsOf(one, trump) === fewest);
  hand.known.delete(card);
  hand.inClear.delete(card);
  const mayClaim = options.annonces === 'on' && deal.tricks.length === 1;
  const claims = mayClaim ? namesOf(worthMost(held)) : [];
  return { body: { card, announce: says(deal, place, card, held), claims } };
}

/** Belote and rebelote are said where they count, whatever `belote_call` says. */
function says(deal, place, card, held) {
  const other = deal.otherOfPair(card);
  if (other === null) return false;
  if (deal.hasPlayed(place, other)) return deal.belote.has(place);
  return held.includes(other) && deal.mayBegin(card);
}

/** The cards that bear out all that its player had claimed and told; null if there are none. */
export function openShow(deal, place) {
  const hand = deal.hands[place];
  const dealt = [...deal.playedBy(place), ...hand.known, ...hand.inClear];
  return justify(dealt, deal.spoken.get(place), deal.trump);
}

export function openHeight(deal, place, best) {
  const shown = openShow(deal, place);
  const lowest = KINDS[deal.spoken.get(place).claims[0]].heights[0];
  if (shown === null) return best === null ? RANKS[lowest] : null;
  const height = heightOfBest(shown);
  return best !== null && height < best ? null : RANKS[height];
}

export function openTrump(deal, place) {
  const shown = openShow(deal, place);
  return shown !== null && isBestInTrumps(shown, deal.trump) ? 'yes' : 'no';
}
