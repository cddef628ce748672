import { startThread } from '../thread/start-thread.js';
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
export async function startTestServer({ thread, ...options }: StartTestServerOptions = {}): Promise<TestServer> {
  const { facts, operations } = await (thread ? startThread(plain(options)) : openServer(options));
  return makeHandle(facts, operations);
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
