// Keys shared among the other seats (§6.6).
import { createCipheriv, createDecipheriv, createPrivateKey, createPublicKey, diffieHellman,
  hkdfSync } from 'node:crypto';
import { concat, equal, littleEndian, text, uint64 } from './bytes.mjs';
import { Refusal, need, refuse } from './errors.mjs';
import { PRIME } from './curve.mjs';
import { G, decodeScalar, encodeScalar, mod, sumOf, times } from './group.mjs';
import { verifyEquality } from './proofs.mjs';
import { escrowShare, receivingSecret, secretKey } from './seeds.mjs';
import { bin, element, list, record } from './shapes.mjs';
import { PROTOCOL_FRAME, frame } from './transcript.mjs';

export const escrowShares = list(record({ commitment: element, ciphertext: bin(48) }));

const LOW_ORDER = [
  0n, 1n, PRIME - 1n,
  325606250916557431795983626356110631294008115727848805560023387167927233504n,
  39382357235489614581723060781553021112529911719440698176882885853963445705823n,
];
const TAG_BYTES = 16;
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex'); // PKCS #8, RFC 8410
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const BASE_POINT = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 9 : 0));

export function verifyReceivingKey(bytes) {
  need(bytes.length === 32, 'encoding', 'a receiving key has 32 bytes');
  const value = littleEndian(bytes);
  need(value < PRIME && !LOW_ORDER.includes(value), 'encoding', 'a receiving key not canonical or of low order');
}

/** Every key is another's; `culprit` of the refusal is who copied. */
export function verifyReceivingKeys(keys) {
  keys.forEach((key, seat) => {
    verifyReceivingKey(key);
    if (keys.slice(0, seat).some((other) => equal(other, key))) {
      throw Object.assign(new Refusal('proof', 'a copied receiving key'), { culprit: seat });
    }
  });
}

function x25519(secret, point) {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, point]), format: 'der', type: 'spki' });
  return new Uint8Array(diffieHellman({ privateKey, publicKey }));
}

export const receivingKey = (seed) => x25519(receivingSecret(seed), BASE_POINT);
export const receiversOf = (seat, seats) => Array.from({ length: seats }, (_, j) => j).filter((j) => j !== seat);

/** What everybody verifies: one share for each other seat, and they add up to the key. */
export function verifyEscrow(seats, key, escrow) {
  need(escrow.length === seats - 1, 'proof', 'not one share for each other seat');
  const sum = sumOf(escrow.map(({ commitment }) => commitment));
  need(sum.equals(key), 'proof', 'the shares do not add up to the key');
}

function cipherOf({ game, chain }, from, to, secret, sender, receiver) {
  const info = concat(PROTOCOL_FRAME, frame('escrow', concat(sender, receiver)));
  const key = hkdfSync('sha512', secret, new Uint8Array(0), info, 32);
  const associated = concat(PROTOCOL_FRAME, frame('game', game), frame('chain', text(chain)),
    frame('from', uint64(from)), frame('to', uint64(to)));
  return ['chacha20-poly1305', Buffer.from(key), Buffer.alloc(12), associated];
}

/** The escrow that this seed makes for these receiving keys: [[S_ij, ciphertext], …] by receiver. */
export function makeEscrow(place, from, seed, receivingKeys) {
  const receivers = receiversOf(from, receivingKeys.length);
  const shares = receivers.slice(0, -1).map((to) => escrowShare(seed, to));
  shares.push(shares.reduce((left, share) => mod(left - share), secretKey(seed)));
  return receivers.map((to, i) => {
    const secret = x25519(receivingSecret(seed), receivingKeys[to]);
    const [name, key, nonce, associated] = cipherOf(place, from, to, secret, receivingKeys[from], receivingKeys[to]);
    const cipher = createCipheriv(name, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associated);
    const sealed = cipher.update(encodeScalar(shares[i]));
    cipher.final();
    return { commitment: times(shares[i], G), ciphertext: concat(sealed, cipher.getAuthTag()) };
  });
}

/** What the receiver verifies of his share; returns it. */
export function openShare(place, from, to, seed, receivingKeys, { commitment, ciphertext }) {
  const secret = x25519(receivingSecret(seed), receivingKeys[from]);
  const [name, key, nonce, associated] = cipherOf(place, from, to, secret, receivingKeys[from], receivingKeys[to]);
  const decipher = createDecipheriv(name, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(ciphertext.slice(-TAG_BYTES));
  let plain;
  try {
    plain = Buffer.concat([decipher.update(ciphertext.slice(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    refuse('proof', 'the ciphertext is not authentic');
  }
  const share = decodeScalar(new Uint8Array(plain));
  need(times(share, G).equals(commitment), 'proof', 'the share is not the one that was committed to');
  return share;
}

/** One seat's partial decryptions D = s·A, under the key S (§6.6, *Use*). */
export function verifyPartials(transcript, commitment, ciphertexts, partials, proof) {
  verifyEquality(transcript, commitment, ciphertexts.map(({ a }) => a), partials, proof);
}

export const sameEscrow = (left, right) => left.length === right.length && left.every((share, i) =>
  share.commitment.equals(right[i].commitment) && equal(share.ciphertext, right[i].ciphertext));
