// Writes the golden files in test/golden anew: look at what changed before you keep it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const { status } = spawnSync(
  process.execPath,
  [join(root, 'tools', 'test.mjs'), 'test/integration/serializers.int-spec'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, BINNACLE_WRITE_GOLDEN: '1' },
  },
);
process.exit(status ?? 1);
