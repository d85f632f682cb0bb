// One deal on the chain `table`: from the cut to the last card (§9.3 – §9.7, §9.11).
import { equal } from './bytes.mjs';
import { KING, QUEEN, RANKS, SUITS, cardAt, forbiddenBy, rankOf, suitOf, teamOf, winning } from './cards.mjs';
import { KINDS, compare, isJustified, verifyClaims, verifySet } from './declarations.mjs';
import { wait } from './entries.mjs';
import { need } from './errors.mjs';
import { receiversOf, verifyPartials } from './escrow.mjs';
import { cardOf, sumOf } from './group.mjs';
import { Hand, holdingProof } from './hand.mjs';
import { openHeight, openPlay, openShow, openTrump } from './open-hand.mjs';
import { equalityProof, shuffleProof, verifyEquality, verifyShuffle } from './proofs.mjs';
import { bin, bool, ciphertext, element, list, nilOr, oneOf, record, str, uint } from './shapes.mjs';
import { transcriptOf } from './transcript.mjs';

const TURNED = 20; // the position that is turned up
const NUMBER = uint(2 ** 32);

const SHAPES = {
  cut: record({ lifted: NUMBER }),
  deal: record({ pattern: str(0, 16), deck: NUMBER, deckHead: bin(32), digest: bin(32) }),
  share: record({ shares: list(element), proof: equalityProof }),
  bid: record({ bid: str(0, 16) }),
  gather: record({ salt: bin(32), deck: list(ciphertext), proof: shuffleProof }),
  play: record({
    position: nilOr(NUMBER), card: NUMBER, announce: bool, claims: list(str(0, 16)), proof: nilOr(holdingProof),
  }),
  height: record({ rank: nilOr(str(0, 16)) }),
  trump: record({ answer: oneOf('yes', 'no') }),
  show: record({ declarations: nilOr(list(list(NUMBER))), proof: nilOr(holdingProof) }),
  recover: record({ partials: nilOr(record({ images: list(element), proof: equalityProof })) }),
};

/** Thrown into a deal when the seat that is due was declared absent. */
export class Left extends Error {
  constructor(seat) {
    super(`seat ${seat} has left`);
    this.seat = seat;
  }
}

export class Deal {
  phase = 'cutting';
  dealt = []; // ciphertexts by position of the deal
  owners = []; // place by position, null for everybody
  shares = new Map(); // `position` → shares by place
  taker = null;
  trump = null;
  turned = null;
  hands = []; // by place
  gathers = []; // by seat
  tricks = []; // [[place, card], …] of each
  belote = new Set(); // places that said it where it counts, and those that said rebelote
  rebelote = new Set();
  spoken = new Map(); // by place: {claims, height, noBetterThan, isTrump, isShown, isVoid}
  aheadBeforeForfeit = null; // the side that had to show when somebody could not
  open = null; // {place} of a hand that the others opened
  last = null; // head of the last play

  constructor(game) {
    this.game = game;
    this.options = game.options;
    this.dealer = game.dealer;
    this.order = [1, 2, 3, 4].map((step) => (this.dealer + step) % 4); // of speaking, from forehand
  }

  /** Returns `played`, `thrown in`, `annulled` or `forfeited`, and who has left, if somebody has. */
  * run() {
    try {
      yield* this.#cut();
      yield* this.#deal();
      if (!(yield* this.#auction())) return { end: 'thrown in', left: null };
      yield* this.#complete();
      this.phase = 'playing';
      yield* this.#play();
      return { end: 'played', left: this.open ? this.#seat(this.open.place) : null };
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      const hadCards = this.#hasFirstCards(this.game.placeOf(error.seat));
      return { end: hadCards ? 'forfeited' : 'annulled', left: error.seat };
    }
  }

  #seat(place) {
    return this.game.seatAt[place];
  }

  /** What this place says next; an open hand says by itself what follows from it (§9.11). */
  * #say(place, kind, check, auto) {
    if (this.open?.place === place) return auto();
    const duty = { [kind]: [SHAPES[kind], check] };
    const { entry, body, result } = yield this.game.due(this.phase, this.#seat(place), duty);
    if (entry.kind !== 'absence') return { entry, body, result };
    if (this.phase !== 'playing' || !(yield* this.#recover(result.seat))) throw new Left(result.seat);
    return auto();
  }

  // --- §9.3: the cut and the deal ---

  * #cut() {
    const cutter = this.order[2];
    const { body } = yield* this.#say(cutter, 'cut', ({ lifted }) => {
      need(lifted >= 3 && lifted <= 29, 'rule', 'cut with three cards at least in each part');
    });
    this.lifted = body.lifted;
  }

  * #deal() {
    this.phase = 'dealing';
    const { body } = yield* this.#say(this.dealer, 'deal', (deal) => this.#checkDeal(deal));
    this.deck = this.game.burn(body.deck);
    this.dealt = this.deck.deck.map((_, p, deck) => deck[(p + this.lifted) % deck.length]);
    for (const size of body.pattern.split('-').map(Number)) this.#give(() => size);
    this.owners.push(null);
    yield* this.#share();
    const [card] = this.#openPosition(TURNED);
    this.turned = card;
  }

  #checkDeal({ pattern, deck: number, deckHead, digest }) {
    const patterns = this.options.deal_pattern === 'dealer_choice' ? ['3-2', '2-3'] : [this.options.deal_pattern];
    need(patterns.includes(pattern), 'rule', 'another pattern than is allowed');
    need(number === this.game.nextDeck, 'proof', 'another deck than the next one');
    need(equal(digest, this.game.digest()), 'proof', 'another state of the game');
    const deck = this.game.openDeck(number);
    if (deck.isComplete && equal(deckHead, deck.head)) return;
    need(!this.game.has(deckHead), 'proof', 'not the last shuffle of its deck');
    wait('its deck is not here'); // even if another one is: its last shuffler may have signed twice
  }

  #give(sizeFor) {
    for (const place of this.order) {
      for (let i = 0; i < sizeFor(place); i += 1) this.owners.push(place);
    }
  }

  // --- §9.4: shares ---

  * #share() {
    for (const place of this.order) {
      const due = this.owners.map((_, p) => p)
        .filter((p) => this.owners[p] !== place && !this.shares.get(p)?.has(place));
      const bases = due.map((p) => this.dealt[p].a);
      const key = this.deck.keys[this.#seat(place)];
      const { body } = yield* this.#say(place, 'share', ({ shares, proof }, entry) => {
        verifyEquality(transcriptOf(entry), key, bases, shares, proof);
        if (place === this.order[3]) this.#turnedWith(due, place, shares);
      });
      due.forEach((p, i) => this.shares.set(p, new Map(this.shares.get(p)).set(place, body.shares[i])));
    }
  }

  /** The turned card has to open as a card with the last share. */
  #turnedWith(due, place, shares) {
    if (this.turned !== null) return;
    const given = [...this.shares.get(TURNED).values(), shares[due.indexOf(TURNED)]];
    cardOf(this.dealt[TURNED].b.subtract(sumOf(given)));
  }

  #openPosition(p) {
    const { a, b } = this.dealt[p];
    const rest = b.subtract(sumOf([...this.shares.get(p).values()]));
    return this.owners[p] === null ? [cardOf(rest)] : [{ a, b: rest }];
  }

  #hasFirstCards(place) {
    const own = this.owners.map((_, p) => p).filter((p) => p < TURNED && this.owners[p] === place);
    return own.length > 0 && own.every((p) => this.shares.get(p)?.size === 3);
  }

  // --- §9.5: the auction, and the gather ---

  * #auction() {
    this.phase = 'bidding';
    const turnedSuit = suitOf(this.turned);
    for (const round of [1, 2]) {
      const allowed = [...SUITS].filter((_, suit) => (round === 1 ? suit === turnedSuit
        : suit !== turnedSuit || this.options.round2_turned_suit === 'allowed'));
      for (const place of this.order) {
        const { body } = yield* this.#say(place, 'bid', ({ bid }) => {
          need(bid === 'pass' || allowed.includes(bid), 'rule', 'a bid that cannot be made now');
        });
        if (body.bid === 'pass') continue;
        this.taker = place;
        this.trump = SUITS.indexOf(body.bid);
        return true;
      }
    }
    return false;
  }

  * #complete() {
    this.phase = 'completing';
    this.#give((place) => (place === this.taker ? 2 : 3));
    yield* this.#share();
    for (const place of [0, 1, 2, 3]) {
      const seat = this.#seat(place);
      const key = this.deck.keys[seat];
      const inputs = this.owners.flatMap((owner, p) => (owner === place ? this.#openPosition(p) : []));
      const { entry, body } = yield* this.#say(place, 'gather', ({ salt, deck, proof }, gather) => {
        verifyShuffle(transcriptOf(gather).absorb('salt', salt), key, inputs, deck, proof);
      });
      this.gathers[seat] = { inputs, deck: body.deck, prev: entry.prev, salt: body.salt };
      const inClear = place === this.taker ? [this.turned] : [];
      this.hands[place] = new Hand({ key, ciphertexts: body.deck, inClear });
    }
  }

  // --- §9.6: the play ---

  * #play() {
    let leader = this.order[0];
    while (this.tricks.length < 8) {
      const trick = [];
      this.tricks.push(trick);
      for (let i = 0; i < 4; i += 1) {
        const place = (leader + i) % 4;
        yield* this.#declare(place);
        yield* this.#playCard(place, trick);
      }
      [leader] = winning(trick, this.trump);
    }
  }

  * #playCard(place, trick) {
    const isFirst = this.tricks.length === 1;
    const { entry, body, result } = yield* this.#say(place, 'play',
      (play, own) => this.#checkPlay(place, trick, play, own), () => openPlay(this, place, trick));
    if (entry) this.last = entry.head;
    if (result) this.hands[place].apply(result);
    if (body.announce) this.#announced(place, body.card);
    if (isFirst && this.options.annonces === 'on') this.spoken.set(place, { claims: body.claims });
    trick.push([place, body.card]);
  }

  #announced(place, card) {
    if (this.hasPlayed(place, this.otherOfPair(card))) this.rebelote.add(place);
    else if (this.mayBegin(card)) this.belote.add(place);
  }

  /** Whether the belote counts if this card of the pair comes first. */
  mayBegin(card) {
    return this.options.belote_order === 'any' || rankOf(card) === KING;
  }

  #checkPlay(place, trick, { position, card, announce, claims, proof }, entry) {
    const mayClaim = this.options.annonces === 'on' && this.tricks.length === 1;
    need(claims.length === 0 || mayClaim, 'rule', 'declarations are made with the first card');
    verifyClaims(claims);
    need(card < 32, 'proof', 'no card of the pack');
    const forbidden = forbiddenBy(card, trick, place, this.trump, this.options);
    const announced = new Set();
    const other = this.otherOfPair(card);
    if (other === null) {
      need(!announce, 'rule', 'belote with another card');
    } else if (!this.hasPlayed(place, other)) {
      const isAuto = this.options.belote_call === 'auto';
      need(!announce || !isAuto || this.mayBegin(card), 'rule', 'belote begins with the king here');
      if (announce) announced.add(other);
      else if (isAuto && this.mayBegin(card)) forbidden.add(other);
    } else if (this.options.belote_call === 'auto') {
      need(announce === this.belote.has(place), 'rule', 'rebelote is said if and only if belote was');
    }
    const hand = this.hands[place];
    const claim = hand.play({ position, card, forbidden, announced, located: this.#located() });
    hand.verify(transcriptOf(entry), claim, proof);
    return claim;
  }

  otherOfPair(card) {
    if (suitOf(card) !== this.trump || ![QUEEN, KING].includes(rankOf(card))) return null;
    return cardAt(this.trump, rankOf(card) === KING ? QUEEN : KING);
  }

  playedBy(place) {
    return this.tricks.flat().filter(([by]) => by === place).map(([, card]) => card);
  }

  hasPlayed(place, card) {
    return this.playedBy(place).includes(card);
  }

  #located() {
    const played = this.tricks.flat().map(([, card]) => card);
    return new Set([...played, this.turned, ...this.hands.flatMap(({ known }) => [...known])]);
  }

  // --- §9.7: declarations ---

  /** What has to be said and shown before this place plays: details first, then what counts. */
  * #declare(place) {
    for (let step = this.#stepBefore(place); step !== null; step = this.#stepBefore(place)) {
      const said = this.spoken.get(step.place);
      if (step.ask === 'height') yield* this.#tellHeight(step, said);
      else if (step.ask === 'trump') yield* this.#tellTrump(step, said);
      else yield* this.#show(step, said);
    }
  }

  #stepBefore(place) {
    const found = this.compared();
    if (found.ask) return found;
    const isPending = (one) => {
      const { claims = [], isVoid, isShown } = this.spoken.get(one) ?? {};
      return claims.length > 0 && !isVoid && !isShown && teamOf(one) === found.ahead;
    };
    const hasTurned = this.aheadBeforeForfeit !== null && found.ahead !== this.aheadBeforeForfeit;
    const atOnce = this.options.show === 'at_once' || hasTurned ? this.order.find(isPending) : undefined;
    if (atOnce !== undefined) return { ask: 'show', place: atOnce };
    return this.tricks.length === 2 && isPending(place) ? { ask: 'show', place } : null;
  }

  compared() {
    return compare(this.spoken, this.order, this.options.annonce_tie);
  }

  * #tellHeight({ place, best }, said) {
    const { body } = yield* this.#say(place, 'height', ({ rank }) => {
      if (rank === null) need(best !== null, 'rule', 'nobody has told a height');
      else need(KINDS[said.claims[0]].heights.includes(RANKS.indexOf(rank)), 'rule', 'no such height');
    }, () => ({ body: { rank: openHeight(this, place, best) } }));
    if (body.rank === null) said.noBetterThan = best;
    else said.height = RANKS.indexOf(body.rank);
  }

  * #tellTrump({ place }, said) {
    const { body } = yield* this.#say(place, 'trump', () => {}, () => ({ body: { answer: openTrump(this, place) } }));
    said.isTrump = body.answer === 'yes';
  }

  /** Who cannot show what he claimed has forfeited, and the comparison is made again without him. */
  * #show({ place }, said) {
    const { body, result } = yield* this.#say(place, 'show', (show, entry) => this.#checkShow(place, show, entry),
      () => ({ body: { declarations: openShow(this, place) } }));
    if (result) this.hands[place].apply(result);
    if (body.declarations === null) {
      said.isVoid = true;
      this.aheadBeforeForfeit ??= teamOf(place);
    } else {
      said.isShown = true;
    }
  }

  #checkShow(place, { declarations, proof }, entry) {
    if (declarations === null) {
      need(proof === null, 'proof', 'a proof of nothing');
      return null;
    }
    verifySet(declarations);
    need(isJustified(this.spoken.get(place), declarations, this.trump), 'rule', 'not what was claimed and told');
    const hand = this.hands[place];
    const cards = declarations.flat().filter((card) => !this.hasPlayed(place, card));
    const claim = hand.show({ cards, located: this.#located() });
    hand.verify(transcriptOf(entry), claim, proof);
    return claim;
  }

  // --- §9.11: the others open a hand ---

  * #recover(seat) {
    const place = this.game.placeOf(seat);
    const hand = this.hands[place];
    const { hidden } = hand;
    if (!this.deck.hasEscrow) return false;
    this.game.free = seat;
    this.phase = 'recovering';
    const images = [];
    const pairs = hidden.map((p) => hand.ciphertexts[p]);
    const helpers = hidden.length ? [1, 2, 3].map((step) => (seat + step) % 4) : [];
    for (const helper of helpers) {
      const { commitment } = this.deck.escrows[seat][receiversOf(seat, 4).indexOf(helper)];
      const check = ({ partials }, entry) => {
        if (partials === null) return;
        verifyPartials(transcriptOf(entry), commitment, pairs, partials.images, partials.proof);
        if (images.length === 2) this.#opened(pairs, [...images, partials.images]);
      };
      const { body } = yield this.game.due(this.phase, helper, { recover: [SHAPES.recover, check] });
      if (body.partials === null) return false;
      images.push(body.partials.images);
    }
    this.phase = 'playing';
    for (const card of this.#opened(pairs, images)) hand.known.add(card);
    this.open = { place, cards: this.#opened(pairs, images) };
    return true;
  }

  #opened(pairs, images) {
    return pairs.map(({ b }, q) => cardOf(b.subtract(sumOf(images.map((of) => of[q])))));
  }
}
