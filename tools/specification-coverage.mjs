// Compares the tests with the requirements they name: node tools/specification-coverage.mjs [--results FILE] [--update]
//   --results FILE  the output of jest --json; otherwise the tests that name requirements are run first
//   --update        writes the states of the requirements and docs/requirements.md
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './install.mjs';
import { countStates, findFaults, updated } from './specification/coverage.mjs';
import { provenBy } from './specification/named-requirements.mjs';
import { isPageFresh, writePage } from './specification/page.mjs';
import { readRequirements, writeRequirements } from './specification/requirements.mjs';
import { readTests, specsWithIds } from './specification/specs-with-ids.mjs';

const { values } = parseArgs({ options: { results: { type: 'string' }, update: { type: 'boolean' } } });
const proven = provenBy(values.results ? readResults(values.results) : runTests());
let areas = readRequirements();
if (values.update) {
  areas = updated(areas, proven);
  writeRequirements(areas);
  writePage(areas);
}
for (const area of areas) printArea(area);
process.exit(printFaults() ? 1 : 0);

function readResults(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  try {
    const file = join(folder, 'tests.json');
    const specs = specsWithIds(
      readTests(root),
      new Set(readRequirements().flatMap(({ rows }) => rows.map(({ id }) => id))),
    );
    const args = [join(root, 'tools', 'test.mjs'), ...specs, '--silent', '--json', `--outputFile=${file}`];
    spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    return readResults(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printArea({ title, rows }) {
  const { covered, partial, open, unbuilt, untestable } = countStates(rows);
  console.log(
    `${title}: ${covered} covered, ${partial} in part, ${open} without a test, ${unbuilt} not built, ${untestable} cannot be tested`,
  );
  for (const { id, text, state, note } of rows) {
    console.log(`  ${id.padEnd(10)} ${state.padEnd(10)} ${text}${note && ` (${note})`}`);
    for (const name of proven.get(id)?.passed ?? []) console.log(`    by ${name}`);
  }
}

function printFaults() {
  const faults = findFaults(areas, proven);
  if (!isPageFresh(areas)) faults.push('docs/requirements.md is stale; run npm run coverage:spec -- --update');
  const { covered, partial, open, unbuilt, untestable } = countStates(areas.flatMap(({ rows }) => rows));
  const counts = `${covered} covered, ${partial} in part, ${open} without a test, ${unbuilt} not built`;
  console.log(`All: ${counts}, ${untestable} cannot be tested`);
  for (const fault of faults) console.error(fault);
  return faults.length > 0;
}
