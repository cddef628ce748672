import { CommandError, type CommandHost, EXIT, type RunningServer } from '../output.js';
import { readWords } from '../read-files.js';
import { ApiClient } from '../api-client.js';
import { type ManifestObject, readManifest } from './manifest.js';
import { POLICY_SERVER_OPTIONS, PolicyServer } from './policy-server.js';
import { ResourceFinder } from './resource-finder.js';
import { type Trial, tryObject } from './trial.js';
import { describeTrial } from './trial-text.js';

/** The words of the command, checked. */
interface Order {
  readonly manifest: string;
  /** Files of policies for a server of the command's own; of none, another server is asked. */
  readonly policies: readonly string[];
  readonly kubeconfig: string;
  readonly server: string | undefined;
  readonly namespace: string;
  readonly isJson: boolean;
}

/**
 * Runs `binnacle admission try`: tries the objects of a manifest as dry runs, and says what policies and webhooks said of
 * each: those of a server, or those of files. Fails where an object is denied.
 */
export async function tryManifest(words: readonly string[], host: CommandHost): Promise<number> {
  const order = readOrder(words);
  const objects = await readManifest(order.manifest);
  const trials = order.policies.length > 0 ? await tryOnOwn(objects, order, host) : await tryOnServer(objects, order);
  const denied = trials.filter(({ isAllowed }) => !isAllowed).length;
  const text = order.isJson ? json(trials) : `${trials.map(describeTrial).join('')}${summary(trials.length, denied)}`;
  host.out.write(text);
  return denied > 0 ? EXIT.otherwise : EXIT.done;
}

function readOrder(words: readonly string[]): Order {
  const { values, lists, positionals } = readWords(words, {
    values: ['kubeconfig', 'server', 'namespace', 'output'],
    lists: ['policies'],
  });
  const [manifest, ...others] = positionals;
  if (manifest === undefined || others.length > 0) throw new CommandError('one FILE, or directory, is needed');
  const { kubeconfig = process.env.KUBECONFIG ?? '', server, namespace = 'default', output = 'text' } = values;
  if (output !== 'text' && output !== 'json') throw new CommandError('--output: text and json are the formats');
  const { policies } = lists;
  if (policies.length > 0 && (values.kubeconfig ?? server) !== undefined)
    throw new CommandError('--policies: not together with --kubeconfig or --server');
  if (policies.length === 0 && kubeconfig === '')
    throw new CommandError('--policies PATH, --kubeconfig FILE or the variable KUBECONFIG is needed');
  return { manifest, policies, kubeconfig, server, namespace, isJson: output === 'json' };
}

async function tryOnServer(objects: readonly ManifestObject[], order: Order): Promise<Trial[]> {
  const client = await ApiClient.open(order.kubeconfig, order.server);
  try {
    return await tryAll(objects, { client, finder: new ResourceFinder(client, order.namespace) });
  } finally {
    await client.close();
  }
}

/** A server in this process, with a store in memory, is given what the files have. */
async function tryOnOwn(objects: readonly ManifestObject[], order: Order, host: CommandHost): Promise<Trial[]> {
  const stored = (await Promise.all(order.policies.map(readManifest))).flat();
  if (!host.startServer) throw new CommandError('--policies: this program cannot start a server');
  const server: RunningServer = await host.startServer(POLICY_SERVER_OPTIONS);
  try {
    const client = await ApiClient.open(server.kubeconfigPath);
    try {
      const finder = new ResourceFinder(client, order.namespace);
      const own = new PolicyServer(client, finder);
      await own.store(stored);
      return await tryAll(objects, { client, finder, own });
    } finally {
      await client.close();
    }
  } finally {
    await server.close();
  }
}

interface TriedServer {
  readonly client: ApiClient;
  readonly finder: ResourceFinder;
  /** The command's own server; undefined for another one. */
  readonly own?: PolicyServer;
}

async function tryAll(objects: readonly ManifestObject[], { client, finder, own }: TriedServer): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const object of objects) {
    await own?.prepareFor(object);
    const trial = await tryObject(client, finder, object);
    if (trial.isAllowed) await own?.keep(object);
    trials.push(trial);
  }
  return trials;
}

function json(trials: readonly Trial[]): string {
  const isAllowed = trials.every((trial) => trial.isAllowed);
  const objects = trials.map(({ isAllowed: allowed, ...trial }) => ({ allowed, ...trial }));
  return `${JSON.stringify({ allowed: isAllowed, objects }, undefined, 2)}\n`;
}

function summary(count: number, denied: number): string {
  return denied === 0 ? '' : `${denied} of ${count} objects denied\n`;
}
