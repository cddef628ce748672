import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PART_NAMES, divideStart } from './start-parts.mjs';
import { sum } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const STARTS = 3;
/** Microseconds between two samples. */
const INTERVAL = 500;
/** Threads of the process have profiles too; the main thread is 0. */
const OF_MAIN_THREAD = /\.0\.\d+\.cpuprofile$/;

/** Returns milliseconds that each part of a start takes, means of several starts on an empty store with a profiler, and their sum. */
export async function measureStartParts() {
  const starts = [];
  for (let start = 0; start < STARTS; start++) starts.push(await profileStart());
  const means = PART_NAMES.map((name) => [name, sum(starts.map((parts) => parts[name])) / STARTS]);
  return { parts: Object.fromEntries(means), wholeMs: sum(means.map(([, ms]) => ms)) };
}

async function profileStart() {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-start-'));
  try {
    const startedAt = monotonic();
    const flags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-interval=${INTERVAL}`];
    const server = await launchMeasured([], flags);
    const readyAt = startedAt + server.readyMs * 1000;
    await server.stop();
    const file = readdirSync(directory).find((name) => OF_MAIN_THREAD.test(name));
    return divideStart(JSON.parse(readFileSync(join(directory, file), 'utf8')), { startedAt, readyAt }, openSources());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The clock of V8's profiles, in microseconds. */
function monotonic() {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Maps frames of a profile to source files by the maps beside the build. */
function openSources() {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    return maps.get(file);
  };
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return url;
    const file = fileURLToPath(url);
    return mapOf(file)?.findEntry(lineNumber, columnNumber).originalSource ?? file;
  };
}

function readMap(file) {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
