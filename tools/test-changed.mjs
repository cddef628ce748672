// Runs the tests that a change can touch, by what they import and read:
//   node tools/test-changed.mjs [--since REVISION] [arguments of jest]
//   --since  where the change begins; origin/main if it is not given
// The tests of the built server (npm run test:e2e) import nothing of it: only those that were changed themselves are run.
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { changedSince, sourcesNaming, touchedBy, trackedFiles } from './test/changed-files.mjs';
import { runTests } from './test/run-tests.mjs';

const words = process.argv.slice(2);
const isGiven = words[0] === '--since';
const changed = changedSince(isGiven ? words[1] : 'origin/main');
const touched = touchedBy(changed, trackedFiles(), sourcesNaming);

if (touched.length === 0) {
  console.log(`No test reads what was changed (${changed.length} files).`);
} else {
  ensureInstalled();
  await ensureBuilt();
  const files = touched.map((path) => join(root, path));
  await runTests([...words.slice(isGiven ? 2 : 0), '--passWithNoTests', '--findRelatedTests', ...files]);
}
