// The chain deck/n: four seats prepare one deck (§10).
import { equal } from './bytes.mjs';
import { Chain, wait } from './entries.mjs';
import { need } from './errors.mjs';
import { escrowShares, makeEscrow, receivingKey, sameEscrow, verifyEscrow, verifyReceivingKeys } from './escrow.mjs';
import { G, combine, firstDeck, sameCiphertexts, times } from './group.mjs';
import { jointKey, knowledgeProof, shuffleProof, verifyKnowledge, verifyShuffle } from './proofs.mjs';
import { commitment, randomizer, secretKey, shufflePermutation, verifyOpening } from './seeds.mjs';
import { bin, ciphertext, element, list, record, uint } from './shapes.mjs';
import { transcriptOf } from './transcript.mjs';

const SHAPES = {
  commit: record({ commitment: bin(32) }),
  'commit-escrow': record({ commitment: bin(32), receivingKey: bin(32) }),
  key: record({ key: element, proof: knowledgeProof }),
  'key-escrow': record({ key: element, proof: knowledgeProof, escrow: escrowShares }),
  shuffle: record({ salt: bin(32), deck: list(ciphertext), proof: shuffleProof }),
  complain: record({ accused: uint(8) }),
  expose: record({ seed: bin(32) }),
  reveal: record({ seed: bin(32), played: bin(32) }),
};

/** One deck: what is public of it, and its chain. */
export class Deck {
  commitments = [];
  receivingKeys = [];
  keys = [];
  escrows = []; // by seat, its shares for the others; empty without an escrow
  shuffles = []; // {inputs, deck, prev, salt} by seat
  verdict = null; // of a complaint: {culprit, outcome}
  served = null; // of the deal it served, once it was played out: {played, gathers}
  isDead = false; // begun with somebody who left
  members = []; // whose keys sign this chain

  constructor({ game, number, firstPrev, hasEscrow, reveals, hasEntry, size = 32, seats = 4 }) {
    Object.assign(this, { game, hasEscrow, reveals, hasEntry, size, seats });
    this.name = `deck/${number}`;
    this.chain = new Chain(firstPrev, this.#prepare());
  }

  get isComplete() {
    return this.shuffles.length === this.seats;
  }

  get deck() {
    return this.shuffles.at(-1)?.deck ?? firstDeck(this.size);
  }

  /** The head of its last shuffle. */
  get head() {
    return this.shuffles.at(-1).head;
  }

  * #prepare() {
    const [commit, key] = this.hasEscrow ? ['commit-escrow', 'key-escrow'] : ['commit', 'key'];
    for (let seat = 0; seat < this.seats; seat += 1) {
      const { body } = yield this.#due(seat, { [commit]: this.#commit });
      this.commitments.push(body.commitment);
      if (this.hasEscrow) this.receivingKeys.push(body.receivingKey);
    }
    for (let seat = 0; seat < this.seats; seat += 1) {
      const { body } = yield this.#due(seat, { [key]: this.#key });
      this.keys.push(body.key);
      this.escrows.push(body.escrow);
    }
    this.joint = jointKey(this.keys);
    for (let seat = 0; seat < this.seats; seat += 1) {
      const inputs = this.deck;
      const duties = { shuffle: (body, entry) => this.#shuffle(inputs, body, entry) };
      if (this.hasEscrow) duties.complain = this.#complain;
      const { entry, body } = yield this.#due(seat, duties);
      if (entry.kind === 'complain') {
        yield* this.#expose(seat, body.accused);
        return;
      }
      this.shuffles.push({ inputs, deck: body.deck, prev: entry.prev, salt: body.salt, head: entry.head });
    }
    if (!this.reveals) return;
    for (let seat = 0; seat < this.seats; seat += 1) yield this.#due(seat, { reveal: this.#reveal });
  }

  #due(seat, checks) {
    const dutyOf = ([kind, check]) => [kind, { seats: [seat], shape: SHAPES[kind], check }];
    return { seat, duties: Object.fromEntries(Object.entries(checks).map(dutyOf)) };
  }

  #commit = (body, { seat }) => {
    const earlier = this.commitments.slice(0, seat); // the place may be judged when the chain has gone on
    need(!earlier.some((other) => equal(other, body.commitment)), 'proof', 'a copied commitment');
    if (this.hasEscrow) verifyReceivingKeys([...this.receivingKeys.slice(0, seat), body.receivingKey]);
  };

  #key = (body, entry) => {
    jointKey([...this.keys.slice(0, entry.seat), body.key]);
    const transcript = transcriptOf(entry);
    for (const committed of this.commitments) transcript.absorb('commitment', committed);
    verifyKnowledge(transcript, body.key, body.proof);
    if (this.hasEscrow) verifyEscrow(this.seats, body.key, body.escrow);
  };

  #shuffle(inputs, body, entry) {
    const transcript = transcriptOf(entry).absorb('salt', body.salt);
    verifyShuffle(transcript, this.joint, inputs, body.deck, body.proof);
  }

  #complain = ({ accused }, { seat }) => {
    need(accused < this.seats && accused !== seat, 'proof', 'accuses nobody, or himself');
  };

  * #expose(accuser, accused) {
    const { body } = yield this.#due(accused, { expose: () => {} });
    const right = this.#explains(accused, body.seed);
    this.verdict = { culprit: right ? accuser : accused, outcome: right ? 'false complaint' : 'wrong escrow' };
    yield null;
  }

  /** Whether this seed makes the commitment, the receiving key and the escrow of that seat (§6.6). */
  #explains(seat, seed) {
    if (!equal(commitment(this.#place(seat), seed), this.commitments[seat])) return false;
    if (!this.hasEscrow) return true;
    const escrow = makeEscrow(this.#place(seat), seat, seed, this.receivingKeys);
    return equal(receivingKey(seed), this.receivingKeys[seat]) && sameEscrow(escrow, this.escrows[seat]);
  }

  #place(seat) {
    return { label: 'deck', game: this.game, chain: this.name, seat };
  }

  /** The audit: the seed makes all again that this seat contributed, byte for byte (§9.9). */
  #reveal = ({ seed, played }, { seat }) => {
    verifyOpening(this.#place(seat), this.commitments[seat], seed);
    need(times(secretKey(seed), G).equals(this.keys[seat]), 'proof', 'the seed gives another key');
    need(this.#explains(seat, seed), 'proof', 'the seed gives another escrow');
    const shuffle = this.shuffles[seat];
    need(isRemade('shuffle', seed, this.joint, shuffle), 'proof', 'the seed gives another shuffle');
    if (!this.hasEntry(played)) wait('the last play of its deal is not here');
    const { last = null, gathers } = this.served ?? {};
    need(last !== null && equal(last, played), 'proof', 'not the last play of a deal that is revealed');
    need(isRemade('gather', seed, this.keys[seat], gathers[seat]), 'proof', 'the seed gives another gather');
  };
}

/** Whether this seed shuffles `inputs` into `deck` (§5). */
export function isRemade(kind, seed, key, { inputs, deck, prev, salt }) {
  const context = [kind, prev, salt];
  const order = shufflePermutation(seed, context, inputs.length);
  const remade = order.map((from, j) => {
    const r = randomizer(seed, context, j);
    return { a: inputs[from].a.add(times(r, G)), b: combine([[1n, inputs[from].b], [r, key]]) };
  });
  return sameCiphertexts(remade, deck);
}
