// Identities, entries and chains (§8).
import { createPublicKey, verify } from 'node:crypto';
import { equal, hex, labelled, sha256 } from './bytes.mjs';
import { decodePoint } from './curve.mjs';
import { Refusal, Waits, need } from './errors.mjs';
import { Memo } from './memo.mjs';
import { anything, bin, read, record, str, uint } from './shapes.mjs';

const CHAIN_NAME = /^(table|deck\/[1-9][0-9]*)$/;
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex'); // RFC 8410

const entryShape = record({
  game: bin(32, { orEmpty: true }), chain: str(1, 24), seq: uint(2 ** 32), prev: bin(32, { orEmpty: true }),
  seat: uint(8), kind: str(1, 16), body: anything,
});

export const isChainName = (name) => CHAIN_NAME.test(name);
const headOf = (raw) => sha256(labelled('belote-net/v1/head', raw));

/** The entry that `raw` is, with its head; the body stays bytes. */
export function decodeEntry(raw) {
  const entry = read(entryShape, raw);
  need(entry.body instanceof Uint8Array, 'encoding', 'the body is no byte string');
  return { ...entry, raw, head: headOf(raw) };
}

/** An identity decodes like an element: under O one signature would hold for every message (§8.1). */
export function verifyIdentity(identity) {
  need(decodePoint(identity) !== null, 'encoding', 'no identity');
  return identity;
}

const keys = new Memo();
const signatures = new Memo();

export function isSignedBy(identity, label, message, signature) {
  const signed = labelled(label, message);
  return signatures.of([identity, signature, signed], () => verify(null, signed, keyOf(identity), signature));
}

const keyOf = (identity) => keys.of([identity], () =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, identity]), format: 'der', type: 'spki' }));

export const isEntryOf = (identity, { raw }, signature) =>
  isSignedBy(identity, 'belote-net/v1/entry', raw, signature);

/** `check` with the culprit that its refusal has unless it names another (§8.3: after step 3 it is the author). */
export function blame(culprit, check) {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refusal && error.culprit === undefined) error.culprit = culprit;
    throw error;
  }
}

/**
 * One chain: its entries' heads, what was due at each place, and the machine that says what is due next.
 *
 * A *due* is `{seat, phase, duties}`: the seat that the chain waits for, and by kind of entry
 * `{seats, shape, check}`. A check is pure, so a place can judge an entry without taking it (§15.3).
 * The machine is a generator: it yields what is due, and gets `{entry, body, result}`.
 */
export class Chain {
  constructor(firstPrev, machine) {
    this.firstPrev = firstPrev;
    this.entries = [];
    this.dues = [];
    this.byPrev = new Map();
    this.machine = machine;
    this.#next(undefined);
  }

  get due() {
    return this.dues[this.entries.length] ?? null;
  }

  prevOf(seq) {
    return seq === 0 ? this.firstPrev : this.entries[seq - 1].head;
  }

  /** Steps 3 to 5 of §8.3 for an entry that is well signed, of this game and of this chain. */
  accept(entry) {
    const seq = this.entries.length;
    const rival = this.byPrev.get(hex(entry.prev));
    const isSecond = rival?.seat === entry.seat && !equal(rival.head, entry.head); // §8.4
    blame(entry.seat, () => need(!isSecond, 'equivocation', 'a second entry in one place'));
    const stands = entry.seq === seq && equal(entry.prev, this.prevOf(seq));
    need(stands, 'chain', 'another place or history than the one that is due');
    const outcome = blame(entry.seat, () => judge(this.due, entry));
    this.#append(entry, outcome);
  }

  /** The first entry of the game, which nothing precedes. */
  begin(entry) {
    this.#append(entry, {});
  }

  #append(entry, outcome) {
    this.entries.push(entry);
    this.byPrev.set(hex(entry.prev), entry);
    this.#next({ entry, ...outcome });
  }

  #next(outcome) {
    const { value, done } = this.machine.next(outcome);
    this.dues.push(done ? null : value);
  }
}

/** Steps 4 and 5: the seat and kind that are due, the encoding of the body, rules and proofs. */
export function judge(due, entry) {
  const duty = due?.duties[entry.kind];
  need(duty, 'chain', `${entry.kind} is not due`);
  need(duty.seats.includes(entry.seat), 'chain', `seat ${entry.seat} is not due`);
  const body = read(duty.shape, entry.body);
  return { body, result: duty.check(body, entry) };
}

export function wait(reason) {
  throw new Waits(reason);
}
