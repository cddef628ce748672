import { placeOfThrow } from '../../plugin-host/index.js';
import { startThread } from '../thread/start-thread.js';
import { checkOptions } from './check-options.js';
import { makeHandle } from './make-handle.js';
import { type TestServerOptions, openServer } from './open-server.js';
import type { TestServer } from './test-server.js';

/** How a server for tests is started. */
export interface StartTestServerOptions extends TestServerOptions {
  /**
   * True for a server in its own thread: a test may then block its event loop, as `execFileSync('kubectl')` does.
   * Options have to be plain data: plugins by package or file, no logger, the clock by name or number.
   */
  readonly thread?: boolean;
}

/**
 * Starts a server for tests, on a free port of the loopback interface, with a store in memory. Resolves when it is ready
 * and its controllers are idle. Rejects as `startApiServer` does.
 */
export async function startTestServer(options: StartTestServerOptions = {}): Promise<TestServer> {
  // The call itself: after the first wait, nothing of the test is on the stack.
  const startedAt = placeOfThrow(new Error('started')) ?? 'an unknown place';
  const { handle, letGo } = await start(options);
  letGo(startedAt);
  return handle;
}

/** A server that has been started, and how it is kept from holding the process of a test that never closes it. */
interface StartedServer {
  readonly handle: TestServer;
  letGo(startedAt: string): void;
}

/** Starts a server whose end a hook of the runner takes care of. */
export async function start(options: StartTestServerOptions): Promise<StartedServer> {
  checkOptions(options);
  const { thread, ...others } = options;
  const { facts, operations, letGo } = await (thread ? startThread(plain(others)) : openServer(others));
  return { handle: await makeHandle(facts, operations), letGo };
}

/** Checks that options can be cloned: what cannot is named, where the clone would say no more than that it cannot. */
function plain({ plugins = [], ...options }: TestServerOptions): Record<string, unknown> {
  const { clock, logger } = options;
  if (plugins.some((plugin) => typeof plugin === 'function')) {
    throw new TypeError('plugins: classes cannot be given to a thread; name their package or file');
  }
  if (typeof clock === 'object') throw new TypeError("clock: give a thread 'fake' or a number");
  if (logger) throw new TypeError('logger: a thread has none');
  return { ...options, plugins: plugins.map(String) };
}
