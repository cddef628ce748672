import fc from 'fast-check';
import type { AuthorizationAttributes } from '../../src/plugin-api/index.js';
import { AttributesRecorderPlugin, RECORDED_USER, asked } from '../support/attributes-recorder.plugin.js';
import { type OddTarget, oddTarget } from '../support/odd-targets.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const REQUESTS = 2000;
const SEED = Number(process.env.TEST_FUZZ_SEED ?? 20_261_122);
const TOKEN = 'recorded-token';

/** The collections that are looked at: where they are listed, and what their objects have besides metadata. */
const COLLECTIONS: Readonly<Record<string, readonly [path: string, kind: Json]>> = {
  configmaps: ['/api/v1/', { apiVersion: 'v1', kind: 'ConfigMap' }],
  secrets: ['/api/v1/', { apiVersion: 'v1', kind: 'Secret' }],
  clusterroles: [
    '/apis/rbac.authorization.k8s.io/v1/',
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
  ],
};

/** One stored object: whose it is, and which version of it. */
interface Found {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
}

let server: TestServer;
let before = new Map<string, Found>();
let revision = '';

beforeAll(async () => {
  server = await startTestServer({
    plugins: [AttributesRecorderPlugin],
    controllers: 'stepped',
    tokens: [`${TOKEN},${RECORDED_USER},1,""`],
  });
  for (const name of ['one', 'two']) {
    await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  await restore();
});

afterAll(() => server.close());

/** Recreates the objects that requests target, each with a mark that identifies it. */
async function restore(): Promise<void> {
  for (const [resource, [prefix, object]] of Object.entries(COLLECTIONS)) {
    for (const namespace of resource === 'clusterroles' ? [''] : ['one', 'two']) {
      const path = `${prefix}${namespace && `namespaces/${namespace}/`}${resource}`;
      for (const name of ['a', 'b']) {
        const annotations = { mark: `${resource}/${namespace}/${name}` };
        await server.client.post(path, { ...object, metadata: { name, annotations, labels: { l: name } } });
      }
      await server.client.delete(`${path}/c`);
    }
  }
  before = await readAll();
  revision = await currentRevision();
}

async function currentRevision(): Promise<string> {
  return (await server.client.get('/api/v1/configmaps?limit=1')).body.metadata.resourceVersion;
}

async function readAll(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const [resource, [prefix]] of Object.entries(COLLECTIONS)) {
    for (const { metadata } of (await server.client.get(`${prefix}${resource}`)).body.items as Json[]) {
      const { namespace = '', name, resourceVersion: version } = metadata;
      found.set(`${resource}/${namespace}/${name}`, { resource, namespace, name, version });
    }
  }
  return found;
}

/** Reports whether what was authorized covers what was done to an object. */
function isCovered(verbs: readonly string[], { resource, namespace, name }: Omit<Found, 'version'>): boolean {
  const names = (verb: string): readonly string[] =>
    ['list', 'watch', 'deletecollection', 'create'].includes(verb) ? ['', name] : [name];
  const namespaces = (verb: string): readonly string[] =>
    ['list', 'watch', 'deletecollection'].includes(verb) ? ['', namespace] : [namespace];
  return asked.some(
    (one: AuthorizationAttributes) =>
      one.isResourceRequest &&
      one.resource === resource &&
      verbs.includes(one.verb) &&
      names(one.verb).includes(one.name) &&
      namespaces(one.verb).includes(one.namespace),
  );
}

/** Returns the verbs that authorize a change of an object, by the method of its request. */
function verbsOf(method: string, isNew: boolean, isGone: boolean): readonly string[] {
  if (isNew) return ['create'];
  if (isGone) return ['delete', 'deletecollection'];
  return { PUT: ['update'], PATCH: ['patch'], DELETE: ['delete', 'deletecollection'] }[method] ?? [];
}

/** Returns the effects that were not authorized. */
async function faultsOf({ method }: OddTarget, text: string): Promise<string[]> {
  const shown = [...text.matchAll(/"mark":"([^"/]*)\/([^"/]*)\/([^"/]*)"/g)].map(([, resource, namespace, name]) => ({
    resource,
    namespace,
    name,
  }));
  const reading = method === 'GET' ? ['get', 'list', 'watch'] : verbsOf(method, method === 'POST', false);
  const faults = shown.filter((found) => !isCovered(reading, found)).map((found) => `shows ${JSON.stringify(found)}`);
  if ((await currentRevision()) === revision) return faults;
  const after = await readAll();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    if (old?.version === now?.version) continue;
    if (!isCovered(verbsOf(method, !old, !now), (now ?? old)!)) faults.push(`changes ${key}`);
  }
  await restore();
  return faults;
}

/** Sends a request and answers the text of its answer, of a watch only the beginning. */
async function send({ method, path, headers, body }: OddTarget): Promise<{ status: number; text: string }> {
  const response = await server.client.open(method, path, { headers, body, token: TOKEN });
  const timer = setTimeout(() => response.destroy(), 50);
  let text = '';
  try {
    for await (const chunk of response) text += String(chunk);
  } catch {
    // A watch that was left.
  }
  clearTimeout(timer);
  return { status: response.statusCode ?? 0, text };
}

describe('what is authorized', () => {
  it('is what is done, however the request is put', async () => {
    const effects = new Map<string, number>();
    const count = (effect: string): unknown => effects.set(effect, (effects.get(effect) ?? 0) + 1);
    const faults: string[] = [];
    for (const request of fc.sample(oddTarget, { numRuns: REQUESTS, seed: SEED })) {
      asked.length = 0;
      const { status, text } = await send(request);
      const found = await faultsOf(request, text);
      if (text.includes('"mark"') || (status < 300 && request.method !== 'GET')) count(request.method);
      if (found.length > 0) {
        const { method, path, headers } = request;
        faults.push(`${method} ${path} ${JSON.stringify(headers)} (${status}) ${found.join(', ')}`);
      }
    }
    expect(faults).toEqual([]);
    // They reach what they are meant to reach.
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(effects.get(method)).toBeGreaterThan(4);
  });
});
