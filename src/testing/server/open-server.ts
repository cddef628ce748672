import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartApiServerOptions } from '../../index.js';
import type { Clock } from '../../observability/index.js';
import { type PluginClass, loadPlugins } from '../../plugin-host/index.js';
import { builtBootstrap } from '../bootstrap/built-bootstrap.js';
import { FakeClock } from '../fake-clock.js';
import { checkedRelease } from '../releases.js';
import { InProcessServer } from './in-process-server.js';
import { type ServerFacts, ServerOperations } from './server-operations.js';
import { templateKeyOf } from './start-templates.js';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.js';
import { LOOPBACK, writeTestCertificates } from './test-certificates.js';

/** The options of a server for tests: those of `startApiServer`, and what only tests need. */
export interface TestServerOptions extends Omit<
  StartApiServerOptions,
  'engine' | 'instruments' | 'listen' | 'plugins'
> {
  /** API groups besides the built-in ones: classes, or packages and files of JavaScript, as `--plugins` takes them. */
  readonly plugins?: readonly (PluginClass | string | URL)[];
  /**
   * The time of the server: a clock; `fake` for one that stands still at 2024-01-01T00:00:00Z until `advance` moves it; a
   * number of milliseconds since 1970 for one that stands still then. That of the machine when not given.
   */
  readonly clock?: Clock | 'fake' | number;
  /** With a seed, uids and generated names follow from what is created; random ones when not given. */
  readonly seed?: string | number;
  /**
   * With a number of fake nodes the server runs Deployments, ReplicaSets, StatefulSets and Jobs: pods are scheduled and
   * become ready, or what `nodes.script` says. Workloads stay as they are when not given.
   */
  readonly nodes?: number;
  /**
   * The release of Kubernetes that the server shows, such as `1.29`: its API, fields, roles and gates. 1.32 when not given.
   */
  readonly release?: string;
  /** Lines of further tokens: `token,user,uid,"group,group"`. */
  readonly tokens?: readonly string[];
}

/** A running server, as its handle needs it. */
export interface OpenedServer {
  readonly facts: ServerFacts;
  readonly operations: ServerOperations;
  /** Keeps it from holding a process that runs tests. */
  letGo(startedAt: string): void;
}

/** Starts a server in this thread. Rejects as `startApiServer` does, with everything removed again. */
export async function openServer(options: TestServerOptions): Promise<OpenedServer> {
  const folder = makeTemporaryFolder();
  try {
    return await openIn(folder, options);
  } catch (error) {
    removeTemporaryFolder(folder);
    throw error;
  }
}

async function openIn(
  folder: string,
  { clock, tokens = [], plugins = [], release, ...given }: TestServerOptions,
): Promise<OpenedServer> {
  const options = release === undefined ? given : showing(checkedRelease(release), given);
  await writeTestCertificates(join(folder, 'certs'));
  const token = randomBytes(16).toString('hex');
  const tokenAuthFile = join(folder, 'tokens.csv');
  const lines = [`${token},admin,admin,"system:masters"`, ...tokens, ''];
  writeFileSync(tokenAuthFile, lines.join('\n'), { mode: 0o600 });
  const classes = await classesOf(plugins);
  const server = await InProcessServer.start({
    ...options,
    folder,
    plugins: classes,
    templateKey: sharesStart(clock, options) ? templateKeyOf({ ...options, logger: undefined }, classes) : undefined,
    // The objects of another release are made by its own start.
    content: release === undefined ? () => builtBootstrap(options, Date.now()) : undefined,
    clock: clockOf(clock),
    serving: { bindAddress: LOOPBACK, ...options.serving },
    authentication: { tokenAuthFile, ...options.authentication },
  });
  const { url, certificateAuthority, kubeconfig, kubeconfigPath } = server.api;
  const facts = { url, certificateAuthority, token, kubeconfig, kubeconfigPath };
  return { facts, operations: new ServerOperations(server, folder), letGo: (startedAt) => server.letGo(startedAt) };
}

function showing<T extends Pick<TestServerOptions, 'api'>>(release: string, options: T): T {
  return { ...options, api: { ...options.api, emulatedRelease: release } };
}

/** A server with its own time or names bootstraps itself. */
function sharesStart(clock: TestServerOptions['clock'], { seed }: Pick<TestServerOptions, 'seed'>): boolean {
  return clock === undefined && seed === undefined;
}

function clockOf(clock: TestServerOptions['clock']): Clock | undefined {
  if (clock === 'fake') return new FakeClock();
  return typeof clock === 'number' ? new FakeClock(clock) : clock;
}

const JEST_LIMIT =
  'jest loads modules itself, and no plugin by its path; import the class and name it, as in plugins: [PortsPlugin], or start with thread: true';

function isJestLimit(error: unknown): boolean {
  return error instanceof Error && /not supported in jest/i.test(error.message);
}

async function classesOf(plugins: NonNullable<TestServerOptions['plugins']>): Promise<PluginClass[]> {
  const loaded = plugins.map((plugin) => {
    if (typeof plugin === 'function') return Promise.resolve([plugin]);
    const text = String(plugin);
    return loadPlugins([text.startsWith('file:') ? fileURLToPath(text) : text]).catch((error: unknown) => {
      throw isJestLimit(error) ? new TypeError(`plugins: ${text}: ${JEST_LIMIT}`, { cause: error }) : error;
    });
  });
  return (await Promise.all(loaded)).flat();
}
