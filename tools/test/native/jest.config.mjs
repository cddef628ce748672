import { join } from 'node:path';
import base from '../../../jest.config.mjs';
import { root } from '../../install.mjs';

/** Test files share the modules of their process: docs/decisions/0315-tests-in-shared-modules.md */
export default {
  ...base,
  rootDir: root,
  testEnvironment: join(import.meta.dirname, 'environment.mjs'),
  runtime: join(import.meta.dirname, 'runtime.mjs'),
  // compileTree has compiled the sources before.
  transform: {},
};
