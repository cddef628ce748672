// Compiles the declarations of the package with other releases of TypeScript, which it fetches from npm:
// npm run test:compilers -- [--cache FOLDER] [RELEASE] ...
//   --cache  where releases are kept; a folder of the system's folder for temporary files by default
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPackage } from './fetch-package.mjs';
import { ensureInstalled, root } from './install.mjs';

/** The oldest release that plugins may compile with, and the newest; the installed one is between them. */
const RELEASES = ['5.4.5', '5.9.3', '7.0.2'];

const { values, positionals } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'binnacle-compilers') } },
  allowPositionals: true,
});

ensureInstalled();
const compilers = (positionals.length > 0 ? positionals : RELEASES).map((release) =>
  join(fetchPackage({ name: 'typescript', release, cache: values.cache }), 'bin', 'tsc'),
);
const test = [join(root, 'tools', 'test.mjs'), '--testMatch', '**/consumer-types.e2e-spec.ts'];
const env = { ...process.env, BINNACLE_COMPILERS: compilers.join(delimiter) };
process.exitCode = spawnSync(process.execPath, test, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
