// Names of players (§9.1), and the words by which people know a key (§8.1).
import { scryptSync } from 'node:crypto';

const UNSHOWN = new RegExp(
  '[\\u{0}-\\u{1f}\\u{7f}-\\u{a0}\\u{ad}\\u{600}-\\u{605}\\u{61c}\\u{6dd}\\u{70f}\\u{890}\\u{891}\\u{8e2}\\u{1680}\\u{180e}'
  + '\\u{2000}-\\u{200f}\\u{2028}-\\u{202f}\\u{205f}-\\u{206f}\\u{3000}\\u{d800}-\\u{f8ff}\\u{fdd0}-\\u{fdef}'
  + '\\u{fe00}-\\u{fe0f}\\u{feff}\\u{fff0}-\\u{fffb}\\u{fffe}\\u{ffff}\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}'
  + '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{10ffff}]', 'u');

/** Nothing that a screen cannot show, and no space at an end. */
export const isPrintable = (name) => !/^ | $/.test(name) && !UNSHOWN.test(name);

/** One name may not stand there in capitals as well. */
export const fold = (name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The four bytes by which people know a key (§8.1). */
export function fingerprint(identity) {
  const salt = 'belote-net/v1/fingerprint';
  return scryptSync(identity, salt, 4, { N: 2 ** 14, r: 8, p: 1 });
}
