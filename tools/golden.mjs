// Regenerates the golden files in test/golden: review the changes before you keep them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const { status } = spawnSync(
  process.execPath,
  [join(root, 'tools', 'test.mjs'), 'test/integration/serializers.int-spec'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_WRITE_GOLDEN: '1' },
  },
);
process.exit(status ?? 1);
