import type { Json, TestAnswer, TestClient } from '../test-client.js';
import { type Attempt, type Ledger, MARK } from './ledger.js';
import type { SeededRandom } from './seeded-random.js';

/** The namespace of all that is written. */
export const NAMESPACE = '/api/v1/namespaces/crash';

/** Objects a worker has of its own. */
const OBJECTS = ['configmaps', 'configmaps', 'configmaps', 'services', 'services'] as const;

/** The dependencies of a worker. */
export interface LoadParts {
  readonly client: TestClient;
  readonly ledger: Ledger;
  readonly random: SeededRandom;
  /** Distinguishes its objects from those of others, and its writes from those of other rounds. */
  readonly worker: number;
  readonly round: number;
}

/** Creates, updates, patches and deletes objects of its own until the connection breaks. */
export async function writeUntilBroken(parts: LoadParts): Promise<void> {
  for (let n = 0; ; n++) {
    const which = parts.random.below(OBJECTS.length);
    const path = `${NAMESPACE}/${OBJECTS[which]}/w${parts.worker}-${which}`;
    try {
      await writeOnce(parts, path, `${parts.round}.${parts.worker}.${n}`);
    } catch {
      return;
    }
  }
}

async function writeOnce({ client, ledger, random }: LoadParts, path: string, mark: string): Promise<void> {
  const isThere = ledger.stateOf(path) !== undefined;
  const choice = random.below(4);
  const attempt: Attempt = isThere && choice === 0 ? 'delete' : { writes: mark };
  ledger.begin(path, attempt);
  const answer = await send(client, { path, mark, how: isThere ? HOW[choice] : 'create' });
  if (answer.status >= 300) ledger.refuse(path);
  else ledger.succeed(path, attempt === 'delete' ? undefined : answer.body);
}

const HOW = ['delete', 'update', 'patch', 'patch'] as const;

function send(
  client: TestClient,
  { path, mark, how }: { path: string; mark: string; how: (typeof HOW)[number] | 'create' },
): Promise<TestAnswer> {
  const [collection, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  if (how === 'delete') return client.delete(path);
  if (how === 'patch') return client.patch(path, 'merge-patch', { metadata: { annotations: { [MARK]: mark } } });
  const object = objectOf(collection, name, mark);
  return how === 'create' ? client.post(collection, object) : client.put(path, object);
}

function objectOf(collection: string, name: string, mark: string): Json {
  const metadata = { name, annotations: { [MARK]: mark } };
  if (collection.endsWith('configmaps')) return { metadata, data: { filler: mark.padEnd(600, '.') } };
  return { metadata, spec: { type: 'NodePort', ports: [{ port: 80 }] } };
}

/** The objects there are, by path, and the revision of the list. */
export async function readAll(client: TestClient): Promise<{ found: Map<string, Json>; revision: number }> {
  const found = new Map<string, Json>();
  let revision = 0;
  for (const resource of new Set(OBJECTS)) {
    const { body } = await client.get(`${NAMESPACE}/${resource}`);
    revision = Number(body.metadata.resourceVersion);
    for (const item of body.items as Json[]) {
      if (item.metadata.annotations?.[MARK]) found.set(`${NAMESPACE}/${resource}/${item.metadata.name}`, item);
    }
  }
  return { found, revision };
}

const AT_ONCE = 8;
let names = 0;

/**
 * How many services of a type can still be created: what is left of addresses, or of node ports. They are deleted
 * again.
 */
export async function countFree(client: TestClient, type: 'ClusterIP' | 'NodePort'): Promise<number> {
  const paths: string[] = [];
  const isCreated = async (): Promise<boolean> => {
    const name = `free-${type.toLowerCase()}-${++names}`;
    const object = { metadata: { name }, spec: { type, ports: [{ port: 80 }] } };
    const { status } = await client.post(`${NAMESPACE}/services`, object);
    if (status === 201) paths.push(`${NAMESPACE}/services/${name}`);
    return status === 201;
  };
  const fill = async (): Promise<void> => {
    while (await isCreated());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  await Promise.all(paths.map((path) => client.delete(path)));
  return paths.length;
}
