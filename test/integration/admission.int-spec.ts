import { plausibleName, plausibleObject } from '../support/plausible-objects.js';
import { type RecordedWrite, RecorderPlugin, recorded } from '../support/recorder.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let server: TestServer;

beforeAll(async () => {
  // Controllers that write the objects meanwhile would make the writes of this suite conflict.
  server = await startTestServer({ plugins: [RecorderPlugin], controllers: 'stepped' });
  await server.ready;
  await eventually(async () => {
    await server.stepControllers();
    return (await server.client.get('/api/v1/namespaces/default/serviceaccounts/default')).status;
  });
});

afterAll(() => server.close());

async function eventually(status: () => Promise<number>): Promise<void> {
  while ((await status()) !== 200) await new Promise((resolve) => setImmediate(resolve));
}

/** A resource or subresource in discovery. */
interface Found {
  readonly path: string;
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly kind: { group: string; version: string; kind: string };
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

async function discover(): Promise<Found[]> {
  const { body } = await server.client.get('/apis');
  const groups = (body.groups as Json[]).flatMap(({ versions }) => versions as Json[]);
  const versions = ['v1', ...groups.map(({ groupVersion }) => groupVersion as string)];
  return (await Promise.all(versions.map(resourcesOf))).flat();
}

async function resourcesOf(groupVersion: string): Promise<Found[]> {
  const [group, version] = groupVersion.includes('/') ? groupVersion.split('/') : ['', groupVersion];
  const path = group === '' ? `/api/${version}` : `/apis/${groupVersion}`;
  const { body } = await server.client.get(path);
  return (body.resources as Json[]).map(({ name, kind, namespaced, verbs, ...own }) => ({
    path,
    group,
    version,
    name: name as string,
    kind: { group: (own.group as string) ?? group, version: (own.version as string) ?? version, kind: kind as string },
    namespaced: namespaced as boolean,
    verbs: verbs as string[],
  }));
}

const apiVersionOf = ({ kind: { group, version } }: Found): string => (group === '' ? version : `${group}/${version}`);

/** Sends a write, as a dry run first, and returns the admission attributes of both. */
async function written(
  method: string,
  path: string,
  body?: Json,
): Promise<{ answer: Json; dry: RecordedWrite[]; real: RecordedWrite[] }> {
  const headers: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const send = async (query: string): Promise<[Json, RecordedWrite[]]> => {
    recorded.length = 0;
    const { status, text } = await server.request(method, `${path}${query}`, { body, headers });
    const answer = { method, path, status, body: JSON.parse(text) as Json };
    if (status >= 400) throw new Error(`${method} ${path}${query} is no plausible request: ${text}`);
    // Controllers write all the time.
    return [answer, recorded.filter(({ user }) => user.name === 'admin')];
  };
  const [, dry] = await send('?dryRun=All');
  const [answer, real] = await send('');
  return { answer, dry, real };
}

interface Expected {
  readonly found: Found;
  readonly operation: RecordedWrite['operation'];
  readonly name?: string;
}

/** Compares the recorded attributes of one write, dry run and real, with the write. */
function expectTold(sent: { dry: RecordedWrite[]; real: RecordedWrite[] }, { found, operation, name }: Expected): void {
  const [resource, subresource = ''] = found.name.split('/');
  const { group, version, kind } = found;
  const expected = { operation, kind, resource: { group, version, resource }, subresource };
  const options = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions', CONNECT: '' }[operation];
  const told = [sent.dry, sent.real].map((writes, i) => {
    const own = writes.filter((write) => write.resource.resource === resource && write.subresource === subresource);
    expect(own.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['admit', 'validate']));
    for (const write of own) {
      expect(write).toMatchObject(expected);
      expect(write.dryRun).toBe(i === 0);
      expect(write.options).toMatchObject({ kind: options, apiVersion: 'meta.k8s.io/v1' });
      expect(write.options?.dryRun).toEqual(i === 0 ? ['All'] : undefined);
    }
    return own;
  });
  for (const write of told.flat().filter(({ phase }) => phase === 'validate')) {
    expect(write.object !== undefined).toBe(operation !== 'DELETE');
    expect(write.oldObject !== undefined).toBe(operation !== 'CREATE');
    if (name !== undefined) expect(write.name).toBe(name);
  }
}

const MERGE = { metadata: { labels: { patched: 'yes' } } };
const MERGES: Readonly<Record<string, Json>> = { Scale: { spec: { replicas: 2 } } };

describe('admission', () => {
  it('is called for every mutating route in discovery', async () => {
    const all = await discover();
    const reached: string[] = [];
    const core = all.find(({ name, group }) => name === 'pods' && group === '')!;
    await server.client.post(
      '/api/v1/namespaces/default/pods',
      plausibleObject('pods', 'v1', core.kind.kind, 'unbound'),
    );
    // Namespaces last: what is in them would go with them.
    const main = all.filter(({ name }) => !name.includes('/'));
    for (const found of main.sort((a, b) => Number(a.name === 'namespaces') - Number(b.name === 'namespaces'))) {
      const parts = all.filter(({ path, name }) => path === found.path && name.startsWith(`${found.name}/`));
      reached.push(...(await exercise(found, parts)));
    }
    const routes = all.flatMap(({ path, name, verbs }) =>
      verbs.filter((verb) => !['get', 'list', 'watch'].includes(verb)).map((verb) => `${verb} ${path} ${name}`),
    );
    expect(reached.sort()).toEqual(routes.sort());
    expect(routes.length).toBeGreaterThan(100);
  });
});

async function exercise(found: Found, parts: readonly Found[]): Promise<string[]> {
  const { path, name, namespaced, verbs } = found;
  const collection = `${path}/${namespaced ? 'namespaces/default/' : ''}${name}`;
  const id = plausibleName(name);
  const item = `${collection}/${id}`;
  const reached: string[] = [];
  const note = (of: Found, verb: string): void => void reached.push(`${verb} ${of.path} ${of.name}`);
  const create = async (): Promise<void> => {
    const sent = await written('POST', collection, plausibleObject(name, apiVersionOf(found), found.kind.kind, id));
    expectTold(sent, { found, operation: 'CREATE' });
  };
  if (verbs.includes('create')) {
    await create();
    note(found, 'create');
  }
  if (verbs.includes('update')) {
    for (const part of [found, ...parts]) {
      for (const verb of part.verbs) if (await change(part, verb, item)) note(part, verb);
    }
  }
  if (verbs.includes('delete')) {
    expectTold(await written('DELETE', item), { found, operation: 'DELETE', name: id });
    note(found, 'delete');
  }
  if (verbs.includes('deletecollection')) {
    // A namespaced pod without a node goes at once; what finalizers hold is still there to be deleted again.
    await server.client.post(collection, plausibleObject(name, apiVersionOf(found), found.kind.kind, id));
    const sent = await written('DELETE', `${collection}`);
    expectTold(sent, { found, operation: 'DELETE' });
    note(found, 'deletecollection');
  }
  return reached;
}

/** Sends a write to an object or a subresource; returns false if there is no such write. */
async function change(part: Found, verb: string, item: string): Promise<boolean> {
  const [resource, subresource] = part.name.split('/');
  const id = plausibleName(resource);
  const path = subresource === undefined ? item : `${item}/${subresource}`;
  if (CONNECTING.has(subresource)) return connect(part, verb, path);
  if (verb === 'create' && subresource !== undefined) {
    const body = plausibleObject(part.name, apiVersionOf(part), part.kind.kind, 'x');
    expectTold(await written('POST', path, body), { found: part, operation: 'CREATE' });
    return true;
  }
  if (verb === 'update') {
    const { body } = await server.client.get(part.verbs.includes('get') ? path : item);
    expectTold(await written('PUT', path, body), { found: part, operation: 'UPDATE', name: id });
    return true;
  }
  if (verb !== 'patch') return false;
  const patch = MERGES[part.kind.kind] ?? MERGE;
  expectTold(await written('PATCH', path, patch), { found: part, operation: 'UPDATE', name: id });
  return true;
}

/** Subresources that are proxied to a missing server: admission is called before that is detected. */
const CONNECTING: ReadonlySet<string | undefined> = new Set(['attach', 'exec', 'portforward', 'proxy']);
const METHODS: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT', patch: 'PATCH', delete: 'DELETE' };

async function connect(part: Found, verb: string, path: string): Promise<boolean> {
  const method = METHODS[verb];
  if (method === undefined) return false;
  recorded.length = 0;
  await server.request(method, `${path}?container=c&command=ls`);
  const told = recorded.filter(({ user }) => user.name === 'admin');
  const [resource, subresource] = part.name.split('/');
  expect(told[0]).toMatchObject({ operation: 'CONNECT', name: plausibleName(resource), subresource });
  return true;
}
