import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Tests run as native ESM; types are checked apart from them by `npm run typecheck`. */
export default {
  testEnvironment: 'node',
  // A machine that does other work as well is slow, not wrong: a server may need half a minute to start there.
  testTimeout: 90_000,
  // Exchanges wait for most of their time: two workers use less than half of two cores. A worker never releases the modules of
  // the specs it ran, so it is replaced above a memory limit.
  maxWorkers: availableParallelism() + 2,
  workerIdleMemoryLimit: '1GB',
  // Groups are there once all tests were run: tools/test/groups.mjs.
  roots: ['src', 'plugins', 'test', '.test-groups']
    .map((folder) => join(import.meta.dirname, folder))
    .filter((folder) => existsSync(folder)),
  testSequencer: join(import.meta.dirname, 'tools', 'test', 'sequencer.mjs'),
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, useDefineForClassFields: false },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};
