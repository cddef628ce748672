import { runCommand } from '../../src/commands/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import type { TestClient } from './test-client.js';

/** The outcome of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Stored {
  readonly metadata: Record<string, unknown>;
  readonly spec: Record<string, unknown>;
}

const IN_DEFAULT = '/api/v1/namespaces/default';

/** Runs a command of the program in this process. */
export async function binnacle(...words: string[]): Promise<Outcome> {
  const outcome = { out: '', err: '' };
  const sink = (name: 'out' | 'err') => ({ write: (text: string) => void (outcome[name] += text) });
  const host = { out: sink('out'), err: sink('err'), ownPlugins: async () => BUILT_IN_PLUGINS };
  const code = await runCommand(words[0]!, words.slice(1), host);
  return { code, ...outcome };
}

/** Writes a ConfigMap, a Service with an address, and an event that expires. */
export async function writeObjects(client: TestClient): Promise<void> {
  await client.post(`${IN_DEFAULT}/configmaps`, { metadata: { name: 'kept' }, data: { k: 'v' } });
  const spec = { ports: [{ port: 80 }], selector: { app: 'web' } };
  await client.post(`${IN_DEFAULT}/services`, { metadata: { name: 'web' }, spec });
  const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' }, reason: 'r', type: 'Normal' };
  await client.post(`${IN_DEFAULT}/events`, event);
}

/** The Service and the ConfigMap of `writeObjects`, without revisions. */
export async function objectsOf(client: TestClient): Promise<Stored[]> {
  const paths = [`${IN_DEFAULT}/services/web`, `${IN_DEFAULT}/configmaps/kept`];
  return Promise.all(paths.map(async (path) => withoutVersion((await client.get(path)).body as unknown as Stored)));
}

function withoutVersion({ metadata, ...rest }: Stored): Stored {
  const { resourceVersion: _, ...others } = metadata;
  return { ...rest, metadata: others };
}
