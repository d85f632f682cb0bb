// Log files: records, entries and ballots, and the verdict on a whole one (§13).
import { crc32 } from 'node:zlib';
import { ballotShape, isBallotOf, verifyBallot } from './absence.mjs';
import { hex } from './bytes.mjs';
import { Refusal, UnknownVersion, Waits, refuse } from './errors.mjs';
import { decodeEntry, isEntryOf } from './entries.mjs';
import { Game } from './game.mjs';
import { decode } from './msgpack.mjs';
import { bin, binUpTo, oneOf, read, record, uint } from './shapes.mjs';

const MAX_RECORD = 131072;
const MAX_FILE = 64 * 2 ** 20;
const HEAD = 8; // length and its CRC

const header = record({ format: oneOf('belote-net log'), version: oneOf(1) });
const arrival = uint(2 ** 53);
const raw = binUpTo(65536); // what a node takes from a link is a quarter of it (§8.2)
const signature = bin(64);
const RECORDS = {
  1: record({ type: oneOf(1), arrival, raw, signature }),
  2: record({ type: oneOf(2), arrival, ballot: ballotShape, signature }),
  3: record({ type: oneOf(3), raw, signature }), // an entry beside the chains: it changes no verdict
};

/** The payloads of the records, the length of the torn tail, and what is damaged: `{payloads, torn, damage}`. */
function splitRecords(file) {
  const payloads = [];
  let offset = 0;
  const done = (damage = null, torn = 0) => ({ payloads, torn, damage });
  if (file.length > MAX_FILE) return done('a file too large');
  while (offset < file.length) {
    const left = file.subarray(offset);
    if (left.every((byte) => byte === 0) || left.length < HEAD) return done(null, left.length);
    const length = left.readUInt32BE(0);
    if (crc32(left.subarray(0, 4)) !== left.readUInt32BE(4)) return done('a length that was changed');
    if (length > MAX_RECORD) return done('a record too large');
    if (left.length < HEAD + length) return done(null, left.length);
    payloads.push(new Uint8Array(left.subarray(HEAD, HEAD + length)));
    offset += HEAD + length;
  }
  return done();
}

/** The verdict on a log: finished, unfinished, refused, or null where it cannot be judged. */
export function verifyLog(file) {
  const { payloads, torn, damage } = splitRecords(file);
  try {
    read(header, payloads[0] ?? new Uint8Array(0));
    return { ...judgeRecords(payloads.slice(1), damage), torn_bytes: damage ? 0 : torn };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UnknownVersion)) throw error;
    return { verdict: null, reason: damage ?? error.message };
  }
}

function judgeRecords(payloads, damage) {
  const { entries, ballots, broken } = readRecords(payloads);
  const game = new Game();
  let records = 0;
  let refusal = null;
  for (const entry of entries) {
    refusal = refusalOf(game, entry);
    if (refusal) break;
    records += 1;
  }
  const reason = broken ?? damage ?? (records === 0 ? 'a log without a first entry' : null);
  if (!refusal && reason) refusal = { fault: 'forged', chain: null, place: null, seat: null, culprit: null, reason };
  const verdict = refusal ? 'refused' : game.isOver ? 'finished' : 'unfinished';
  const { id, seatAt, scores, winner, signed: signatures } = game;
  return {
    verdict, records, game: id && hex(id), scores: seatAt.length ? scores : null, winner, signed: signatures,
    foreign: ballots.filter((ballot) => !isBallotBy(game, ballot)).length,
    ...(refusal && { refusal: { record: records + 1, ...refusal } }),
  };
}

/** The entries and ballots of the records, up to the first that is not the one encoding of a record. */
function readRecords(payloads) {
  const entries = [];
  const ballots = [];
  for (const [index, payload] of payloads.entries()) {
    try {
      const value = decode(payload);
      const found = (RECORDS[value?.[0]] ?? refuse('encoding', 'no record'))(value);
      if (found.type === 2) ballots.push(found);
      else if (found.type === 1) entries.push({ ...found, entry: decodeEntry(found.raw) });
      else decodeEntry(found.raw);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { entries, ballots, broken: `record ${index + 1}: ${error.message}` };
    }
  }
  return { entries, ballots, broken: null };
}

/** What is wrong with an entry that comes next, or null. */
function refusalOf(game, found) {
  const { entry, signature } = found;
  try {
    game.accept(entry, signature);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Waits)) throw error;
    const { chain, seq: place, seat } = entry;
    const { culprit = null, layer, message: reason } = error;
    return { fault: faultOf(game, error, found), chain, place, seat, culprit, layer, reason };
  }
}

/** Whether anybody who had the voter's seat has signed this ballot; it moves no chain. */
function isBallotBy(game, { ballot, signature }) {
  try {
    verifyBallot(ballot);
  } catch {
    return false; // it says nothing that a ballot can say
  }
  const signers = game.everybody[ballot.voter] ?? [];
  return signers.some(({ identity }) => isBallotOf(identity, ballot, signature));
}

/** docs/verify.md: forged and gap prove nothing against anybody, broken and equivocation name a culprit. */
function faultOf(game, error, { entry, signature }) {
  if (error.layer === 'equivocation') return 'equivocation';
  if (error.culprit !== undefined) return 'broken';
  const signers = game.everybody[entry.seat] ?? [];
  return signers.some(({ identity }) => isEntryOf(identity, entry, signature)) ? 'gap' : 'forged';
}
