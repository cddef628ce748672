// Runs a program with the newest client for JavaScript, which is fetched from npm, against servers of several releases. The client
// needs Node.js 22.19 or newer; with an older one nothing is run: node test/conformance/client-node.mjs [--cache FOLDER]
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPackage } from '../../tools/fetch-package.mjs';
import { root } from '../../tools/install.mjs';
import { launchServer } from '../../tools/server/launch.mjs';

const CLIENT = '2.0.1';
const RELEASES = ['1.32', '1.34', '1.36'];
/** The first release of Node.js with what the client's transport needs. */
const OLDEST_NODE = [22, 19];
const RUN_LIMIT = 60_000;

const { values } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'binnacle-client-node') } },
});

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.log(
    `client-node ${CLIENT} skipped: it needs Node.js ${OLDEST_NODE.join('.')} or newer, and this is ${process.version}.`,
  );
  process.exit(0);
}
const folder = join(
  fetchPackage({ name: '@kubernetes/client-node', release: CLIENT, cache: values.cache }),
  '..',
  '..',
  '..',
);
const program = join(root, 'test', 'conformance', 'client-node-program.mjs');
let failed = 0;
for (const release of RELEASES) {
  const server = await launchServer([`--emulated-version=${release}`], '');
  const { code, output } = await run(join(server.directory, 'certs', 'admin.kubeconfig'), release);
  console.log(`client-node ${CLIENT} against ${release}: ${output.trim()}`);
  if (code !== 0) failed += 1;
  await server.stop();
}
process.exit(failed === 0 ? 0 : 1);

function run(kubeconfig, release) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, [program, folder, kubeconfig, release], { stdio, timeout: RUN_LIMIT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: signal ?? code, output })));
}
