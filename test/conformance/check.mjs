// Replays recordings of a Kubernetes 1.32 server against the built server and compares how many pass, area by area, with
// floor.json: node test/conformance/check.mjs [--raise] [--area NAME]
//   --raise  replays everything, also areas of which nothing has to pass yet, and writes counts that rose into floor.json
// An area that falls is replayed a second time.
//   --area   replays one area only, and prints where its answers differ
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, findMissing, floorOf, raiseFloor } from './floor.mjs';
import { PROFILES, areasOf, replayAreas } from './replay-profile.mjs';

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, area: { type: 'string' } } });
const shared = join(root, '..', 'shared');

if (!existsSync(join(shared, 'recordings'))) {
  console.log('Replay skipped: no recordings beside the checkout.');
  process.exit(0);
}

const results = [];
const profiles = PROFILES.map(({ name }) => name);
for (const profile of PROFILES) {
  const areas = areasOf(profile, shared).filter(({ area }) => isWanted(profile.name, area));
  for await (const result of replayAreas(profile, areas, { shared, isVerbose: values.area !== undefined })) {
    console.log(formatResult(result));
    results.push(findFall(result) === undefined ? result : await replayAgain(profile, result));
    if (values.raise) raiseFloor(results.at(-1));
  }
}

const sum = (member) => results.reduce((total, result) => total + result[member], 0);
console.log(`Recordings replayed: ${sum('passed')} of ${sum('total')} pass.`);
const falls = [
  ...results.map(findFall).filter((fall) => fall !== undefined),
  ...findMissing(results, profiles, isWanted),
];
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length === 0 ? 0 : 1);

/**
 * Reruns failing replay scenarios separately and prints the difference: recordings depend on timing, which a loaded
 * machine may miss. A scenario that fails twice has failed.
 */
async function replayAgain(profile, first) {
  const areas = areasOf(profile, shared).filter(({ area }) => area === first.area);
  for await (const result of replayAreas(profile, areas, { shared, isVerbose: true })) {
    console.log(`${formatResult(result)}, the second time`);
    return result;
  }
  return first;
}

/** Where nothing has to pass, nothing can be lost: such areas mostly wait for what does not come. */
function isWanted(profile, area) {
  if (values.area !== undefined) return area === values.area;
  return values.raise === true || floorOf(profile, area) > 0;
}

function formatResult({ profile, area, passed, total, isComplete }) {
  const count = `${String(passed).padStart(4)} of ${total}`;
  return `${profile.padEnd(12)} ${area.padEnd(26)} ${count}${isComplete ? '' : ' (took too long)'}`;
}
