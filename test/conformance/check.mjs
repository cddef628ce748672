// Replays recordings of a Kubernetes 1.32 server against the built server and compares how many pass, area by area, with
// floor.json: node test/conformance/check.mjs [--raise] [--area NAME]
//   --raise  writes the counts that rose into floor.json
//   --area   replays one area only, and prints where its answers differ
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { readFloor, findFalls, raiseFloor } from './floor.mjs';
import { PROFILES, replayProfile } from './replay-profile.mjs';

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, area: { type: 'string' } } });
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, 'recordings'))) {
  console.log('Replay skipped: no recordings beside the checkout.');
  process.exit(0);
}

const results = {};
for (const profile of PROFILES) {
  results[profile.name] = await replayProfile(profile, { shared, area: values.area });
}

printCounts(results);
if (values.raise) raiseFloor(results);
const falls = findFalls(results, readFloor());
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length === 0 ? 0 : 1);

function printCounts(counted) {
  for (const [profile, areas] of Object.entries(counted)) {
    for (const [area, { passed, total }] of Object.entries(areas)) {
      console.log(`${profile.padEnd(12)} ${area.padEnd(26)} ${String(passed).padStart(4)} of ${total}`);
    }
  }
  const all = Object.values(counted).flatMap((areas) => Object.values(areas));
  const sum = (member) => all.reduce((total, area) => total + area[member], 0);
  console.log(`Recordings: ${sum('passed')} of ${sum('total')} pass.`);
}
