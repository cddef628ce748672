// Runs programs with the real client-go against the built server: informers beside writes, and lists as a controller
// manager makes them when many namespaces go. Where the programs cannot be built (no apt, no packages), the client of
// test/attack/cancelled-watches.attack-spec.ts has to do: node test/conformance/go-clients.mjs
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/install.mjs';
import { launchServer } from '../../tools/server/launch.mjs';

const BUILD_LIMIT = 400_000;
const RUN_LIMIT = 60_000;
/** The most memory the server may ever have had resident, in MB: watch lists without end took gigabytes. */
const MOST_PEAK_MB = 700;
const NAMESPACES = '40';
const SECONDS = '5';

const sources = join(root, '..', 'shared', 'goclient');
const directory = join(tmpdir(), 'binnacle-go-clients');

if (!existsSync(sources)) {
  console.log('Go clients skipped: no sources beside the checkout.');
  process.exit(0);
}
mkdirSync(directory, { recursive: true });
const build = spawnSync('bash', [join(sources, 'build.sh'), directory], { encoding: 'utf8', timeout: BUILD_LIMIT });
if (build.status !== 0) {
  console.log(`Go clients skipped: they cannot be built here.\n${build.stderr?.slice(-1000)}`);
  process.exit(0);
}

const runs = [
  ['informers', [], {}],
  ['lists', [NAMESPACES, SECONDS], {}],
  ['lists', [NAMESPACES, SECONDS], { KUBE_FEATURE_WatchListClient: 'true' }],
];
const server = await launchServer([], '');
const kubeconfig = join(server.directory, 'certs', 'admin.kubeconfig');
let failed = 0;
for (const [program, args, env] of runs) {
  const { status, output } = await run(program, [kubeconfig, ...args], env);
  console.log(`${program} ${JSON.stringify(env)}: ${output.trim()}`);
  if (status !== 0) {
    console.log(`${program} ended with ${status}. The server's log ends:\n${server.log().slice(-4000)}`);
    failed += 1;
  }
}
const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1000;
console.log(`The server had ${Math.round(peak)} MB resident at most.`);
await server.stop();
process.exit(failed === 0 && peak < MOST_PEAK_MB ? 0 : 1);

/** Runs a program without blocking this process, which has to read the server's log meanwhile: a full pipe stops it. */
function run(program, args, env) {
  const child = spawn(join(directory, 'bin', program), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_LIMIT,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: -1, output: error.message }));
    child.on('close', (code, signal) => resolve({ status: signal ?? code, output }));
  });
}
