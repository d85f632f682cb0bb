// What was computed is kept for a while: several files of one game, or one that was damaged in many ways, cost
// little more than one. Only pure results of public bytes are kept, and never more than a bounded number.
import { sha256 } from './bytes.mjs';

const LIMIT = 20000;

export class Memo {
  #kept = new Map();

  /** The result of `make` for these bytes; what it throws is not kept. */
  of(parts, make) {
    const name = Buffer.from(sha256(...parts)).toString('latin1');
    if (this.#kept.has(name)) return this.#kept.get(name);
    const made = make();
    if (this.#kept.size >= LIMIT) this.#kept.clear();
    this.#kept.set(name, made);
    return made;
  }
}
