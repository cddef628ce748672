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

const WATCH_LISTS = { KUBE_FEATURE_WatchListClient: 'true' };
const runs = [
  ['informers', [], {}],
  ['informers', [], WATCH_LISTS],
  ['lists', [NAMESPACES, SECONDS], {}],
  ['lists', [NAMESPACES, SECONDS], WATCH_LISTS],
];
/**
 * Releases, and whether lists of this client come by watches. The feature WatchList was off in 1.33; since 1.34 the mark at
 * the end of the initial objects has no empty list, which the client of 1.32 needs for lists, though not for informers.
 */
const RELEASES = [
  ['1.32', true],
  ['1.33', false],
  ['1.34', false],
  ['1.36', false],
];
const FALLS_BACK = 'falling back to the standard LIST semantics';
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
for (const [release, hasWatchLists] of RELEASES) if (!(await listsBy(release, hasWatchLists))) failed += 1;
process.exit(failed === 0 && peak < MOST_PEAK_MB ? 0 : 1);

/** Runs informers that list by watches against a release; those of one without the feature list as before, and say so. */
async function listsBy(release, hasWatchLists) {
  const emulating = await launchServer([`--emulated-version=${release}`], '');
  const admin = join(emulating.directory, 'certs', 'admin.kubeconfig');
  const { status, output } = await run('informers', [admin], WATCH_LISTS);
  await emulating.stop();
  console.log(`informers ${JSON.stringify(WATCH_LISTS)} against ${release}: ${output.trim().split('\n').at(-1)}`);
  const isRight = status === 0 && output.includes(FALLS_BACK) !== hasWatchLists;
  if (!isRight) console.log(`informers against ${release} ended with ${status}:\n${output}`);
  return isRight;
}

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
