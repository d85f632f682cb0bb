// The evening: who plays, deal after deal, who leaves and who comes (§9, §15.5), entry by entry.
import { absenceShape, verifyAbsence } from './absence.mjs';
import { equal, hex, labelled, sha256 } from './bytes.mjs';
import { Deal, Left } from './deal.mjs';
import { Deck } from './deck.mjs';
import { Chain, blame, isChainName, isEntryOf, verifyIdentity, wait } from './entries.mjs';
import { UnknownVersion, need } from './errors.mjs';
import { encode } from './msgpack.mjs';
import { fold, isPrintable } from './names.mjs';
import { readOptions } from './options.mjs';
import { factsOf, matchEnd, settle, settleForfeit } from './scoring.mjs';
import { coinIndex, coinOf, coinPermutation, verifyOpening } from './seeds.mjs';
import { bin, list, map, oneOf, read, record, str, uint } from './shapes.mjs';

const EMPTY = new Uint8Array(0);
const SEATS = [0, 1, 2, 3];
const AHEAD = 2; // chains of decks are accepted up to two beyond the last one dealt (§8.3)

const identity = (value) => verifyIdentity(bin(32)(value));
const member = record({
  identity, name: str(1, 20), kind: oneOf('person', 'bot'), operator: uint(8), nonce: bin(32),
});
const FIRST = record({
  protocol: str(0, 64), rules: uint(2 ** 32), room: bin(16), previous: bin(32, { orEmpty: true }),
  seats: oneOf('chosen', 'drawn'), options: map, members: list(member, 8),
});
const SHAPES = {
  agree: record({}), coin: record({ commitment: bin(32) }), flip: record({ opening: bin(32) }),
  result: record({ digest: bin(32) }), reseat: record({ member }),
};

/** A game from its first entry on. `accept` takes one more entry, or refuses it and changes nothing. */
export class Game {
  id = null;
  members = [];
  everybody = SEATS.map(() => []); // whoever had a seat, for ballots
  decks = new Map();
  heads = new Set();
  seatAt = []; // by place
  seatingHead = null; // the head on which chains of decks open
  seated = []; // the members as they were there
  free = null;
  dealer = null;
  overs = 0;
  burnt = 0;
  scores = [0, 0];
  held = 0;
  scored = 0;
  forgiven = [];
  isOver = false;
  winner = null;
  signed = 0;
  deals = [];

  get nextDeck() {
    return this.burnt + 1;
  }

  placeOf(seat) {
    return this.seatAt.indexOf(seat);
  }

  accept(entry, signature) {
    if (this.id === null) {
      this.#begin(entry, signature);
      return;
    }
    const deck = this.#deckOfEntry(entry);
    const owner = (deck?.members ?? this.members)[entry.seat];
    need(owner && isEntryOf(owner.identity, entry, signature), 'signature', 'not signed by its seat');
    need(equal(entry.game, this.id), 'chain', 'another game');
    blame(entry.seat, () => need(isChainName(entry.chain), 'chain', 'no chain of a game'));
    if (entry.chain !== 'table' && deck === null) wait('a chain that is not open here');
    need(!deck?.isDead, 'chain', 'a dead deck');
    (deck?.chain ?? this.table).accept(entry);
    this.heads.add(hex(entry.head));
  }

  // --- §9.1 ---

  #begin(entry, signature) {
    const { game, chain, seq, prev, seat, kind } = entry;
    const isFirst = chain === 'table' && kind === 'table' && seat === 0 && seq === 0;
    need(isFirst && game.length === 0 && prev.length === 0, 'chain', 'no first entry');
    const body = read(FIRST, entry.body);
    if (body.protocol !== 'belote-net/v1' || body.rules !== 1) throw new UnknownVersion('another version');
    need(body.members.length > 0, 'rule', 'a game without members');
    need(isEntryOf(body.members[0].identity, entry, signature), 'signature', 'not signed by its first member');
    const options = blame(seat, () => {
      verifyMembers(body.members);
      return readOptions(body.options);
    });
    this.id = entry.head;
    this.first = { ...body, options };
    this.options = options;
    this.members = body.members;
    this.members.forEach((one, seat) => this.everybody[seat].push(one));
    const self = this;
    this.table = new Chain(EMPTY, (function* machine() {
      yield { seat: 0, duties: {} };
      yield* self.#evening();
    }()));
    this.table.begin(entry);
    this.heads.add(hex(entry.head));
  }

  // --- decks (§10) ---

  /** The deck on whose chain this entry stands, opened by its first entry; null where none can be. */
  #deckOfEntry(entry) {
    if (entry.chain === 'table' || !isChainName(entry.chain)) return null;
    const number = Number(entry.chain.slice('deck/'.length));
    if (this.decks.has(number)) return this.decks.get(number);
    const isNear = this.seatingHead !== null && number >= this.nextDeck && number <= this.burnt + AHEAD;
    return isNear ? this.openDeck(number) : null;
  }

  openDeck(number) {
    if (!this.decks.has(number)) {
      const operators = new Set(this.seated.map(({ operator }) => operator));
      const deck = new Deck({
        game: this.id, number, firstPrev: this.seatingHead, hasEntry: (head) => this.has(head),
        reveals: this.options.audit === 'reveal',
        hasEscrow: this.options.on_absence === 'open_hand' && operators.size >= 4,
      });
      deck.members = this.seated;
      this.decks.set(number, deck);
    }
    return this.decks.get(number);
  }

  /** Whether an entry with this head is here, on any chain. */
  has(head) {
    return this.heads.has(hex(head));
  }

  burn(number) {
    this.burnt = number;
    return this.decks.get(number);
  }

  // --- the chain `table` ---

  /** What is due: `duties` by kind [shape, check], and an `absence` where one may stand (§15.3). */
  due(phase, seat, duties) {
    const all = Object.entries(duties).map(([kind, [shape, check]]) => [kind, { seats: [seat], shape, check }]);
    const due = { seat, phase, duties: Object.fromEntries(all) };
    if (phase === 'signing' || (this.free !== null && this.free !== seat)) return due;
    const check = (body, entry) => ({ seat: verifyAbsence(this, due, body, entry) });
    const speakers = duties.deal ? [seat, (seat + 1) % 4, (seat + 2) % 4] : [(seat + 1) % 4];
    due.duties.absence = { seats: speakers, shape: absenceShape, check };
    return due;
  }

  * #say(phase, seat, kind, check) {
    const outcome = yield this.due(phase, seat, { [kind]: [SHAPES[kind], check] });
    if (outcome.entry.kind === 'absence') throw new Left(outcome.result.seat);
    return outcome;
  }

  * #evening() {
    try {
      yield* this.#draw();
    } catch (error) {
      if (!(error instanceof Left)) throw error;
      return; // before the places are drawn there is no game
    }
    while (!this.isOver) {
      const deal = new Deal(this);
      this.deals.push(deal);
      const { end, left } = yield* deal.run();
      if (left !== null) this.free = left;
      this.#finish(deal, end, left);
      if (this.free !== null && !this.isOver) yield* this.#fill();
    }
    for (const seat of SEATS.filter((one) => one !== this.free)) {
      yield* this.#say('signing', seat, 'result', ({ digest }) => {
        need(equal(digest, this.digest()), 'proof', 'another result');
      });
      this.signed += 1;
    }
  }

  /** §9.2 */
  * #draw() {
    for (const seat of [1, 2, 3]) yield* this.#say('agreeing', seat, 'agree', () => {});
    const commitments = [];
    for (const seat of SEATS) {
      const { body } = yield* this.#say('drawing', seat, 'coin', ({ commitment }) => {
        need(!commitments.some((other) => equal(other, commitment)), 'proof', 'a copied commitment');
      });
      commitments.push(body.commitment);
    }
    const openings = [];
    let head;
    for (const seat of SEATS) {
      const { entry, body } = yield* this.#say('drawing', seat, 'flip', ({ opening }) => {
        verifyOpening({ label: 'coin', game: this.id, chain: 'table', seat }, commitments[seat], opening);
      });
      openings.push(body.opening);
      head = entry.head;
    }
    const coin = coinOf(this.id, openings);
    const clockwise = this.first.seats === 'chosen' ? [...SEATS] : coinPermutation(coin, 'seats', 4);
    const [start, ...others] = clockwise;
    this.seatAt = this.options.direction === 'ccw' ? [start, ...others.reverse()] : clockwise;
    this.dealer = coinIndex(coin, 'dealer', 4);
    this.firstDealer = this.dealer;
    this.seatingHead = head;
    this.seated = this.members;
  }

  /** The state after a deal; `left` is who left it. */
  #finish(deal, end, left) {
    const isPlayedOut = end === 'played' && left === null;
    if (deal.deck) deal.deck.served = { last: isPlayedOut ? deal.last : null, gathers: deal.gathers };
    this.overs += 1;
    if (end === 'annulled') return;
    const facts = factsOf(deal, this.forgiven);
    const options = this.options;
    let settled = { written: null };
    if (end === 'forfeited') settled = settleForfeit(options, facts, this.placeOf(left) % 2, this.held);
    if (end === 'played') {
      const isLast = options.end === 'fixed_deals' && this.scored + 1 >= options.deals;
      settled = settle(options, facts, this.held, isLast);
    }
    const sameDealer = end === 'thrown in' ? options.all_pass === 'same_dealer' : settled.outcome === 'replay';
    if (!sameDealer) this.dealer = (this.dealer + 1) % 4;
    if (settled.written === null) return;
    const before = this.scores;
    this.forgiven = facts.forgiven.sort();
    this.scores = before.map((score, team) => score + settled.written[team]);
    this.held = settled.held;
    this.scored += 1;
    const tricks = end === 'played' ? facts.tricks : null;
    const match = { scores: this.scores, before, scored: this.scored };
    const { isOver, winner = null } = matchEnd(options, match, { taker: facts.taker, tricks });
    Object.assign(this, { isOver, winner });
  }

  digest() {
    const { id, overs, burnt, dealer, scores, held, scored, forgiven } = this;
    return sha256(labelled('belote-net/v1/state',
      encode([id, overs, burnt, dealer, scores, held, scored, forgiven])));
  }

  /** §15.5: another member sits down on the free seat, and all agree. */
  * #fill() {
    const seat = this.free;
    const order = [1, 2, 3].map((step) => (seat + step) % 4);
    for (let isFilled = false; !isFilled;) {
      const leaver = this.members[seat];
      const check = (asked) => this.#checkReseat(seat, leaver, asked);
      const { body } = yield* this.#say('filling', order[0], 'reseat', check);
      this.members = this.members.map((one, index) => (index === seat ? body.member : one));
      this.everybody[seat].push(body.member);
      try {
        let last;
        for (const one of [seat, ...order]) last = yield* this.#say('filling', one, 'agree', () => {});
        this.seatingHead = last.entry.head;
        this.seated = this.members;
        isFilled = true;
      } catch (error) {
        if (!(error instanceof Left)) throw error;
      }
    }
    this.free = null;
    for (const number of [this.nextDeck, this.nextDeck + 1]) this.openDeck(number).isDead = true;
    this.burnt += AHEAD;
  }

  #checkReseat(seat, leaver, { member: asked }) {
    const members = this.members.map((one, index) => (index === seat ? asked : one));
    verifyMembers(members);
    const nonces = [...this.first.members, ...this.members].map(({ nonce }) => nonce);
    need(!nonces.some((nonce) => equal(nonce, asked.nonce)), 'proof', 'a nonce that was used');
    const runsOthers = this.members.some(({ operator }, index) => index !== seat && operator === seat);
    const isReturn = equal(asked.identity, leaver.identity);
    need(!runsOthers || isReturn, 'proof', 'other seats run on the machine of who left');
  }
}

/** Who may sit together at a table (§9.1). */
function verifyMembers(members) {
  need(members.length === 4, 'proof', 'a game has four members');
  members.forEach(({ identity, name, kind, operator, nonce }, seat) => {
    const clash = members.slice(0, seat).some((other) => equal(other.identity, identity)
      || equal(other.nonce, nonce) || fold(other.name) === fold(name));
    need(!clash, 'proof', 'an identity, name or nonce twice');
    need(isPrintable(name), 'proof', 'a name that cannot be shown');
    need(members[operator]?.operator === operator, 'proof', 'an operator that is not run by itself');
    need(kind === 'bot' || operator === seat, 'proof', 'a person whom another runs');
  });
}
