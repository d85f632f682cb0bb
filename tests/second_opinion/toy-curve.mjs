// Instead of the curve, the integers modulo L: fast, and no secret at all. For tests of everything but the
// group, as in tests/protocol/toy_group.py; chosen by `node --conditions=toy`, never by the verifier itself.
// O and G keep their encodings, every other element is its own logarithm.
import { equal, littleEndian, modulo, toLittleEndian } from './bytes.mjs';
import { G as REAL_G, O as REAL_O, ORDER } from './curve.mjs';

const G_BYTES = REAL_G.toBytes();
const O_BYTES = REAL_O.toBytes();

class ToyPoint {
  constructor(logarithm) {
    this.logarithm = modulo(logarithm, ORDER);
  }

  add = (other) => new ToyPoint(this.logarithm + other.logarithm);
  subtract = (other) => new ToyPoint(this.logarithm - other.logarithm);
  negate = () => new ToyPoint(-this.logarithm);
  equals = (other) => this.logarithm === other.logarithm;
  is0 = () => this.logarithm === 0n;

  toBytes() {
    if (this.logarithm > 1n) return toLittleEndian(this.logarithm);
    return this.logarithm === 0n ? O_BYTES : G_BYTES;
  }
}

export { ORDER };
export const G = new ToyPoint(1n);
export const O = new ToyPoint(0n);

export function decodePoint(bytes) {
  if (equal(bytes, G_BYTES)) return G;
  const value = littleEndian(bytes);
  return value > 1n && value < ORDER ? new ToyPoint(value) : null;
}

export const combinePoints = (pairs) =>
  new ToyPoint(pairs.reduce((sum, [scalar, point]) => sum + scalar * point.logarithm, 0n));

export const pointOfUniform = (uniform) => new ToyPoint(littleEndian(uniform));
