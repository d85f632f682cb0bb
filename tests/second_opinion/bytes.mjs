// Byte strings and numbers (§2).
import { createHash } from 'node:crypto';

export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const fromHex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
export const text = (value) => new TextEncoder().encode(value);
export const concat = (...parts) => new Uint8Array(Buffer.concat(parts));
export const equal = (a, b) => Buffer.compare(a, b) === 0;
export const sha256 = (...parts) => digest('sha256', parts);
export const sha512 = (...parts) => digest('sha512', parts);

function digest(algorithm, parts) {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Eight bytes, unsigned, big-endian: integers in hashed frames. */
export function uint64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return new Uint8Array(bytes);
}

export const littleEndian = (bytes) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse()) || '0'}`);
export const bigEndian = (bytes) => BigInt(`0x${hex(bytes) || '0'}`);

/** 32 bytes, little-endian: scalars, and coordinates of points. */
export const toLittleEndian = (value) => fromHex(value.toString(16).padStart(64, '0')).reverse();
export const modulo = (value, modulus) => ((value % modulus) + modulus) % modulus;

/** `label || 0x00 || message`: what heads and signatures are made of (§8.2). */
export const labelled = (label, message) => concat(text(label), Uint8Array.of(0), message);
