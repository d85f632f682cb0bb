// edwards25519 (§3): decoding, sums of multiples, and the map from uniform bytes.
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { equal, littleEndian, modulo, toLittleEndian } from './bytes.mjs';

const { Point } = ed25519;
export const { n: ORDER, p: PRIME } = Point.CURVE();
export const G = Point.BASE;
export const O = Point.ZERO;

const MONTGOMERY_A = 486662n;

/** The point of the prime-order subgroup other than O that these 32 bytes encode; null if they do not. */
export function decodePoint(bytes) {
  let point;
  try {
    point = Point.fromBytes(bytes, false); // false: as RFC 8032 says, and not ZIP 215
  } catch {
    return null;
  }
  return equal(point.toBytes(), bytes) && point.isTorsionFree() && !point.is0() ? point : null;
}

/** Σ scalar·point, the scalars between 1 and L − 1. */
export function combinePoints(pairs) {
  return mulAddUnsafe(Point, pairs.map(([, point]) => point), pairs.map(([scalar]) => scalar));
}

/** The point that 32 uniform bytes stand for: Elligator 2, the sign of x from bit 255, times the cofactor. */
export function pointOfUniform(uniform) {
  const sign = uniform[31] & 0x80;
  const low = Uint8Array.from(uniform);
  low[31] &= 0x7f;
  const encoded = toLittleEndian(edwardsY(elligator2(modulo(littleEndian(low), PRIME))));
  encoded[31] |= sign;
  return Point.fromBytes(encoded, false).clearCofactor();
}

/** u of curve25519: −A/(1 + 2r²), or −A less that where it is on the twist. */
function elligator2(r) {
  const u = modulo(-MONTGOMERY_A * invert(1n + 2n * r * r), PRIME);
  const square = modulo(u * u * u + MONTGOMERY_A * u * u + u, PRIME);
  const isOnCurve = square === 0n || power(square, (PRIME - 1n) / 2n) === 1n;
  return isOnCurve ? u : modulo(-u - MONTGOMERY_A, PRIME);
}

const edwardsY = (u) => modulo((u - 1n) * invert(u + 1n), PRIME);
const invert = (value) => power(modulo(value, PRIME), PRIME - 2n);

function power(base, exponent) {
  let result = 1n;
  for (let b = base, e = exponent; e > 0n; e >>= 1n, b = (b * b) % PRIME) {
    if (e & 1n) result = (result * b) % PRIME;
  }
  return result;
}
