// The hidden hand, and the proof of what it holds (§6.5, §7).
import { text } from './bytes.mjs';
import { need } from './errors.mjs';
import { CARDS, G, PACK, combine } from './group.mjs';
import { once } from './proofs.mjs';
import { list, record, scalar } from './shapes.mjs';

export const holdingProof = record({ challenge: scalar, keyResponse: scalar, responses: list(scalar) });

const EVERY_CARD = Array.from({ length: PACK }, (_, k) => k);
const isIn = (set) => (item) => set.has(item);
const ascending = (items) => [...items].sort((a, b) => a - b);
const union = (...sets) => new Set(sets.flatMap((set) => [...set]));

/** The public record of one hand. `play` and `show` check a claim, and `apply` what was proven. */
export class Hand {
  constructor({ key, ciphertexts, opened = [], known = [], absent = [], inClear = [] }) {
    this.key = key;
    this.ciphertexts = ciphertexts;
    this.opened = new Set(opened);
    this.known = new Set(known);
    this.absent = new Set(absent);
    this.inClear = new Set(inClear);
  }

  get hidden() {
    return this.ciphertexts.map((_, p) => p).filter((p) => !this.opened.has(p));
  }

  /** What the play of `card` from `position` (null: a card in the clear) has to prove; `statement` null: nothing. */
  play({ position, card, forbidden, announced, located }) {
    if (position === null) {
      need(this.inClear.has(card), 'proof', 'a card that does not lie open here is played by name');
    } else {
      need(this.hidden.includes(position), 'proof', 'no such position, or it was opened');
      need(CARDS[card] !== undefined, 'proof', 'no card of the pack');
      need(!this.inClear.has(card), 'proof', 'a card in the clear is played by name');
      need(this.known.has(card) || !located.has(card), 'proof', 'the card is elsewhere');
      need(!this.absent.has(card), 'proof', 'the card is proven not to be held');
    }
    need(!forbidden.has(card) && !announced.has(card), 'proof', 'the card forbids itself');
    const news = this.#newlyNamed(announced, located);
    const open = union(this.known, announced, this.inClear);
    need(![...forbidden].some(isIn(open)), 'proof', 'a card that is known to be held forbids the play');
    const rest = this.hidden.filter((p) => p !== position);
    const known = new Set([...this.known, ...news].filter((k) => k !== card));
    need(known.size <= rest.length, 'proof', 'more known cards than hidden positions');
    const nothingNew = [...forbidden].every((k) => located.has(k) || this.absent.has(k));
    const isPlain = news.length === 0 && (nothingNew || known.size === rest.length);
    const opening = position === null ? null : { position, card };
    let statement = null;
    if (!isPlain) {
      const span = this.#span(union(located, known, forbidden, [card]));
      statement = { mode: 'void', opening, rest, known: ascending(known), span };
    } else if (opening) {
      statement = { mode: 'plain', opening, rest: [], known: [], span: [] };
    }
    return { statement, position, card, known, forbidden };
  }

  /** What it takes to show that the hand holds `cards`. */
  show({ cards, located }) {
    const news = this.#newlyNamed(cards, located);
    const known = union(this.known, news);
    const rest = this.hidden;
    need(known.size <= rest.length, 'proof', 'more known cards than hidden positions');
    const span = this.#span(union(located, known));
    const statement = news.length ? { mode: 'contains', opening: null, rest, known: ascending(known), span } : null;
    return { statement, position: null, card: null, known, forbidden: new Set() };
  }

  /** The proof that a statement of this hand needs, and nothing where nothing is to be proven. */
  verify(transcript, { statement }, proof) {
    need((statement === null) === (proof === null), 'proof', 'a proof is missing, or there is nothing to prove');
    if (statement) verifyHolding(transcript, this, statement, proof);
  }

  apply({ position, card, known, forbidden }) {
    if (position !== null) this.opened.add(position);
    this.inClear.delete(card);
    this.known = known;
    this.absent = union(this.absent, forbidden);
  }

  #newlyNamed(cards, located) {
    const news = [...cards].filter((k) => !this.known.has(k) && !this.inClear.has(k));
    need(!news.some((k) => this.absent.has(k) || located.has(k)), 'proof', 'a card that cannot be here is named');
    return news;
  }

  #span(excluded) {
    const outside = union(excluded, this.absent, this.inClear);
    return EVERY_CARD.filter((k) => !outside.has(k));
  }
}

/** §6.5: the position opens as the card, K is among the rest, and the rest lies otherwise within S. */
function verifyHolding(transcript, hand, { mode, opening, rest, known, span }, proof) {
  const at = (p) => hand.ciphertexts[p];
  const opened = opening ? [at(opening.position)] : [];
  transcript.absorb('holding/mode', text(mode));
  transcript.absorbElements('holding/key', [hand.key]);
  transcript.absorbIntegers('holding/position', opening ? [opening.position] : []);
  transcript.absorbIntegers('holding/card', opening ? [opening.card] : []);
  transcript.absorbCiphertexts('holding/opened', opened);
  transcript.absorbIntegers('holding/span', span);
  transcript.absorbIntegers('holding/known', known);
  transcript.absorbIntegers('holding/rest', rest);
  transcript.absorbCiphertexts('holding/ciphertexts', rest.map(at));
  need(proof.responses.length === span.length, 'proof', 'not one response for each card of the span');
  once(transcript, proof, () => {
    const rho = opening && rest.length ? transcript.challenge('holding/opening') : 1n;
    const a = combine([...rest.map((p) => [1n, at(p).a]), ...opened.map((pair) => [rho, pair.a])]);
    const w = combine([
      ...rest.map((p) => [1n, at(p).b]), ...known.map((t) => [-1n, CARDS[t]]),
      ...opened.flatMap((pair) => [[rho, pair.b], [-rho, CARDS[opening.card]]]),
    ]);
    const { challenge: gamma, keyResponse: z, responses } = proof;
    const openings = responses.map((response, i) => [response, CARDS[span[i]]]);
    transcript.absorbElements('holding/key commitment', [combine([[z, G], [-gamma, hand.key]])]);
    transcript.absorbElements('holding/commitment', [combine([[z, a], [-gamma, w], ...openings])]);
    need(transcript.challenge('holding/challenge') === gamma, 'proof', 'the hand is not as the play says');
  });
}
