import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchServer } from '../../tools/server/launch.mjs';

/** How the server is started for each kind of recording, and how many recordings are replayed at a time. */
export const PROFILES = [
  { name: 'default', flags: ['--controllers=-*'], jobs: 4 },
  { name: 'controllers', flags: [], jobs: 4 },
  { name: 'serial', flags: ['--controllers=-*'], jobs: 1 },
];

const FLAGS = [
  '--authorization-mode=Node,RBAC',
  '--enable-bootstrap-token-auth',
  '--service-cluster-ip-range=10.0.0.0/24',
];

/** Replays the recordings of one profile against a server of its own: how many there are and pass, by area. */
export async function replayProfile({ name, flags, jobs }, { shared, area }) {
  const tool = join(shared, 'replay', 'replay.mjs');
  const select = ['--profile', name, ...(area === undefined ? [] : ['--area', area])];
  if (spawnSync(process.execPath, [tool, '--list', ...select]).stdout.length === 0) return {};
  const tokens = `--token-auth-file=${join(shared, 'replay', 'tokens.csv')}`;
  const server = await launchServer([...FLAGS, tokens, ...flags], 'admin-token');
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-replay-'));
  try {
    const report = join(directory, 'report.json');
    const quiet = area === undefined ? ['--quiet'] : [];
    const args = [tool, '--server', server.url, '--jobs', String(jobs), '--json', report, ...select, ...quiet];
    spawnSync(process.execPath, args, { stdio: ['ignore', quiet.length > 0 ? 'ignore' : 'inherit', 'inherit'] });
    return countByArea(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await server.stop();
  }
}

function countByArea(report) {
  const areas = {};
  for (const { area, passed } of report.sort((a, b) => a.area.localeCompare(b.area))) {
    const count = (areas[area] ??= { passed: 0, total: 0 });
    count.total += 1;
    if (passed) count.passed += 1;
  }
  return areas;
}
