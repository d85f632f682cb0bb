// A second verifier of belote-net's games, written from docs/protocol.md and docs/rules.md.
//
//   node main.mjs vectors FOLDER [--json]    every vector is accepted, or refused at the layer it names
//   node main.mjs verify FILE… [--json]      the verdict on log files: finished, unfinished or refused
//
// Exit codes: 0 all is right, 1 something is not, 2 wrong usage.
import { readFileSync } from 'node:fs';
import { verifyLog } from './log.mjs';
import { runVectors } from './vectors.mjs';

const print = (value) => process.stdout.write(`${value}\n`);

function vectors(folder, isJson) {
  const found = runVectors(folder).map(([name, expected, outcome]) => ({ name, expected, outcome }));
  const wrong = found.filter(({ expected, outcome }) => expected !== outcome);
  if (isJson) print(JSON.stringify(found));
  else {
    for (const { name, expected, outcome } of wrong) print(`${name}: expected ${expected}, got ${outcome}`);
    print(`${found.length - wrong.length} of ${found.length} vectors agree`);
  }
  return wrong.length === 0 && found.length > 0 ? 0 : 1;
}

function verify(files, isJson) {
  const verdicts = files.map((file) => ({ file, ...verifyLog(readFileSync(file)) }));
  if (isJson) print(JSON.stringify(verdicts));
  else for (const verdict of verdicts) print(inWords(verdict));
  return verdicts.every(({ verdict }) => verdict === 'finished' || verdict === 'unfinished') ? 0 : 1;
}

function inWords({ file, verdict, reason, records, scores, refusal }) {
  if (verdict === null) return `${file}: no verdict: ${reason}`;
  const score = `${records} entries, ${scores ? scores.join(' to ') : 'no score'}`;
  if (!refusal) return `${file}: ${verdict}, ${score}`;
  const seat = refusal.culprit === null ? 'nobody is proven to be at fault' : `by seat ${refusal.culprit}`;
  return `${file}: refused at record ${refusal.record}, ${seat}: ${refusal.fault}, ${refusal.reason}`;
}

const [command, ...rest] = process.argv.slice(2);
const names = rest.filter((name) => name !== '--json');
const isJson = rest.includes('--json');
if (command === 'vectors' && names.length === 1) process.exitCode = vectors(names[0], isJson);
else if (command === 'verify' && names.length > 0) process.exitCode = verify(names, isJson);
else {
  process.stderr.write('usage: main.mjs vectors FOLDER [--json] | verify FILE… [--json]\n');
  process.exitCode = 2;
}
