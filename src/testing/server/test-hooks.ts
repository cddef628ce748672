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

/** Environment variables of runners, and the settings without which their hooks are no globals. */
const RUNNERS: readonly (readonly [variable: string, runner: string])[] = [
  ['VITEST', 'vitest without globals'],
  ['JEST_WORKER_ID', 'jest with injectGlobals: false'],
];

const SURROUNDINGS: RunnerSurroundings = { globals: globalThis, env: process.env };

/** Reports whether a test runner runs this file. */
export function isTested({ globals, env }: RunnerSurroundings = SURROUNDINGS): boolean {
  const variables = ['NODE_TEST_CONTEXT', ...RUNNERS.map(([variable]) => variable)];
  return variables.some((variable) => env[variable] !== undefined) || isMocha(globals);
}

/**
 * Returns the hooks of the test runner that runs this file: globals, as jest and mocha have them, otherwise those of `node:test`. Throws where
 * the runner has hooks that only an import reaches.
 */
export function hooksOfRunner({ globals, env }: RunnerSurroundings = SURROUNDINGS): TestHooks {
  if (hasHooks(globals)) return globals;
  // Files that `node --test` runs inherit the variables of a runner that called it.
  const isNodeTest = env.NODE_TEST_CONTEXT !== undefined;
  const [, runner] = RUNNERS.find(([variable]) => !isNodeTest && env[variable] !== undefined) ?? [];
  if (runner === undefined) return isMocha(globals) ? hooksOfMocha(globals) : hooksOfNode();
  throw new TypeError(
    `useTestServer finds no hooks in ${runner}; pass them: useTestServer(options, { beforeAll, afterEach, afterAll })`,
  );
}

function hasHooks(globals: object): globals is TestHooks {
  const found = globals as Partial<TestHooks>;
  return [found.beforeAll, found.afterEach, found.afterAll].every((hook) => typeof hook === 'function');
}

/** The globals of mocha; its functions set their limits of time by `this`. */
type MochaHook = (run: (this: { timeout(milliseconds: number): void }) => Promise<void>) => void;

interface MochaGlobals {
  readonly before: MochaHook;
  readonly afterEach: MochaHook;
  readonly after: MochaHook;
}

function isMocha(globals: object): globals is MochaGlobals {
  const found = globals as Partial<MochaGlobals>;
  return [found.before, found.afterEach, found.after].every((hook) => typeof hook === 'function');
}

function hooksOfMocha({ before, afterEach, after }: MochaGlobals): TestHooks {
  const registered = (hook: MochaHook) => (run: () => Promise<void>, timeout?: number) => {
    hook(function () {
      if (timeout !== undefined) this.timeout(timeout);
      return run();
    });
  };
  return { beforeAll: registered(before), afterEach: registered(afterEach), afterAll: registered(after) };
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
