// Shapes of values: what a body, entry or record may look like, field by field. A shape takes a decoded
// value and returns what it means, or refuses.
import { need, refuse } from './errors.mjs';
import { decodeElement, decodeScalar } from './group.mjs';
import { decode } from './msgpack.mjs';

export const uint = (below) => (value) => {
  need(Number.isInteger(value) && value >= 0 && value < below, 'encoding', `no number below ${below}`);
  return value;
};

/** A byte string of `length` bytes, or, with `orEmpty`, of none. */
export const bin = (length, { orEmpty = false } = {}) => (value) => {
  const fits = value instanceof Uint8Array && (value.length === length || (orEmpty && value.length === 0));
  need(fits, 'encoding', `no byte string of ${length} bytes`);
  return value;
};

export const binUpTo = (most) => (value) => {
  need(value instanceof Uint8Array && value.length <= most, 'encoding', `no byte string up to ${most} bytes`);
  return value;
};

/** Text of `least` to `most` characters (code points). */
export const str = (least, most) => (value) => {
  const fits = typeof value === 'string' && [...value].length >= least && [...value].length <= most;
  need(fits, 'encoding', `no text of ${least} to ${most} characters`);
  return value;
};

export const oneOf = (...choices) => (value) => {
  need(choices.includes(value), 'encoding', `not one of ${choices.join(', ')}`);
  return value;
};

export const bool = (value) => {
  need(typeof value === 'boolean', 'encoding', 'neither true nor false');
  return value;
};

export const list = (item, most = 32) => (value) => {
  need(Array.isArray(value) && value.length <= most, 'encoding', `no array of up to ${most}`);
  return value.map(item);
};

export const nilOr = (shape) => (value) => (value === null ? null : shape(value));

/** A record: an array of its fields in the stated order, without names (§2). */
export const record = (fields) => (value) => {
  const names = Object.keys(fields);
  need(Array.isArray(value) && value.length === names.length, 'encoding', `no array of ${names.length} fields`);
  return Object.fromEntries(names.map((name, i) => [name, fields[name](value[i])]));
};

export const element = (value) => decodeElement(bin(32)(value));
export const scalar = (value) => decodeScalar(bin(32)(value));
export const ciphertext = record({ a: element, b: element });
export const anything = (value) => value;

/** The one decoding of a byte string that holds a value of this shape. */
export function read(shape, bytes) {
  return shape(decode(bytes));
}

export function map(value) {
  return value instanceof Map ? value : refuse('encoding', 'no map');
}
