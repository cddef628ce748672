import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { swcOptions } from './tools/test/swc-options.mjs';

/**
 * Tests run as native ESM. Each file loads its own modules here, which editors and `tools/mutate.mjs` rely on; `tools/test.mjs`
 * lets files share them (`tools/test/native`).
 */
export default {
  testEnvironment: 'node',
  // A machine that does other work as well is slow, not wrong: a server may need half a minute to start there.
  testTimeout: 300_000,
  // Exchanges wait for most of their time: two workers use less than half of two cores.
  maxWorkers: availableParallelism() + 2,
  // A worker never releases the modules of the specs it ran, so it is replaced above a limit.
  workerIdleMemoryLimit: '1GB',
  roots: ['src', 'plugins', 'test'].map((folder) => join(import.meta.dirname, folder)),
  testSequencer: join(import.meta.dirname, 'tools', 'test', 'sequencer.mjs'),
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
};
