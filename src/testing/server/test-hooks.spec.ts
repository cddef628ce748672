import { hooksOfRunner } from './test-hooks.js';

const ignore = (): void => {};
const globals = { beforeAll: ignore, afterEach: ignore, afterAll: ignore };

describe('hooksOfRunner()', () => {
  it('returns the global hooks of a runner that has them', () => {
    expect(hooksOfRunner({ globals, env: { VITEST: 'true', JEST_WORKER_ID: '1' } })).toBe(globals);
    expect(hooksOfRunner().beforeAll).toBe(beforeAll);
  });

  it.each(['beforeAll', 'afterEach', 'afterAll'])(
    'returns those of node:test where there is no global %s',
    (missing) => {
      const hooks = hooksOfRunner({ globals: { ...globals, [missing]: undefined }, env: {} });
      expect(Object.values(hooks)).toEqual([expect.any(Function), expect.any(Function), expect.any(Function)]);
      expect(Object.values(hooks)).not.toContain(ignore);
    },
  );

  it.each([
    ['VITEST', 'vitest without globals'],
    ['JEST_WORKER_ID', 'jest with injectGlobals: false'],
  ])('asks for the hooks where %s is set and they are no globals', (variable, runner) => {
    expect(() => hooksOfRunner({ globals: {}, env: { [variable]: '1' } })).toThrow(
      new TypeError(
        `useTestServer finds no hooks in ${runner}; pass them: useTestServer(options, { beforeAll, afterEach, afterAll })`,
      ),
    );
  });

  it('returns those of node:test in a file that a test of another runner has run by node --test', () => {
    const env = { VITEST: 'true', JEST_WORKER_ID: '1', NODE_TEST_CONTEXT: 'child-v8' };
    expect(hooksOfRunner({ globals: {}, env })).not.toBe(globals);
  });
});
