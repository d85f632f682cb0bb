// Elements, scalars, ciphertexts and the constants that all proofs about cards rest on (§3).
import { G, O, ORDER, combinePoints, decodePoint, pointOfUniform } from '#curve';
import { hex, littleEndian, modulo, sha512, text, toLittleEndian } from './bytes.mjs';
import { need, refuse } from './errors.mjs';
import { Memo } from './memo.mjs';

export { G, O, ORDER };
export const PACK = 32;

const elements = new Memo();

/** An element other than O, from its canonical encoding. */
export function decodeElement(bytes) {
  need(bytes.length === 32, 'encoding', 'an element has 32 bytes');
  return elements.of([bytes], () =>
    decodePoint(bytes) ?? refuse('encoding', 'not the encoding of an element other than O'));
}

export function decodeScalar(bytes) {
  need(bytes.length === 32, 'encoding', 'a scalar has 32 bytes');
  const value = littleEndian(bytes);
  need(value < ORDER, 'encoding', 'a scalar that is not reduced');
  return value;
}

export const encodeScalar = (value) => toLittleEndian(mod(value));
export const encodeElement = (point) => point.toBytes();
export const mod = (value, modulus = ORDER) => modulo(value, modulus);
export const sumOf = (points) => points.reduce((sum, point) => sum.add(point), O);

/** Σ scalar·point over pairs [scalar, point]; everything here is public. */
export function combine(pairs) {
  return combinePoints(pairs.map(([scalar, point]) => [mod(scalar), point]).filter(([scalar]) => scalar !== 0n));
}

export const times = (scalar, point) => combine([[scalar, point]]);

export const hashToGroup = (label) => pointOfUniform(sha512(text(label)).slice(0, 32));

const labelled = (kind) => Array.from({ length: PACK }, (_, k) => hashToGroup(`belote-net/v1/${kind}/${k}`));
export const CARDS = labelled('card'); // m_k
export const PEDERSEN = labelled('pedersen'); // h_j
export const CHAIN = hashToGroup('belote-net/v1/pedersen/chain'); // h*

const cardNumbers = new Map(CARDS.map((point, k) => [hex(point.toBytes()), k]));

/** The number of the card that this element is. */
export function cardOf(point) {
  const card = cardNumbers.get(hex(point.toBytes()));
  return card === undefined ? refuse('proof', 'opens as no card') : card;
}

export const sameCiphertexts = (left, right) =>
  left.length === right.length && left.every(({ a, b }, i) => a.equals(right[i].a) && b.equals(right[i].b));

/** The plain first deck: (O, m_0), (O, m_1), … (§6.4). */
export const firstDeck = (size) => CARDS.slice(0, size).map((b) => ({ a: O, b }));
