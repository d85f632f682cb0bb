// protocol/vectors/games: entries, ballots and whole games ("Test vectors").
import { fromHex, hex } from './bytes.mjs';
import { ballotShape, isBallotOf, verifyBallot } from './absence.mjs';
import { nameOf } from './cards.mjs';
import { Refusal, need } from './errors.mjs';
import { decodeEntry, isEntryOf } from './entries.mjs';
import { Game } from './game.mjs';
import { read } from './shapes.mjs';
import { fingerprint } from './names.mjs';

const same = (actual, expected, what) =>
  need(JSON.stringify(actual) === JSON.stringify(expected), 'vector', `${what}: ${JSON.stringify(actual)}`);

function play(game, entries) {
  for (const [raw, signature] of entries) game.accept(decodeEntry(fromHex(raw)), fromHex(signature));
}

/** Check one vector; `base` are the entries of game.json. */
export function verifyGameVector(vector, base) {
  if (vector.words) return verifyWords(vector);
  if (vector.raw) return vector.kind ? verifyEntry(vector) : verifyBallotVector(vector);
  const game = new Game();
  if (vector.entries) return verifyWhole(game, vector);
  play(game, base.slice(0, vector.after));
  play(game, vector.then ?? []);
  if (!vector.entry) return same(game.free, vector.absent, 'the free seat');
  try {
    return play(game, [vector.entry]);
  } catch (error) {
    if (error instanceof Refusal) same(error.culprit ?? null, vector.culprit, 'culprit');
    throw error;
  }
}

function verifyWhole(game, { entries, game: id, tricks, scores, digest, ...rest }) {
  play(game, entries);
  same(hex(game.id), id, 'game');
  same(game.deals[0].tricks.map((trick) => trick.map(([, card]) => nameOf(card))), tricks, 'tricks');
  same(game.scores, scores, 'scores');
  same(hex(game.digest()), digest, 'digest');
  if (rest.seat_by_place) same([game.seatAt, game.firstDealer], [rest.seat_by_place, rest.first_dealer], 'seats');
  if (rest.opened) {
    const cards = game.deals[0].open.cards.sort((a, b) => a - b);
    same([game.free, cards.map(nameOf)], [rest.absent, rest.opened], 'open hand');
  }
  need(game.isOver, 'vector', 'the game is not over');
}

function verifyEntry({ raw, identity, signature, body, head, ...fields }) {
  const entry = decodeEntry(fromHex(raw));
  const found = { ...entry, game: hex(entry.game), prev: hex(entry.prev) };
  for (const name of ['game', 'chain', 'seq', 'prev', 'seat', 'kind']) same(found[name], fields[name], name);
  same([hex(entry.body), hex(entry.head)], [body, head], 'body and head');
  need(isEntryOf(fromHex(identity), entry, fromHex(signature)), 'signature', 'not signed by its seat');
  same(hex(fingerprint(fromHex(identity))), fields.fingerprint, 'fingerprint');
}

function verifyBallotVector({ raw, identity, signature, expect, what, ...fields }) {
  const ballot = read(ballotShape, fromHex(raw));
  verifyBallot(ballot);
  if (fields.place) {
    const { chain, seq, prev, seat } = ballot.place;
    same([chain, seq, hex(prev), seat], fields.place, 'place');
    const found = [hex(ballot.game), ballot.voter, ballot.stance, hex(ballot.entry), ballot.reason];
    same(found, [fields.game, fields.voter, fields.stance, fields.entry, fields.reason], 'ballot');
  }
  need(isBallotOf(fromHex(identity), ballot, fromHex(signature)), 'proof', 'not signed by its voter');
}

function verifyWords({ words, fingerprint: bytes, fingerprint_words: spoken, codes }) {
  same([...words].sort(), words, 'order');
  same(new Set(words).size, 256, 'words');
  same([...fromHex(bytes)].map((byte) => words[byte]), spoken, 'fingerprint');
  for (const [typed, code] of Object.entries(codes)) {
    const [digit, ...parts] = typed.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').trim().split(/[\s-]+/);
    const full = parts.map((part) => words.find((word) => part.length >= 4 && word.startsWith(part)));
    same([digit, ...full].join('-'), code, typed);
  }
}
