// Makes recorded definitions of custom resources and compares what is published of them, and the documents of the
// built-in groups, with those of a Kubernetes 1.32 server, with floor.json:
// node test/conformance/openapi-check.mjs [--raise] [--verbose]
//   --raise    writes a count that rose into floor.json
//   --verbose  prints what differs
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/install.mjs';
import { findFall, raiseFloor } from './floor.mjs';
import { compareDocuments } from './recorded-documents.mjs';
import { launchForReplay } from './replay-profile.mjs';
import { runTool } from './run-tool.mjs';

const NAME = 'openapi';
const LIMIT = 240_000;
const SHOWN = 20;

const { values } = parseArgs({ options: { raise: { type: 'boolean' }, verbose: { type: 'boolean' } } });
const shared = join(root, '..', 'shared');
const builtIn = join(shared, 'releases', '1.32', NAME);

if (!existsSync(join(shared, NAME))) {
  console.log('OpenAPI skipped: nothing recorded beside the checkout.');
  process.exit(0);
}

const first = await checkAll();
// A definition may be published late on a loaded machine.
const results = first.some(findFall) ? await checkAll() : first;
for (const result of results) {
  if (values.raise) raiseFloor(result);
  console.log(`OpenAPI, ${result.area}: ${result.passed} of ${result.total} agree.`);
}
const falls = results.map(findFall).filter(Boolean);
for (const fall of falls) console.log(`Below the floor: ${fall}`);
process.exit(falls.length > 0 ? 1 : 0);

async function checkAll() {
  const server = await launchForReplay(shared, ['--controllers=-*']);
  try {
    // Definitions would be among the definitions of v2.
    const documents = existsSync(builtIn) ? [await documentsOf(server)] : [];
    return [...documents, await definitions(server)];
  } finally {
    await server.stop();
  }
}

async function documentsOf(server) {
  const { different, total } = await compareDocuments(server, builtIn);
  if (values.verbose) for (const name of different) console.log(`differs: ${name}`);
  return { profile: NAME, area: 'documents', passed: total - different.length, total };
}

async function definitions({ url }) {
  const show = ['--show', String(values.verbose ? SHOWN : 0)];
  const tool = join(shared, 'replay', 'openapi.mjs');
  const printed = await runTool([tool, '--server', url, ...show, join(shared, NAME)], LIMIT);
  if (values.verbose) console.log(printed);
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(printed) ?? [];
  return { profile: NAME, area: 'definitions', passed: Number(passed), total: Number(passed) + Number(failed) };
}
