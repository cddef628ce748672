// Builds the file system of the image by the steps of the Dockerfile, where there is no container engine, and runs what is in
// it: node tools/image.mjs [--keep]. Base images are not fetched: their programs are those of this machine and the Node.js of
// CI, and the sizes of theirs are added up from what is published.
//   --keep  leaves the file system in place and prints where it is
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contextFilter, stagesOf, variablesOf, wordsOf } from './image/dockerfile.mjs';
import { root } from './install.mjs';
import { freePort } from './server/launch.mjs';
import { ensureBinary } from './test/runtimes/binaries.mjs';
import { MAIN_RELEASE } from './test/runtimes/releases.mjs';

/** Bytes of the base image without its documentation, as it is published (debian:bookworm-slim, amd64). */
const BASE_BYTES = 75 * 1000 * 1000;
/** Node 24's program takes 109 MB of it, 22 MB more than that of Node 20. */
const MOST_BYTES = 215 * 1000 * 1000;
/** Of the server itself. */
const MOST_APP_BYTES = 30 * 1000 * 1000;
const PATIENCE_MS = 30_000;
const STOP_MS = 10_000;

const work = mkdtempSync(join(tmpdir(), 'binnacle-image-'));
try {
  await main();
} finally {
  if (process.argv.includes('--keep')) console.log(`file system: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}

async function main() {
  const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  requireSameNode(stages[0].base);
  const isInContext = contextFilter(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const made = new Map();
  let image;
  for (const [index, stage] of stages.entries()) {
    const directory = join(work, stage.name ?? `stage-${index}`);
    mkdirSync(directory);
    image = followStage(stage, { directory, made, isInContext });
    made.set(stage.name, image);
  }
  reportSize(image.directory);
  await runImage(image);
}

/** The program that is measured has to be of the release that the Dockerfile begins with. */
function requireSameNode(base) {
  const [major] = MAIN_RELEASE.split('.');
  if (!base.startsWith(`node:${major}-`))
    throw new Error(`the Dockerfile begins with ${base}, checks use Node ${major}`);
}

/** Follows the steps of one stage; answers what a container of it would be started with. */
function followStage({ base, steps }, { directory, made, isInContext }) {
  const image = { directory, cwd: '/', env: {}, user: undefined };
  console.log(`== FROM ${base}`);
  for (const { word, rest } of steps) {
    console.log(`${word} ${rest.slice(0, 100)}`);
    if (word === 'WORKDIR') {
      image.cwd = rest;
      mkdirSync(join(directory, rest), { recursive: true });
    } else if (word === 'COPY') copy(rest, image, { made, isInContext });
    else if (word === 'RUN') run(rest, image);
    else if (word === 'ENV') Object.assign(image.env, variablesOf(rest));
    else if (word === 'USER') image.user = rest.split(':').map(Number);
    else if (word === 'ENTRYPOINT') image.entrypoint = wordsOf(rest);
    else if (word === 'HEALTHCHECK') image.check = wordsOf(rest);
    else if (word !== 'VOLUME' && word !== 'EXPOSE') throw new Error(`Dockerfile: ${word} is not understood`);
  }
  return image;
}

function copy(rest, { directory, cwd }, { made, isInContext }) {
  const words = rest.split(/\s+/);
  const from = words[0].startsWith('--from=') ? made.get(words.shift().slice(7)) : undefined;
  const target = words.pop();
  const isInto = target.endsWith('/');
  const place = join(directory, target.startsWith('/') ? target : join(cwd, target));
  for (const source of words) {
    const path = join(from ? from.directory : root, source);
    const isTaken = (file) => from !== undefined || isInContext(relative(root, file));
    const destination = isInto ? join(place, source) : place;
    mkdirSync(dirname(destination), { recursive: true });
    cpSync(path, destination, { recursive: true, filter: isTaken });
    if (!existsSync(destination)) throw new Error(`COPY: ${source} is not in the context of the build`);
  }
}

function run(command, { directory, cwd }) {
  // Packages of the base image's system: this machine has what they contain, or the next steps fail.
  if (command.startsWith('apt-get ')) return;
  const mapped = command.replace(
    /(^|\s)\/(app|data|build)\b/g,
    (_all, before, name) => `${before}${directory}/${name}`,
  );
  const asRoot = process.getuid() === 0 ? mapped : mapped.replace(/ -[og] \d+/g, '');
  const path = `${ensureBinary(MAIN_RELEASE)}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, npm_config_sqlite3_local_prebuilds: prebuilds() };
  const { status } = spawnSync('sh', ['-c', asRoot], { cwd: join(directory, cwd), stdio: ['ignore', 2, 2], env });
  if (status !== 0) throw new Error(`RUN ${command}: exit code ${status}`);
}

/** A directory with the binary of SQLite that is installed here, as if it had been downloaded: compiling it takes minutes. */
function prebuilds() {
  const directory = join(work, 'prebuilds');
  if (existsSync(directory)) return directory;
  mkdirSync(directory);
  const installed = join(root, 'node_modules', 'sqlite3');
  const binary = join('build', 'Release', 'node_sqlite3.node');
  if (!existsSync(join(installed, binary))) return directory;
  const {
    version,
    binary: { napi_versions: interfaces },
  } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const napi of interfaces) {
    const archive = `sqlite3-v${version}-napi-v${napi}-${process.platform}-${process.arch}.tar.gz`;
    spawnSync('tar', ['-czf', join(directory, archive), '-C', installed, binary]);
  }
  return directory;
}

function reportSize(directory) {
  const parts = Object.fromEntries(readdirSync(directory).map((name) => [`/${name}`, bytesIn(join(directory, name))]));
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, BASE_BYTES);
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  for (const [name, bytes] of Object.entries(parts)) console.log(`${name}: ${megabytes(bytes)}`);
  console.log(`with the base image (${megabytes(BASE_BYTES)}): ${megabytes(total)}`);
  if (total > MOST_BYTES) throw new Error(`the image is larger than ${megabytes(MOST_BYTES)}`);
  if (parts['/app'] > MOST_APP_BYTES) throw new Error(`/app is larger than ${megabytes(MOST_APP_BYTES)}`);
}

function bytesIn(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

/** Runs the image as its user with nothing writable but its volume: it becomes healthy, and ends in time when asked to. */
async function runImage({ directory, cwd, env, user, entrypoint, check }) {
  const port = await freePort();
  const variables = { ...env, BINNACLE_DATA_DIR: join(directory, 'data'), BINNACLE_SECURE_PORT: String(port) };
  const settings = {
    cwd: join(directory, cwd),
    env: { PATH: join(directory, 'usr/local/bin'), ...variables, BINNACLE_BIND_ADDRESS: '127.0.0.1' },
    ...(process.getuid() === 0 && { uid: user[0], gid: user[1] }),
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  openWay(directory);
  const program = join(directory, 'usr/local/bin/node');
  const server = spawn(program, entrypoint.slice(1), settings);
  const ended = once(server, 'exit');
  try {
    await untilHealthy(() => spawnSync(program, check.slice(1), settings).status === 0, server);
    console.log('healthy');
    server.kill('SIGTERM');
    const [code] = await Promise.race([ended, delay(STOP_MS, ['none'], { ref: false })]);
    if (code !== 0) throw new Error(`it ended with ${code} when asked to end`);
    console.log('ended in time');
  } finally {
    server.kill('SIGKILL');
  }
}

/** The image's user has to get to its files: temporary directories are their owner's alone. */
function openWay(directory) {
  if (process.getuid() === 0) spawnSync('chmod', ['a+rx', work, directory]);
}

async function untilHealthy(isHealthy, server) {
  const until = performance.now() + PATIENCE_MS;
  while (!isHealthy()) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    if (performance.now() > until) throw new Error('it does not become healthy');
    await delay(200);
  }
}
