// Runs the examples of docs/testing.md for runners that are fetched from npm:
// npm run test:runners -- [--cache FOLDER] [RELEASE OF VITEST] ...
//   --cache  where releases are kept; a folder of the system's folder for temporary files by default
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPackage } from './fetch-package.mjs';
import { ensureInstalled, root } from './install.mjs';

const RELEASES = ['4.1.12'];

const { values, positionals } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'binnacle-runners') } },
  allowPositionals: true,
});

ensureInstalled();
const runners = (positionals.length > 0 ? positionals : RELEASES).map((release) =>
  fetchPackage({ name: 'vitest', release, cache: values.cache }),
);
const test = [join(root, 'tools', 'test.mjs'), '--testMatch', '**/testing-runners.e2e-spec.ts'];
const env = { ...process.env, BINNACLE_VITEST: runners.join(delimiter) };
process.exitCode = spawnSync(process.execPath, test, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
