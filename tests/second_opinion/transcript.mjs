// Transcript and labelled hash (§4).
import { createHash } from 'node:crypto';
import { concat, littleEndian, sha512, text, uint64 } from './bytes.mjs';
import { encodeElement, mod } from './group.mjs';

/** frame(label, data) = len(label) || label || len(data) || data. */
export function frame(label, data) {
  const name = text(label);
  return concat(uint64(name.length), name, uint64(data.length), data);
}

export const PROTOCOL_FRAME = frame('protocol', text('belote-net/v1'));

/** The running SHA-512 of frames, from which challenges are drawn. */
export class Transcript {
  #hash = createHash('sha512').update(PROTOCOL_FRAME);

  absorb(label, data) {
    this.#hash.update(frame(label, data));
    return this;
  }

  absorbElements(label, points) {
    return this.absorb(label, concat(...points.map(encodeElement)));
  }

  absorbCiphertexts(label, ciphertexts) {
    return this.absorbElements(label, ciphertexts.flatMap(({ a, b }) => [a, b]));
  }

  absorbIntegers(label, numbers) {
    return this.absorb(label, concat(...numbers.map(uint64)));
  }

  digest() {
    return new Uint8Array(this.#hash.copy().digest());
  }

  challenge(label) {
    this.absorb('challenge', text(label));
    const digest = this.digest();
    this.absorb('drawn', digest);
    return mod(littleEndian(digest));
  }

  challenges(label, count) {
    return Array.from({ length: count }, () => this.challenge(label));
  }
}

/** H(label; parts…), 64 bytes. */
export function labelledHash(label, ...parts) {
  const frames = parts.map((part) => frame('part', part));
  return sha512(PROTOCOL_FRAME, frame('hash', text(label)), ...frames);
}

/** Where a proof stands: absorbed before anything else of it. */
export function transcriptOf({ kind, game, chain, seq, prev, seat }) {
  return new Transcript()
    .absorb('kind', text(kind))
    .absorb('game', game)
    .absorb('chain', text(chain))
    .absorbIntegers('seq', [seq])
    .absorb('prev', prev)
    .absorbIntegers('seat', [seat]);
}
