// Runs the specs of a storage engine against releases of etcd and PostgreSQL, and prints one line per release:
// npm run test:engines -- [--cache FOLDER] [postgres[@RELEASE]] [etcd[@RELEASE]] ...
//   --cache  where programs are kept; a folder of the system's folder for temporary files by default
// Without a choice all releases are run.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ensurePrograms, versionOf } from './test/engines/programs.mjs';
import { chosenReleases } from './test/engines/releases.mjs';
import { runSpecs } from './test/engines/specs.mjs';

const { values, positionals } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'binnacle-engines') } },
  allowPositionals: true,
});
const releases = chosenReleases(positionals);

ensureInstalled();
await ensureBuilt();

const lines = [];
for (const release of releases) {
  const programs = ensurePrograms(release, values.cache);
  const { line, hasPassed } = runSpecs(release, programs, values.cache);
  lines.push(`${versionOf(release, programs)}: ${line}`);
  if (!hasPassed) process.exitCode = 1;
}
console.log(lines.join('\n'));
