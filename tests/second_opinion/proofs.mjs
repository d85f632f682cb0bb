// Proofs of knowledge, of equality, and of a shuffle (§6.1 – §6.3).
import { Refusal, need } from './errors.mjs';
import { CHAIN, G, ORDER, PEDERSEN, combine, encodeElement, encodeScalar, mod, sumOf } from './group.mjs';
import { Memo } from './memo.mjs';
import { element, list, record, scalar } from './shapes.mjs';

export const knowledgeProof = record({ challenge: scalar, response: scalar });
export const equalityProof = record({ challenge: scalar, response: scalar });
export const shuffleProof = record({
  c: list(element), chain: list(element), challenge: scalar,
  z1: scalar, z2: scalar, z3: scalar, z: list(scalar),
});

const accepted = new Memo();

/** Run `check` unless this very proof has held for this very statement, all of which is in the transcript. */
export function once(transcript, proof, check) {
  const values = Object.values(proof).flat();
  const wire = values.map((value) => (typeof value === 'bigint' ? encodeScalar(value) : encodeElement(value)));
  const lengths = Object.values(proof).map((value) => [value].flat().length);
  accepted.of([transcript.digest(), Uint8Array.from(lengths), ...wire], check);
}

/** §6.1: the author knows x with X = x·G. */
export function verifyKnowledge(transcript, key, proof) {
  transcript.absorbElements('knowledge/key', [key]);
  once(transcript, proof, () => {
    const { challenge: c, response: z } = proof;
    transcript.absorbElements('knowledge/commitment', [combine([[z, G], [-c, key]])]);
    need(transcript.challenge('knowledge/challenge') === c, 'proof', 'the key is not known to its author');
  });
}

/** §6.1: the keys of all seats can stand together. Who is at fault is `culprit` of the refusal. */
export function jointKey(keys) {
  const sums = [];
  keys.forEach((key, seat) => {
    const earlier = keys.slice(0, seat);
    const sum = sumOf([...earlier, key]);
    const isClash = key.is0() || earlier.some((other) => other.equals(key) || other.equals(key.negate()));
    if (isClash || sum.is0()) {
      throw Object.assign(new Refusal('proof', 'a key that copies or cancels others'), { culprit: seat });
    }
    sums.push(sum);
  });
  return sums.at(-1);
}

/** §6.2: X = x·G and every image is x times its base. */
export function verifyEquality(transcript, key, bases, images, proof) {
  need(bases.length === images.length, 'proof', 'not one image for each base');
  transcript.absorbElements('equality/key', [key]);
  transcript.absorbElements('equality/bases', bases);
  transcript.absorbElements('equality/images', images);
  once(transcript, proof, () => {
    const { challenge: c, response: z } = proof;
    const weights = transcript.challenges('equality/weight', bases.length);
    transcript.absorbElements('equality/key commitment', [combine([[z, G], [-c, key]])]);
    transcript.absorbElements('equality/commitment', [combine([
      ...weights.map((weight, i) => [z * weight, bases[i]]),
      ...weights.map((weight, i) => [-c * weight, images[i]]),
    ])]);
    need(transcript.challenge('equality/challenge') === c, 'proof', 'the images are not of one key');
  });
}

/** §6.3: `outputs` are `inputs`, permuted and re-encrypted under `key`. */
export function verifyShuffle(transcript, key, inputs, outputs, proof) {
  const size = inputs.length;
  const lists = [outputs, proof.c, proof.chain, proof.z];
  need(size >= 1 && size <= 32 && lists.every(({ length }) => length === size), 'proof', 'a list is not N long');
  transcript.absorbIntegers('shuffle/size', [size]);
  transcript.absorbElements('shuffle/key', [key]);
  transcript.absorbCiphertexts('shuffle/inputs', inputs);
  transcript.absorbCiphertexts('shuffle/outputs', outputs);
  once(transcript, proof, () => {
    transcript.absorbElements('shuffle/permutation', proof.c);
    const u = transcript.challenges('shuffle/card', size);
    transcript.absorbElements('shuffle/chain', proof.chain);
    const weights = transcript.challenges('shuffle/weight', size + 2);
    const [t1, t2, t3, t4] = shuffleCommitments(key, inputs, outputs, proof, u, weights);
    transcript.absorbElements('shuffle/chain commitment', [t1]);
    transcript.absorbElements('shuffle/permutation commitment', [t2]);
    transcript.absorbElements('shuffle/a commitment', [t3]);
    transcript.absorbElements('shuffle/b commitment', [t4]);
    need(transcript.challenge('shuffle/challenge') === proof.challenge, 'proof', 'not a shuffle of its input');
  });
}

/** T1 … T4 of §6.3, in its letters; lists count from 0 here. */
function shuffleCommitments(key, inputs, outputs, proof, u, weights) {
  const { c, chain, challenge: gamma, z1, z2, z3, z } = proof;
  const size = inputs.length;
  const w = weights.slice(0, size);
  const [v1, v2] = weights.slice(size);
  const product = u.reduce((left, right) => (left * right) % ORDER, 1n);
  const spread = sumOf(c).subtract(sumOf(PEDERSEN.slice(0, size)));
  const t1 = combine([
    [z1, G], [mod(z[0] * w[0]) + gamma * v2 * product, CHAIN],
    ...chain.slice(0, -1).map((point, j) => [z[j + 1] * w[j + 1] - gamma * w[j], point]),
    [-gamma * (w[size - 1] + v2), chain[size - 1]], [-gamma * v1, spread],
  ]);
  const t2 = combine([
    [z2, G], ...z.map((response, j) => [response, PEDERSEN[j]]), ...u.map((ui, i) => [-gamma * ui, c[i]]),
  ]);
  const side = (base, name) => combine([
    [-z3, base], ...z.map((response, j) => [response, outputs[j][name]]),
    ...u.map((ui, i) => [-gamma * ui, inputs[i][name]]),
  ]);
  return [t1, t2, side(G, 'a'), side(key, 'b')];
}
