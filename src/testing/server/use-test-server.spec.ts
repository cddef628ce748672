import type { TestHooks } from './test-hooks.js';
import type { TestServer } from './test-server.js';
import { followHooks, useTestServer } from './use-test-server.js';

type Run = () => Promise<void>;

/** Hooks that run when a test calls them. */
function manualHooks(): TestHooks & { runs: Record<string, Run>; timeouts: Record<string, number | undefined> } {
  const runs: Record<string, Run> = {};
  const timeouts: Record<string, number | undefined> = {};
  const register =
    (name: string) =>
    (run: Run, timeout?: number): void => {
      runs[name] = run;
      timeouts[name] = timeout;
    };
  const [beforeAll, afterEach, afterAll] = ['beforeAll', 'afterEach', 'afterAll'].map(register);
  return { beforeAll, afterEach, afterAll, runs, timeouts };
}

/** A server that records how it is used. */
function recordingServer(calls: string[]): TestServer {
  const url = 'https://127.0.0.1:1';
  const record = (call: string) => async () => void calls.push(call);
  return {
    url,
    reset: record('reset'),
    close: record('close'),
    settled: record('settled'),
  } as Partial<TestServer> as TestServer;
}

const EARLY = 'the server of useTestServer starts before the first test; use it inside tests and hooks';

describe('useTestServer()', () => {
  it('starts a server before the tests, resets it after each and closes it after all', async () => {
    const calls: string[] = [];
    const hooks = manualHooks();
    const start = async (): Promise<TestServer> => {
      calls.push('start');
      return recordingServer(calls);
    };
    const server = followHooks(start, hooks);
    expect(calls).toEqual([]);
    await hooks.runs.beforeAll();
    expect(server.url).toBe('https://127.0.0.1:1');
    await server.settled();
    await hooks.runs.afterEach();
    await hooks.runs.afterEach();
    await hooks.runs.afterAll();
    expect(calls).toEqual(['start', 'settled', 'reset', 'reset', 'close']);
  });

  it('gives starts and ends more time than the five seconds of jest, and resets the time of the runner', () => {
    const hooks = manualHooks();
    followHooks(async () => recordingServer([]), hooks);
    const { timeouts } = hooks;
    expect(timeouts.beforeAll).toBeGreaterThanOrEqual(60_000);
    expect(timeouts.afterAll).toBe(timeouts.beforeAll);
    expect(timeouts.afterEach).toBeUndefined();
  });

  it('refuses the use of any member before the start, and is no promise', async () => {
    const server = useTestServer({}, manualHooks());
    const members = Object.keys(server) as (keyof TestServer)[];
    expect(members).toEqual(expect.arrayContaining(['client', 'request', 'reset', 'url']));
    for (const member of members) expect(() => server[member]).toThrow(EARLY);
    expect(server).not.toHaveProperty('then');
  });

  it('fails by the error of the start alone', async () => {
    const hooks = manualHooks();
    const server = useTestServer({ thread: true, plugins: [class extends Object {}] }, hooks);
    const reason = 'plugins: classes cannot be given to a thread';
    await expect(hooks.runs.beforeAll()).rejects.toThrow(reason);
    expect(() => server.client).toThrow(reason);
    await hooks.runs.afterEach();
    await hooks.runs.afterAll();
  });
});
