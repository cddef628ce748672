// Regenerates the golden files in test/golden and the records of what is served in test/specification: review the changes
// before you keep them. A record that changes claims that release 1.32 has what the server shows.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'tools', 'test.mjs'),
    'test/integration/serializers.int-spec',
    'test/specification/served-resources.int-spec',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_WRITE_GOLDEN: '1' },
  },
);
const prettier = join(root, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
const records = ['served-resources', 'fields'].map((name) => join(root, 'test', 'specification', `${name}.json`));
spawnSync(process.execPath, [prettier, '--write', '--log-level=warn', ...records], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
