import { type StartTestServerOptions, start } from './start-test-server.js';
import { type TestHooks, hooksOfRunner } from './test-hooks.js';
import type { TestServer } from './test-server.js';

/** For starts and ends: the first start of a process takes seconds on a busy machine, and jest allows five for a hook. */
const TIMEOUT_MS = 120_000;

/** All members, so that they exist before the server does. */
const MEMBERS: Readonly<Record<keyof TestServer, true>> = {
  url: true,
  certificateAuthority: true,
  token: true,
  kubeconfig: true,
  kubeconfigPath: true,
  client: true,
  faults: true,
  requests: true,
  nodes: true,
  request: true,
  open: true,
  kubeconfigFor: true,
  snapshot: true,
  restore: true,
  reset: true,
  settled: true,
  advance: true,
  now: true,
  close: true,
};

/**
 * Starts a server before the first test of the file, or of the `describe` block that calls it; resets it after each test and closes
 * it after the last. Returns its handle at once, whose members throw until the server runs: use them in tests and in hooks that are
 * registered later. The hooks are those of jest, of vitest with globals, or of `node:test`; give them where a runner has none of these.
 */
export function useTestServer(options: StartTestServerOptions = {}, hooks: TestHooks = hooksOfRunner()): TestServer {
  return followHooks(async () => (await start(options)).handle, hooks);
}

/** Starts, resets and closes a server by the hooks of a test runner. */
export function followHooks(start: () => Promise<TestServer>, hooks: TestHooks): TestServer {
  let server: TestServer | undefined;
  let failure = new Error('the server of useTestServer starts before the first test; use it inside tests and hooks');
  hooks.beforeAll(async () => {
    try {
      server = await start();
    } catch (error) {
      // Runners run the tests, or the other hooks, nevertheless: they are to show no other error.
      failure = error as Error;
      throw error;
    }
  }, TIMEOUT_MS);
  hooks.afterEach(async () => server?.reset());
  hooks.afterAll(async () => server?.close(), TIMEOUT_MS);
  return handleOf(() => {
    if (!server) throw failure;
    return server;
  });
}

/** A handle whose members are those of a server that exists later. */
function handleOf(running: () => TestServer): TestServer {
  const members = Object.keys(MEMBERS) as (keyof TestServer)[];
  const getters = members.map((name) => [name, { get: () => running()[name], enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(getters)) as TestServer;
}
