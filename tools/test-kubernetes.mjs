// Runs the specs that need programs of Kubernetes: npm run test:kubernetes -- [--cache FOLDER]
//   --cache  where programs are kept; a folder of the system's folder for temporary files by default
// The programs are built from Debian's sources, for which go, curl, dpkg and apt-get must be in the PATH (Debian: golang-go).
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { ensureKubernetes } from './test/kubernetes/programs.mjs';

const { values } = parseArgs({
  options: { cache: { type: 'string', default: join(tmpdir(), 'binnacle-kubernetes') } },
});
ensureInstalled();
await ensureBuilt();
const programs = ensureKubernetes(values.cache);
const words = [
  join(root, 'tools', 'test.mjs'),
  '--testPathPatterns',
  'test/e2e/(beside-kube-apiserver|kube-controller-manager)',
];
const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env }).status ?? 1;
