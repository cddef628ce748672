import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorTimes } from './processor-time.mjs';
import { figuresOf } from './rate-figures.mjs';
import { JSON_TYPE } from './requests.mjs';

/** Load before the measured seconds, in which connections are opened. */
const WARM_UP = '300ms';
/** Number of requests of an operation that h2load repeats; it takes all of them on its command line. */
const PATHS = 64;
const BEGINS = 'Main benchmark duration is started';
const ENDS = 'Main benchmark duration is over';

/** Returns the name and version of h2load (Debian's nghttp2-client); undefined if it is not installed. */
export function findH2load() {
  try {
    return execFileSync('h2load', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Measures gets over HTTP/2 like `measureRate`, with h2load as the client. */
export async function measureWithH2load(target, operation, { seconds, client }) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-h2load-'));
  const log = join(directory, 'requests.log');
  try {
    const { summary, before, after, ended } = await runH2load(target, [
      ...loadArguments(operation, seconds),
      `--log-file=${log}`,
      ...requestArguments(target, operation),
    ]);
    const { latencies, unexpected } = readLog(readFileSync(log, 'utf8'));
    const lost = parseLost(summary);
    const figures = { latencies, unexpected: unexpected + lost, elapsed: seconds * 1000, before, after };
    return { ...figuresOf(figures), client, generatorLoad: ended / seconds };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function loadArguments({ concurrency, streams }, seconds) {
  return [
    `--clients=${concurrency}`,
    `--max-concurrent-streams=${streams}`,
    `--duration=${seconds}`,
    `--warm-up-time=${WARM_UP}`,
  ];
}

function requestArguments({ url, token }, { request }) {
  const { accept = JSON_TYPE } = request(0);
  const urls = new Set(Array.from({ length: PATHS }, (_, n) => `${url}${request(n).path}`));
  return [`--header=authorization: Bearer ${token}`, `--header=accept: ${accept}`, ...urls];
}

/** Runs h2load; returns its output, and the processor times of the server when the measured seconds began and ended. */
async function runH2load({ pids }, args) {
  const child = spawn('h2load', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const state = { summary: '', before: undefined, after: undefined, began: 0, ended: 0 };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    state.summary += text;
    if (state.before === undefined && state.summary.includes(BEGINS)) {
      state.before = processorTimes(pids);
      state.began = ownTime(child.pid);
    }
    if (state.after === undefined && state.summary.includes(ENDS)) {
      state.after = processorTimes(pids);
      state.ended = (ownTime(child.pid) - state.began) / 1e6;
    }
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0 || state.after === undefined) throw new Error(`h2load failed (exit code ${code}): ${state.summary}`);
  return state;
}

function ownTime(pid) {
  return processorTimes([pid])?.[0] ?? 0;
}

/** Reads the log of requests: start in microseconds, status, duration in microseconds. The summary has no quantiles. */
export function readLog(text) {
  const latencies = [];
  let unexpected = 0;
  for (const line of text.split('\n')) {
    const [, status, microseconds] = line.split('\t').map(Number);
    // The status is 0 if it was received before the measured seconds, and -1 for a stream that failed.
    if (microseconds === undefined || status === 0) continue;
    if (status >= 200 && status < 300) latencies.push(microseconds / 1000);
    else unexpected += 1;
  }
  return { latencies, unexpected };
}

/** Returns the number of requests without an answer, by the summary. */
export function parseLost(summary) {
  const [, errored, timeout] = /(\d+) errored, (\d+) timeout/.exec(summary) ?? [];
  if (timeout === undefined) throw new Error(`h2load printed no summary: ${summary}`);
  return Number(errored) + Number(timeout);
}
