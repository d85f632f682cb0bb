// Seeds, commitments and coins (§5).
import { createHmac } from 'node:crypto';
import { bigEndian, concat, equal, littleEndian, text, uint64 } from './bytes.mjs';
import { need } from './errors.mjs';
import { ORDER, mod } from './group.mjs';
import { PROTOCOL_FRAME, frame, labelledHash } from './transcript.mjs';

function derive(seed, label, ...parts) {
  const frames = [PROTOCOL_FRAME, frame('derive', text(label)), ...parts.map((part) => frame('part', part))];
  return new Uint8Array(createHmac('sha512', seed).update(concat(...frames)).digest());
}

export const secretKey = (seed) => 1n + mod(littleEndian(derive(seed, 'key')), ORDER - 1n);
export const receivingSecret = (seed) => derive(seed, 'receiving key').slice(0, 32);
export const escrowShare = (seed, seat) => mod(littleEndian(derive(seed, 'escrow share', uint64(seat))));

/** r_j for one shuffle: `context` is [kind, prev, salt]. */
export function randomizer(seed, [kind, prev, salt], j) {
  return mod(littleEndian(derive(seed, 'randomizer', text(kind), prev, salt, uint64(j))));
}

export function shufflePermutation(seed, [kind, prev, salt], size) {
  return fisherYates(size, (step, attempt) =>
    derive(seed, 'permutation', text(kind), prev, salt, uint64(step), uint64(attempt)));
}

/** An unbiased index below `bound` from the first eight bytes of draws. */
function uniformIndex(bound, draw) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(bound));
  for (let attempt = 0; ; attempt += 1) {
    const value = bigEndian(draw(attempt).slice(0, 8));
    if (value < limit) return Number(value % BigInt(bound));
  }
}

function fisherYates(size, draw) {
  const items = Array.from({ length: size }, (_, i) => i);
  for (let step = size - 1; step > 0; step -= 1) {
    const other = uniformIndex(step + 1, (attempt) => draw(step, attempt));
    [items[step], items[other]] = [items[other], items[step]];
  }
  return items;
}

export function commitment({ label, game, chain, seat }, seed) {
  return labelledHash('commitment', text(label), game, text(chain), uint64(seat), seed).slice(0, 32);
}

export function verifyOpening(context, committed, opening) {
  need(opening.length === 32, 'encoding', 'an opening has 32 bytes');
  need(equal(commitment(context, opening), committed), 'proof', 'the opening gives another commitment');
}

export const coinOf = (context, openings) => labelledHash('coin', context, ...openings);

export function coinIndex(coin, label, bound) {
  return uniformIndex(bound, (attempt) => labelledHash('index', coin, text(label), uint64(attempt)));
}

export function coinPermutation(coin, label, size) {
  return fisherYates(size, (step, attempt) =>
    labelledHash('permutation', coin, text(label), uint64(step), uint64(attempt)));
}
