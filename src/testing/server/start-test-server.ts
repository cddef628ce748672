import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartApiServerOptions } from '../../index.js';
import type { Clock } from '../../observability/index.js';
import { FakeClock } from '../fake-clock.js';
import { InProcessServer } from './in-process-server.js';
import { makeHandle } from './make-handle.js';
import { type ServerFacts, ServerOperations } from './server-operations.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.js';
import { LOOPBACK, writeTestCertificates } from './test-certificates.js';
import type { TestServer } from './test-server.js';

/** The options of a server for tests: those of `startApiServer`, and what only tests need. */
export interface TestServerOptions extends Omit<StartApiServerOptions, 'engine' | 'instruments' | 'listen'> {
  /**
   * The time of the server: a clock, `fake` for one that stands still at 2024-01-01T00:00:00Z until `advance` moves it, or
   * that of the machine when not given.
   */
  readonly clock?: Clock | 'fake';
  /** With a seed, uids and generated names follow from what is created; random ones when not given. */
  readonly seed?: string | number;
  /**
   * With a number of fake nodes the server runs Deployments, ReplicaSets, StatefulSets and Jobs: pods are scheduled and
   * become ready, or what `nodes.script` says. Workloads stay as they are when not given.
   */
  readonly nodes?: number;
  /** Lines of further tokens: `token,user,uid,"group,group"`. */
  readonly tokens?: readonly string[];
}

/**
 * Starts a server for tests in this process, on a free port of the loopback interface, with a store in memory. Resolves
 * when it is ready and its controllers are idle. Rejects as `startApiServer` does.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { facts, operations } = await openServer(options);
  return makeHandle(facts, operations);
}

/** Starts a server and answers what its handle needs. */
export async function openServer({
  clock,
  tokens = [],
  ...options
}: TestServerOptions): Promise<{ readonly facts: ServerFacts; readonly operations: ServerOperations }> {
  const folder = makeTemporaryFolder();
  const token = randomBytes(16).toString('hex');
  try {
    await writeTestCertificates(join(folder, 'certs'));
    const tokenAuthFile = join(folder, 'tokens.csv');
    const lines = [`${token},admin,admin,"system:masters"`, ...tokens, ''];
    writeFileSync(tokenAuthFile, lines.join('\n'), { mode: 0o600 });
    const server = await InProcessServer.start({
      ...options,
      folder,
      clock: clock === 'fake' ? new FakeClock() : clock,
      serving: { bindAddress: LOOPBACK, ...options.serving },
      authentication: { tokenAuthFile, ...options.authentication },
    });
    const { url, certificateAuthority, kubeconfig, kubeconfigPath } = server.api;
    const facts = { url, certificateAuthority, token, kubeconfig, kubeconfigPath };
    return { facts, operations: new ServerOperations(server, folder) };
  } catch (error) {
    removeTemporaryFolder(folder);
    throw error;
  }
}
