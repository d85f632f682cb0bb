// What a verifier says when it refuses, and the layer that says it ("Test vectors").

/** A value, entry or file is refused. `layer`: encoding, signature, chain, rule, proof, equivocation. */
export class Refusal extends Error {
  constructor(layer, reason) {
    super(reason);
    this.layer = layer;
  }
}

/** An entry cites what has not come yet: nobody is at fault, and a log that holds it has a gap (§8.3). */
export class Waits extends Error {}

/** A game of another version of the protocol or the rules: no verdict. */
export class UnknownVersion extends Error {}

export function refuse(layer, reason) {
  throw new Refusal(layer, reason);
}

export function need(condition, layer, reason) {
  if (!condition) refuse(layer, reason);
}
