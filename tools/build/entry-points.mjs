import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/**
 * The entry points, built as `dist/<same path>.js`: the server, the library, the plugin API, the client, the parts for tests, the resolve
 * hook, packages for plugins, and the example plugin.
 */
export const entryPoints = [
  'src/main.ts',
  'src/index.ts',
  'src/plugin-api/index.ts',
  'src/client/index.ts',
  'src/testing/index.ts',
  'src/testing/thread/worker.ts',
  'src/testing/bootstrap/write-bootstrap.ts',
  'src/plugin-host/load/resolve-hook.ts',
  'src/plugin-host/load/packages/nestjs-common.ts',
  'src/plugin-host/load/packages/class-validator.ts',
  'src/plugin-host/load/packages/rxjs.ts',
  'plugins/example/index.ts',
  'plugins/example/quay/index.ts',
].filter((file) => existsSync(join(root, file)));
