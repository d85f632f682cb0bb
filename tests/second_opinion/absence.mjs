// Ballots and the absence of a seat (§15.1, §15.3; §10 for a seat that spoiled a deck).
import { equal } from './bytes.mjs';
import { decodeEntry, isEntryOf, isSignedBy, judge, wait } from './entries.mjs';
import { Refusal, need } from './errors.mjs';
import { encode } from './msgpack.mjs';
import { bin, binUpTo, list, oneOf, record, str, uint } from './shapes.mjs';

const LAST_PLACE = 12; // of an `expose`, if the last seat complains in place of its shuffle

const place = record({ chain: str(1, 24), seq: uint(2 ** 32), prev: bin(32), seat: uint(8) });
const word = { stance: oneOf('absent', 'refused', 'seen'), entry: bin(32, { orEmpty: true }), reason: str(0, 200) };
const vote = (value) => {
  const read = record({ ...word, signature: bin(64) })(value);
  verifyStance(read);
  return read;
};
const copy = record({ raw: binUpTo(16384), signature: bin(64) });

export const absenceShape = record({ place, votes: list(vote, 8), refused: list(copy, 2) });

export const ballotShape = record({ game: bin(32), place, voter: uint(8), ...word });

/** What a ballot says has to be something that a ballot can say (§15.1). */
export function verifyBallot(ballot) {
  need(ballot.voter !== ballot.place.seat, 'encoding', 'a ballot about its voter');
  verifyStance(ballot);
}

function verifyStance({ stance, entry, reason }) {
  need(stance === 'absent' ? entry.length === 0 : entry.length === 32, 'encoding', 'an entry that does not fit');
  need(stance === 'refused' || reason === '', 'encoding', 'a reason without an objection');
}

/** Whether this key has signed this ballot, and it says something. */
export function isBallotOf(identity, ballot, signature) {
  const { game, place: { chain, seq, prev, seat }, voter, stance, entry, reason } = ballot;
  const raw = encode([game, [chain, seq, prev, seat], voter, stance, entry, reason]);
  return isSignedBy(identity, 'belote-net/v1/ballot', raw, signature);
}

const samePlace = (left, right) => left.chain === right.chain && left.seq === right.seq
  && equal(left.prev, right.prev) && left.seat === right.seat;

/** The seat that an `absence` is about, in the place of what is `due` on the chain `table`; `entry` is itself. */
export function verifyAbsence(game, due, { place: about, votes, refused }, entry) {
  const isDeck = about.chain !== 'table';
  if (!isDeck) {
    const here = { chain: 'table', seq: entry.seq, prev: entry.prev, seat: due.seat };
    need(samePlace(about, here), 'proof', 'about another place than this one');
  } else {
    need(due.duties.deal, 'proof', 'about a deck while no deal waits for it');
  }
  const next = (due.seat + 1) % 4;
  if (votes.length === 0) { // what a deck's chain itself proves needs no votes (§10)
    need(isDeck && refused.length === 0, 'proof', 'no vote against the seat');
    verifyCulprit(deckOf(game, about), about);
    verifySpeaker(entry, about.seat === due.seat ? next : due.seat);
    return about.seat;
  }
  verifySpeaker(entry, about.seat === next ? (next + 1) % 4 : next);
  verifyVotes(game, about, votes);
  const entries = refused.map((one) => ({ ...decodeEntry(one.raw), signature: one.signature }));
  const stood = isDeck ? deckPlace(deckOf(game, about), about) : due;
  verifyRefused(game, stood, about, entries);
  verifyObjections(votes, entries);
  return about.seat;
}

function verifySpeaker({ seat }, speaker) {
  need(seat === speaker, 'proof', 'told by another seat than the one that has to');
}

function deckOf(game, { chain }) {
  const deck = game.openDeck(game.nextDeck);
  need(chain === deck.name, 'proof', 'about another deck than the next one');
  return deck;
}

/** §10: a seat that has spoiled the deck, which ends just before this place. */
function verifyCulprit({ chain, verdict }, { seq, prev, seat }) {
  const last = chain.entries[seq - 1];
  if (!last || !equal(last.head, prev)) wait('the end of the deck is not here');
  need(last.kind === 'expose' && seat === verdict.culprit, 'proof', 'not about who spoiled the deck');
}

/** What was due at that place of the deck's chain, wherever it has gone on from there. */
function deckPlace({ chain }, { seq, prev, seat }) {
  need(seq <= LAST_PLACE, 'proof', 'no place in the preparation of a deck');
  if (seq > chain.entries.length || !equal(prev, chain.prevOf(seq))) wait('its place is not here');
  const stood = chain.dues[seq];
  need(stood && !stood.duties.reveal && stood.seat === seat, 'proof', 'another seat was due there');
  return stood;
}

function verifyVotes(game, about, votes) {
  const voters = [0, 1, 2, 3].filter((seat) => seat !== about.seat);
  need(votes.length === voters.length, 'proof', 'not one vote of each other seat');
  votes.forEach(({ signature, ...said }, i) => {
    need(said.stance !== 'seen', 'proof', 'a vote that is not against the seat');
    const ballot = { game: game.id, place: about, voter: voters[i], ...said };
    const { identity } = game.members[voters[i]];
    need(isBallotOf(identity, ballot, signature), 'proof', 'a vote that its voter did not sign');
  });
}

/** The entries that are shown stand there, and are wrong there, or two. */
function verifyRefused(game, stood, about, entries) {
  const { identity } = game.members[about.seat];
  for (const entry of entries) {
    need(equal(entry.game, game.id) && samePlace(entry, about), 'proof', 'an entry that does not stand there');
    need(isEntryOf(identity, entry, entry.signature), 'signature', 'an entry of somebody else');
  }
  const [one, other] = entries;
  if (other) need(Buffer.compare(one.head, other.head) < 0, 'proof', 'entries equal or out of order');
  else if (one) need(isWrong(stood, one), 'proof', 'the entry is right');
}

function verifyObjections(votes, entries) {
  const objections = votes.filter(({ stance }) => stance === 'refused');
  need((objections.length > 0) === (entries.length > 0), 'proof', 'objections and entries do not go together');
  const isNamed = entries.length !== 1 || objections.every(({ entry }) => equal(entry, entries[0].head));
  need(isNamed, 'proof', 'not the entry that is objected to');
}

function isWrong(due, entry) {
  try {
    judge(due, entry);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error; // it cites what is not here: so does this absence
  }
}
