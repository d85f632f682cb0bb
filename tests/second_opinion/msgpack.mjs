// Values on the wire: msgpack, of which every value has exactly one encoding (§2).
import { concat, equal, text } from './bytes.mjs';
import { need, refuse } from './errors.mjs';
import { Memo } from './memo.mjs';

const MAX_DEPTH = 16; // no value of the protocol is half as deep

const values = new Memo();

/** The value that `bytes` encode. Refuses whatever does not give the same bytes when encoded again. */
export const decode = (bytes) => values.of([bytes], () => decodeNew(bytes));

function decodeNew(bytes) {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  need(reader.offset === bytes.length, 'encoding', 'bytes after the value');
  need(equal(encode(value), bytes), 'encoding', 'not the one encoding of its value');
  return value;
}

class Reader {
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.bytes = bytes;
    this.offset = 0;
  }

  take(length) {
    need(this.offset + length <= this.bytes.length, 'encoding', 'the value is cut off');
    this.offset += length;
    return this.bytes.slice(this.offset - length, this.offset);
  }

  uint(size) {
    return Number(this.take(size).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n));
  }

  value(depth) {
    need(depth < MAX_DEPTH, 'encoding', 'nested too deeply');
    const tag = this.uint(1);
    if (tag < 0x80) return tag;
    if (tag < 0x90) return this.map(tag & 0x0f, depth);
    if (tag < 0xa0) return this.array(tag & 0x0f, depth);
    if (tag < 0xc0) return this.string(tag & 0x1f);
    if (tag >= 0xe0) return tag - 0x100;
    switch (tag) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6: return this.take(this.uint(1 << (tag - 0xc4)));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.integer(1 << (tag - 0xcc));
      case 0xd9: case 0xda: case 0xdb: return this.string(this.uint(1 << (tag - 0xd9)));
      case 0xdc: case 0xdd: return this.array(this.uint(2 << (tag - 0xdc)), depth);
      case 0xde: case 0xdf: return this.map(this.uint(2 << (tag - 0xde)), depth);
      default: return refuse('encoding', `type 0x${tag.toString(16)} has no place here`);
    }
  }

  integer(size) {
    const value = this.uint(size);
    need(Number.isSafeInteger(value), 'encoding', 'an integer too large');
    return value;
  }

  string(length) {
    const bytes = this.take(length);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return refuse('encoding', 'text that is not UTF-8');
    }
  }

  array(length, depth) {
    need(length <= this.bytes.length - this.offset, 'encoding', 'the array is cut off');
    return Array.from({ length }, () => this.value(depth + 1));
  }

  map(length, depth) {
    need(length <= this.bytes.length - this.offset, 'encoding', 'the map is cut off');
    const map = new Map();
    for (let i = 0; i < length; i += 1) map.set(this.value(depth + 1), this.value(depth + 1));
    return map;
  }
}

/** The one encoding of null, booleans, integers, text, bytes, arrays and maps. */
export function encode(value) {
  if (value === null) return Uint8Array.of(0xc0);
  if (value === false) return Uint8Array.of(0xc2);
  if (value === true) return Uint8Array.of(0xc3);
  if (typeof value === 'number') return encodeInteger(value);
  if (typeof value === 'string') {
    const bytes = text(value);
    return concat(head(bytes.length, 0xa0, 32, [0xd9, 0xda, 0xdb]), bytes);
  }
  if (value instanceof Uint8Array) {
    return concat(head(value.length, 0, 0, [0xc4, 0xc5, 0xc6]), value);
  }
  if (Array.isArray(value)) {
    return concat(head(value.length, 0x90, 16, [null, 0xdc, 0xdd]), ...value.map(encode));
  }
  const items = [...value].flat().map(encode);
  return concat(head(value.size, 0x80, 16, [null, 0xde, 0xdf]), ...items);
}

/** The shortest head for a length: within the tag below `short`, else in 1, 2 or 4 bytes after it. */
function head(length, tag, short, [one, two, four]) {
  if (length < short) return Uint8Array.of(tag | length);
  if (one !== null && length < 0x100) return Uint8Array.of(one, length);
  if (length < 0x10000) return Uint8Array.of(two, length >> 8, length & 0xff);
  return concat(Uint8Array.of(four), bigEndianOf(length, 4));
}

function encodeInteger(value) {
  if (value < 0) return Uint8Array.of(value & 0xff); // the fields of the protocol have no sign
  if (value < 0x80) return Uint8Array.of(value);
  const size = [1, 2, 4, 8].find((bytes) => value < 2 ** (8 * bytes));
  return concat(Uint8Array.of(0xcc + Math.log2(size)), bigEndianOf(value, size));
}

function bigEndianOf(value, size) {
  return Uint8Array.from({ length: size }, (_, i) => Number((BigInt(value) >> BigInt(8 * (size - 1 - i))) & 0xffn));
}
