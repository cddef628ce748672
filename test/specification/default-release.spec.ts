import { readFileSync } from 'node:fs';
import { DEFAULT_RELEASE } from '../../src/apimachinery/index.js';
import { CURRENT_RELEASE } from '../../src/options/index.js';

it('The default release is the same in the modules that cannot import each other', () => {
  const metrics = readFileSync(new URL('../../src/observability/metrics-registry.ts', import.meta.url), 'utf8');
  expect([CURRENT_RELEASE, /DEFAULT_RELEASE = '(1\.\d+)'/.exec(metrics)?.[1]]).toEqual([
    DEFAULT_RELEASE,
    DEFAULT_RELEASE,
  ]);
});
