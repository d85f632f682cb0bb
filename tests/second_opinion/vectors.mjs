// protocol/vectors: every case, accepted or refused at the layer that it names ("Test vectors").
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equal, fromHex, hex, littleEndian } from './bytes.mjs';
import { Deck, isRemade } from './deck.mjs';
import { decodeEntry, isEntryOf } from './entries.mjs';
import { Refusal, need } from './errors.mjs';
import { escrowShares, makeEscrow, openShare, receivingKey, sameEscrow, verifyEscrow, verifyPartials,
  verifyReceivingKey, verifyReceivingKeys } from './escrow.mjs';
import { verifyGameVector } from './game-vectors.mjs';
import { G, O, ORDER, cardOf, decodeElement, decodeScalar, encodeElement, encodeScalar, firstDeck,
  hashToGroup, mod, sumOf, times } from './group.mjs';
import { Hand, holdingProof } from './hand.mjs';
import { equalityProof, jointKey, knowledgeProof, shuffleProof, verifyEquality, verifyKnowledge,
  verifyShuffle } from './proofs.mjs';
import { coinIndex, coinOf, coinPermutation, randomizer, secretKey, shufflePermutation,
  verifyOpening } from './seeds.mjs';
import { ciphertext, list, nilOr, read } from './shapes.mjs';
import { Transcript, labelledHash } from './transcript.mjs';

const same = (actual, expected, what) => need(actual === expected, 'vector', `${what}: ${actual}, not ${expected}`);
const sameList = (actual, expected, what) => same(JSON.stringify(sorted(actual)), JSON.stringify(sorted(expected)), what);
const sorted = (value) => (Array.isArray(value) ? value : Object.entries(value).sort());
const elements = (texts) => texts.map((value) => decodeElement(fromHex(value)));
const ciphertexts = (value) => read(list(ciphertext), fromHex(value));
const contextOf = ({ context }) => new Transcript().absorb('context', Buffer.from(context));

/** [[name, expected, outcome], …] of all vectors below this folder. */
export function runVectors(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json')).sort();
  const found = names.flatMap((name) => runFile(name, JSON.parse(readFileSync(join(folder, name)))));
  const games = join(folder, 'games');
  if (!existsSync(games)) return found;
  const game = (name) => JSON.parse(readFileSync(join(games, name)));
  const files = readdirSync(games).sort().map((name) => [name, game(name)]);
  const base = game('game.json').entries;
  return [...found, ...files.flatMap(([name, vector]) => runGameFile(`games/${name}`, vector, base))];
}

function runFile(name, vector) {
  const check = CHECKS[vector.kind];
  if (!vector.cases) return [[name, vector.expect, outcome(() => check(vector))]];
  return Object.entries(vector.cases).map(([key, { bytes, expect }]) =>
    [`${name} ${key}`, expect, outcome(() => check(fromHex(bytes)))]);
}

function runGameFile(name, vector, base) {
  if (!Array.isArray(vector.cases)) return [[name, vector.expect, outcome(() => verifyGameVector(vector, base))]];
  return vector.cases.map((one) => [`${name} ${one.what}`, one.expect,
    outcome(() => verifyGameVector({ ...one, identity: vector.identity }, base))]);
}

/** `success`, the layer that refused, or what went wrong instead. */
function outcome(check) {
  try {
    check();
    return 'success';
  } catch (error) {
    if (error instanceof Refusal && error.layer !== 'vector') return error.layer;
    return `error: ${error.message}`;
  }
}

/** A refusal names the seat that the vector names. */
function blaming(culprit, check) {
  try {
    check();
  } catch (error) {
    if (error instanceof Refusal && error.culprit !== undefined) same(error.culprit, culprit, 'culprit');
    throw error;
  }
}

function handOf({ hand }) {
  return new Hand({
    key: decodeElement(fromHex(hand.public_key)), ciphertexts: ciphertexts(hand.ciphertexts),
    opened: hand.opened, known: hand.known, absent: hand.absent, inClear: hand.in_clear,
  });
}

function checkHolding(vector, claimOf) {
  const hand = handOf(vector);
  const proof = read(nilOr(holdingProof), fromHex(vector.proof || 'c0'));
  const claim = claimOf(hand);
  if (vector.statement) {
    const { mode, rest, known, span } = claim.statement;
    sameList({ mode, rest, known, span }, vector.statement, 'statement');
  }
  hand.verify(contextOf(vector), claim, proof);
}

const CHECKS = {
  element: decodeElement,
  scalar: decodeScalar,
  receiving_key: verifyReceivingKey,
  wire: (bytes) => read(knowledgeProof, bytes),

  constants({ order, generator, identity, hash_to_group: hashes }) {
    same(littleEndian(fromHex(order)), ORDER, 'order');
    same(hex(encodeElement(G)), generator, 'generator');
    same(hex(encodeElement(O)), identity, 'identity');
    for (const [label, expected] of Object.entries(hashes)) {
      same(hex(encodeElement(hashToGroup(label))), expected, label);
    }
  },

  wide: ({ uniform, scalar }) => same(hex(encodeScalar(mod(littleEndian(fromHex(uniform))))), scalar, 'scalar'),
  hash: ({ label, parts, hash }) => same(hex(labelledHash(label, ...parts.map(fromHex))), hash, 'hash'),

  transcript({ frames, challenges }) {
    const transcript = new Transcript();
    for (const [label, data] of frames) transcript.absorb(label, fromHex(data));
    for (const [label, drawn] of challenges) same(hex(encodeScalar(transcript.challenge(label))), drawn, label);
  },

  seed({ seed, key, shuffle_kind: kind, prev, salt, permutation, randomizers }) {
    const bytes = fromHex(seed);
    const context = [kind, fromHex(prev), fromHex(salt)];
    same(hex(encodeScalar(secretKey(bytes))), key, 'key');
    sameList(shufflePermutation(bytes, context, permutation.length), permutation, 'permutation');
    sameList(randomizers.map((_, j) => hex(encodeScalar(randomizer(bytes, context, j)))), randomizers, 'randomizers');
  },

  coin(vector) {
    const coin = coinOf(fromHex(vector.context), vector.openings.map(fromHex));
    same(hex(coin), vector.coin, 'coin');
    same(coinIndex(coin, vector.index_label, 4), vector.index_below_4, 'index');
    sameList(coinPermutation(coin, vector.permutation_label, 8), vector.permutation_of_8, 'permutation');
  },

  commitment({ label, game, chain, seat, commitment, opening }) {
    verifyOpening({ label, game: fromHex(game), chain, seat }, fromHex(commitment), fromHex(opening));
  },

  keys({ keys, joint, culprit }) {
    blaming(culprit, () => {
      const sum = jointKey(elements(keys));
      same(hex(encodeElement(sum)), joint, 'joint key');
    });
  },

  receiving_keys: ({ keys, culprit }) => blaming(culprit, () => verifyReceivingKeys(keys.map(fromHex))),

  knowledge(vector) {
    const [key] = elements([vector.public_key]);
    verifyKnowledge(contextOf(vector), key, read(knowledgeProof, fromHex(vector.proof)));
  },

  shares(vector) {
    const [key] = elements([vector.public_key]);
    const bases = ciphertexts(vector.ciphertexts).map(({ a }) => a);
    const proof = read(equalityProof, fromHex(vector.proof));
    verifyEquality(contextOf(vector), key, bases, elements(vector.shares), proof);
  },

  shuffle(vector) {
    const [key] = elements([vector.public_key]);
    const first = vector.inputs.match(/^initial deck of (\d+)$/);
    const inputs = first ? firstDeck(Number(first[1])) : ciphertexts(vector.inputs);
    const outputs = ciphertexts(vector.outputs);
    verifyShuffle(contextOf(vector), key, inputs, outputs, read(shuffleProof, fromHex(vector.proof)));
    if (!vector.seed) return;
    const made = { inputs, deck: outputs, prev: fromHex(vector.prev), salt: fromHex(vector.salt) };
    need(isRemade('shuffle', fromHex(vector.seed), key, made), 'vector', 'the seed makes another shuffle');
  },

  deal({ seeds, keys, joint, deck, personal, cards }) {
    const secrets = seeds.map((seed) => secretKey(fromHex(seed)));
    sameList(secrets.map((x) => hex(encodeElement(times(x, G)))), keys, 'keys');
    same(hex(encodeElement(jointKey(elements(keys)))), joint, 'joint key');
    const dealt = ciphertexts(deck);
    cards.forEach((hand, seat) => {
      const mine = ciphertexts(personal[seat]);
      const others = mod(secrets.reduce((sum, x) => sum + x) - secrets[seat]);
      for (const { a, b } of mine) {
        const pair = dealt.find((other) => other.a.equals(a));
        need(pair && pair.b.subtract(times(others, a)).equals(b), 'vector', 'not of this deck');
      }
      const plain = mine.map(({ a, b }) => cardOf(b.subtract(times(secrets[seat], a))));
      sameList(plain, hand, 'hand');
    });
  },

  play(vector) {
    checkHolding(vector, (hand) => hand.play({
      position: vector.position, card: vector.card, forbidden: new Set(vector.forbidden),
      announced: new Set(vector.announced), located: new Set(vector.located),
    }));
  },

  show(vector) {
    checkHolding(vector, (hand) => hand.show({ cards: vector.cards, located: new Set(vector.located) }));
  },

  escrow(vector) {
    const keys = vector.receiving_keys.map(fromHex);
    const [key] = elements([vector.public_key]);
    const escrow = read(escrowShares, fromHex(vector.escrow));
    const place = { game: fromHex(vector.game), chain: vector.chain };
    verifyEscrow(keys.length, key, escrow);
    const mine = escrow[vector.receiver - (vector.receiver > vector.sender ? 1 : 0)];
    const share = openShare(place, vector.sender, vector.receiver, fromHex(vector.seed), keys, mine);
    if (vector.share) same(hex(encodeScalar(share)), vector.share, 'share');
    if (!vector.sender_seed) return;
    const seed = fromHex(vector.sender_seed);
    need(equal(receivingKey(seed), keys[vector.sender]), 'vector', 'another receiving key');
    need(sameEscrow(makeEscrow(place, vector.sender, seed, keys), escrow), 'vector', 'another escrow');
  },

  partials(vector) {
    const commitments = elements(vector.commitments);
    const pairs = ciphertexts(vector.ciphertexts);
    need(commitments.length === vector.seats - 1, 'proof', 'not a proof from every receiver');
    vector.partials.forEach((partials, i) => {
      const proof = read(equalityProof, fromHex(vector.proofs[i]));
      verifyPartials(contextOf(vector), commitments[i], pairs, elements(partials), proof);
    });
    const joined = pairs.map((_, q) => sumOf(vector.partials.map((partials) => elements(partials)[q])));
    sameList(joined.map((point) => hex(encodeElement(point))), vector.joined, 'joined');
  },

  /** Entries of one chain, the last of which may have to be refused. */
  deck_chain(vector) {
    const deck = new Deck({
      game: fromHex(vector.game), number: vector.deck, firstPrev: fromHex(vector.first_prev), size: vector.size,
      hasEscrow: true, reveals: false,
    });
    blaming(vector.culprit, () => vector.entries.forEach(([raw, signature]) => {
      const entry = decodeEntry(fromHex(raw));
      const identity = fromHex(vector.identities[entry.seat]);
      need(isEntryOf(identity, entry, fromHex(signature)), 'signature', 'not signed by its seat');
      deck.chain.accept(entry);
    }));
    const found = deck.verdict ?? { outcome: deck.isComplete && 'complete', culprit: null };
    sameList(found, { culprit: vector.culprit, outcome: vector.outcome }, 'outcome');
  },
};
