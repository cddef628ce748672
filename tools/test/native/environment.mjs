import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Frames of a stack: as many as in a server. Jest's hundred take time of each error. */
const STACK_FRAMES = 10;

/** The event handlers and the state of Jest's runner, which it keeps in the realm. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const STATE = 'JEST_STATE_SYMBOL';

/** The environment of tests in the realm of their process: what a file changes of it is restored after the file. */
export default class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  kept = { console, exit: process.exit, env: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: timersOfTests() });
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.kept.console;
    process.exit = this.kept.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.kept.env)) delete process.env[name];
    Object.assign(process.env, this.kept.env);
    resetRunner();
  }

  getVmContext() {
    return null;
  }
}

/** The globals that hold timers, with another `process`: Node's own streams need the `nextTick` of theirs. */
function timersOfTests() {
  const ofTests = Object.create(process);
  return new Proxy(globalThis, { get: (target, name) => (name === 'process' ? ofTests : Reflect.get(target, name)) });
}

/** Leaves Jest's runner as it was loaded. Loading it for each file would leave `describe` and `it` in modules that files share behind. */
function resetRunner() {
  globalThis[HANDLERS].length = 2;
  const symbol = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === STATE);
  const { rootDescribeBlock, ...state } = globalThis[symbol];
  const root = { ...rootDescribeBlock, children: [], hooks: [], tests: [], mode: undefined };
  const emptied = Object.entries(state).map(([name, value]) => [name, emptyLike(value)]);
  globalThis[symbol] = {
    ...Object.fromEntries(emptied),
    ...{ rootDescribeBlock: root, currentDescribeBlock: root, currentlyRunningTest: null },
    ...{ hasFocusedTests: false, hasStarted: false, parentProcess: null },
  };
}

function emptyLike(value) {
  if (Array.isArray(value)) return [];
  return value instanceof Map || value instanceof WeakMap ? new value.constructor() : value;
}
