// Shows other releases than 1.32 and compares them with what is known of these: the members of every published type, OpenAPI
// documents, and recorded answers that differ from those of 1.32. Compares how many pass with floor.json:
// node test/conformance/release-check.mjs [--raise] [--release 1.20]... [--part members|openapi|tables|grid|custom|policies|new]... [--verbose]
//   --raise    writes counts that rose into floor.json, and all into what `binnacle releases` prints
//   --release  shows one of the releases only; may be repeated
//   --part     sends one of the parts only; may be repeated
//   --verbose  prints where answers differ
import { existsSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, raiseFloor } from './floor.mjs';
import { compareDocuments } from './recorded-documents.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

/** The releases whose types are compared where none is named. */
const OF_TYPES = ['1.16', '1.20', '1.24', '1.28', '1.31', '1.33', '1.34', '1.35', '1.36'];
const EVERYTHING = ['--runtime-config=api/all=true'];
/** The flags with which each part was recorded. */
const PARTS = {
  members: EVERYTHING,
  openapi: [],
  tables: [],
  grid: [],
  custom: [],
  policies: [...EVERYTHING, '--feature-gates=MutatingAdmissionPolicy=true'],
  new: [],
};
/** The results that `binnacle releases` prints. */
const COMPARED = join(root, 'src', 'commands', 'releases', 'compared.json');
/** A part that takes longer waits for something that does not come. */
const LIMIT = 600_000;
const SHOWN = 1000;

const { values } = parseArgs({
  options: {
    raise: { type: 'boolean' },
    verbose: { type: 'boolean' },
    release: { type: 'string', multiple: true },
    part: { type: 'string', multiple: true },
  },
});
const beside = join(root, '..', 'shared');
const shared = existsSync(beside) ? realpathSync(beside) : beside;
const recorded = join(shared, 'releases');

if (!existsSync(recorded)) {
  console.log('Releases skipped: none recorded beside the checkout.');
  process.exit(0);
}

const withRows = readdirSync(recorded).filter((name) => existsSync(join(recorded, name, 'tables')));
const falls = [];
for (const part of values.part ?? Object.keys(PARTS)) {
  const releases = values.release ?? (part === 'members' ? [...new Set([...OF_TYPES, ...withRows])].sort() : withRows);
  for (const release of releases) {
    if (part !== 'members' && !existsSync(join(recorded, release, part))) continue;
    const { passed, total } = await send(part, release);
    const result = { profile: `releases ${part}`, area: release, passed, total };
    console.log(`${part.padEnd(8)} ${release} ${String(passed).padStart(5)} of ${total}`);
    if (values.raise) {
      raiseFloor(result);
      keepCompared(result, part);
    }
    const fall = findFall(result);
    if (fall) falls.push(fall);
  }
}
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length === 0 ? 0 : 1);

/** Sends one part to a server that shows a release, and counts what passes. */
async function send(part, release) {
  const flags = [`--emulated-version=${release}`, ...PARTS[part]];
  const server = await launchForReplay(shared, ['--controllers=-*', ...flags]);
  try {
    if (part === 'openapi') return await documentsOf(server, join(recorded, release, part));
    const output = await runTool([...toolOf(part, release), '--server', server.url, '--show', String(SHOWN)], LIMIT);
    if (values.verbose) console.log(output);
    const last = /(\d+) passed, (\d+) failed\s*$/.exec(output);
    const [passed, failed] = (last ?? [0, 0, 1]).slice(1).map(Number);
    return { passed, total: passed + failed };
  } finally {
    await server.stop();
  }
}

function toolOf(part, release) {
  const tool = (name) => join(shared, 'replay', name);
  if (part === 'members') return [tool('members.mjs'), '--release', release];
  if (part === 'new') return [tool('table.mjs'), join(recorded, release, part)];
  return [tool('release.mjs'), '--release', release, '--part', part];
}

async function documentsOf(server, directory) {
  const { different, total } = await compareDocuments(server, directory);
  if (values.verbose) for (const name of different) console.log(`differs: ${name}`);
  return { passed: total - different.length, total };
}

function keepCompared({ area, passed, total }, part) {
  const kept = JSON.parse(readFileSync(COMPARED, 'utf8'));
  const results = { ...kept.parts[part], [area]: { passed, total } };
  kept.parts[part] = Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(COMPARED, `${JSON.stringify(kept, undefined, 2)}\n`);
}
