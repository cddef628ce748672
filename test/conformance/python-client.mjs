// Runs a program with the Python client of the system (Debian: python3-kubernetes) against servers of several releases; without the
// client nothing is run: node test/conformance/python-client.mjs
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../tools/install.mjs';
import { launchServer } from '../../tools/server/launch.mjs';

/** Debian's, which has its packages where others do not look. */
const PYTHON = '/usr/bin/python3';
const RELEASES = ['1.32', '1.36'];
const RUN_LIMIT = 120_000;

if (spawnSync(PYTHON, ['-c', 'import kubernetes']).status !== 0) {
  console.log('The Python client is skipped: python3-kubernetes is not installed.');
  process.exit(0);
}
const program = join(root, 'test', 'conformance', 'python-client-program.py');
let failed = 0;
for (const release of RELEASES) {
  const server = await launchServer([`--emulated-version=${release}`], '');
  const { code, output } = await run(join(server.directory, 'certs', 'admin.kubeconfig'));
  console.log(`The Python client against ${release}: ${output.trim()}`);
  if (code !== 0) failed += 1;
  await server.stop();
}
process.exit(failed === 0 ? 0 : 1);

function run(kubeconfig) {
  const child = spawn(PYTHON, [program, kubeconfig], { stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_LIMIT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: signal ?? code, output })));
}
