/** The hooks of a test runner: those of jest and vitest have this form. */
export interface TestHooks {
  /** Registers a function that is called before the first test of the file or block; `timeout` is in milliseconds. */
  beforeAll(run: () => Promise<void>, timeout?: number): unknown;
  /** Registers a function that is called after each test. */
  afterEach(run: () => Promise<void>, timeout?: number): unknown;
  /** Registers a function that is called after the last test. */
  afterAll(run: () => Promise<void>, timeout?: number): unknown;
}

/** The surroundings by which a test runner is recognized. */
export interface RunnerSurroundings {
  readonly globals: object;
  readonly env: NodeJS.ProcessEnv;
}

/** Environment variables of runners whose hooks may be no globals. */
const RUNNERS: readonly (readonly [variable: string, runner: string])[] = [
  ['VITEST', 'vitest without globals'],
  ['JEST_WORKER_ID', 'jest with injectGlobals: false'],
];

/**
 * Returns the hooks of the test runner that runs this file: globals, as jest has them, otherwise those of `node:test`. Throws where
 * the runner has hooks that only an import reaches.
 */
export function hooksOfRunner(
  { globals, env }: RunnerSurroundings = { globals: globalThis, env: process.env },
): TestHooks {
  if (hasHooks(globals)) return globals;
  // Files that `node --test` runs inherit the variables of a runner that called it.
  const isNodeTest = env.NODE_TEST_CONTEXT !== undefined;
  const [, runner] = RUNNERS.find(([variable]) => !isNodeTest && env[variable] !== undefined) ?? [];
  if (runner === undefined) return hooksOfNode();
  throw new TypeError(
    `useTestServer finds no hooks in ${runner}; pass them: useTestServer(options, { beforeAll, afterEach, afterAll })`,
  );
}

function hasHooks(globals: object): globals is TestHooks {
  const found = globals as Partial<TestHooks>;
  return [found.beforeAll, found.afterEach, found.afterAll].every((hook) => typeof hook === 'function');
}

/** `node:test` is not imported: other runners need not load it. Its hooks have no limit of time. */
function hooksOfNode(): TestHooks {
  const { before, afterEach, after } = process.getBuiltinModule('node:test');
  return {
    beforeAll: (run) => before(run),
    afterEach: (run) => afterEach(run),
    afterAll: (run) => after(run),
  };
}
