import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchServer } from '../../tools/server/launch.mjs';

/** How the server is started for each kind of recording, and how many recordings are replayed at a time. */
export const PROFILES = [
  { name: 'default', flags: ['--controllers=-*'], jobs: 6 },
  { name: 'controllers', flags: [], jobs: 4 },
  { name: 'serial', flags: ['--controllers=-*'], jobs: 1 },
];

const FLAGS = [
  '--authorization-mode=Node,RBAC',
  '--enable-bootstrap-token-auth',
  '--service-cluster-ip-range=10.0.0.0/24',
  // The reference has an effect for everything, and so no such warnings; they have a test of their own.
  '--warn-without-effect=false',
];
/** An area that takes longer waits for something that does not come. */
const AREA_LIMIT = 400_000;

const AREAS_AT_ONCE = 18;

const toolIn = (shared) => join(shared, 'replay', 'replay.mjs');

/** Starts a server as the replay tools want it, with further flags. */
export function launchForReplay(shared, flags) {
  const tokens = `--token-auth-file=${join(shared, 'replay', 'tokens.csv')}`;
  return launchServer([...FLAGS, tokens, ...flags], 'admin-token');
}

/** The areas of a profile with the number of recordings in each. */
export function areasOf({ name }, shared) {
  const list = outputOf([toolIn(shared), '--list', '--profile', name]);
  const counts = new Map();
  for (const [, area] of list.matchAll(/^([\w-]+)\/[\w.-]+:/gm)) counts.set(area, (counts.get(area) ?? 0) + 1);
  return [...counts].sort().map(([area, total]) => ({ area, total }));
}

/** Returns the output of a tool, through a file: a tool that exits at once loses the data still in a full pipe. */
function outputOf(args) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-replay-'));
  const file = join(directory, 'output');
  const output = openSync(file, 'w');
  try {
    spawnSync(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(output);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Replays areas of one profile with a server of their own; returns the number of passing recordings. */
export async function* replayAreas({ name, flags, jobs }, areas, { shared, isVerbose }) {
  if (areas.length === 0) return;
  const server = await launchForReplay(shared, flags);
  try {
    // Most of an area's time is spent waiting: those of one profile are replayed side by side, where it allows that.
    const width = jobs > 1 ? AREAS_AT_ONCE : 1;
    for (let i = 0; i < areas.length; i += width) {
      yield* await Promise.all(areas.slice(i, i + width).map((area) => replayArea(area)));
    }
  } finally {
    await server.stop();
  }

  async function replayArea({ area, total }) {
    const select = ['--server', server.url, '--profile', name, '--area', area, '--jobs', String(jobs)];
    const report = await replay([toolIn(shared), ...select], isVerbose);
    const passed = (report ?? []).filter((recording) => recording.passed).length;
    return { profile: name, area, passed, total, isComplete: report !== undefined };
  }
}

/** The tool's report, or undefined when it did not come to an end. */
async function replay(args, isVerbose) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-replay-'));
  const file = join(directory, 'report.json');
  try {
    const child = spawn(process.execPath, [...args, '--json', file], {
      stdio: ['ignore', isVerbose ? 'inherit' : 'ignore', 'inherit'],
      timeout: AREA_LIMIT,
    });
    const signal = await new Promise((resolve) => child.once('exit', (_code, killedBy) => resolve(killedBy)));
    return signal ? undefined : JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
