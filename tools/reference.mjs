// Writes the pages below docs/reference again, from the code: review the changes before you keep them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'tools', 'test.mjs'),
    'test/documentation/reference.spec',
    'test/documentation/plugin-api.spec',
    'test/integration/metrics-page.int-spec',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_WRITE_REFERENCE: '1' } },
);
process.exit(status ?? 1);
