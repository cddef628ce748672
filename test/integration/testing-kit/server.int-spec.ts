import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type TestServer, startTestServer } from '../../../src/testing/index.js';
import { PostPlugin } from '../../fixtures/plugins/parcel.plugin.js';

interface Metadata {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
}

const MAPS = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, data: object = {}): object => ({ metadata: { name }, data });

describe('startTestServer()', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  afterEach(() => server.reset());

  it('serves over TLS as its administrator, for whom it has a kubeconfig', async () => {
    expect((await server.request('GET', '/readyz')).text).toBe('ok');
    const { body } = await server.request<{ status: { userInfo: object } }>(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      { body: {} },
    );
    expect(body.status.userInfo).toMatchObject({
      username: 'admin',
      groups: ['system:masters', 'system:authenticated'],
    });
    expect(await readFile(server.kubeconfigPath, 'utf8')).toBe(server.kubeconfig);
    expect(server.kubeconfig).toContain(server.url);
  });

  it('sends requests as other users', async () => {
    const { status, body } = await server.request('GET', '/api/v1/nodes', { as: 'jane', groups: ['team-a'] });
    expect([status, body.message]).toEqual([403, expect.stringContaining('User "jane" cannot list resource "nodes"')]);
  });

  it('sends and reads integers of 64 bits exactly', async () => {
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const body = { metadata: { name: 'far' }, data: {}, revision: 9007199254740993n };
    const created = await server.request('POST', revisions, { body });
    expect(created.text).toContain('"revision":9007199254740993');
    expect(created.body.revision).toBe(9007199254740993n);
    const broken = await server.request('GET', '/readyz');
    expect(() => broken.body).toThrow(SyntaxError);
  });

  it('puts the state after the start back', async () => {
    await server.request('POST', MAPS, { body: configMap('a') });
    await server.request('DELETE', '/api/v1/namespaces/kube-node-lease');
    await server.request('PATCH', '/api/v1/namespaces/default', { body: { metadata: { labels: { team: 'a' } } } });
    await server.reset();
    expect((await server.request('GET', `${MAPS}/a`)).status).toBe(404);
    const { body } = await server.request<{ items: (Metadata & { metadata: { labels: object } })[] }>(
      'GET',
      '/api/v1/namespaces',
    );
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
    expect(body.items[0].metadata.labels).not.toHaveProperty('team');
  });

  it('restores snapshots, over and over and in any order', async () => {
    const names = async (): Promise<string[]> => {
      const { body } = await server.request<{ items: Metadata[] }>('GET', MAPS);
      return body.items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
    };
    const empty = await server.snapshot();
    await server.request('POST', MAPS, { body: configMap('a') });
    const withA = await server.snapshot();
    await server.request('DELETE', `${MAPS}/a`);
    await server.request('POST', MAPS, { body: configMap('b') });
    await server.restore(withA);
    expect(await names()).toEqual(['a']);
    await server.restore(empty);
    expect(await names()).toEqual([]);
    await server.restore(withA);
    expect(await names()).toEqual(['a']);
    await expect(server.restore({ id: 99 })).rejects.toThrow(RangeError);
  });

  it('ends watches with 410 Expired when a state is put back', async () => {
    const snapshot = await server.snapshot();
    await server.request('POST', MAPS, { body: configMap('seen') });
    const { body } = await server.request<{ metadata: { resourceVersion: string } }>('GET', MAPS);
    const since = body.metadata.resourceVersion;
    const watch = await server.open('GET', `${MAPS}?watch=1&resourceVersion=${since}`);
    const lines = createInterface({ input: watch })[Symbol.asyncIterator]();
    await server.request('POST', MAPS, { body: configMap('later') });
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ type: 'ADDED' });
    await server.restore(snapshot);
    const last = JSON.parse((await lines.next()).value as string) as object;
    expect(last).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    expect((await lines.next()).done).toBe(true);
    // The version from before is not served again.
    const again = await server.open('GET', `${MAPS}?watch=1&resourceVersion=${since}`);
    const others = createInterface({ input: again })[Symbol.asyncIterator]();
    const first = await others.next();
    expect(JSON.parse(first.value as string)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  });

  it('goes on to enforce what the state that was put back says', async () => {
    const quota = { metadata: { name: 'few' }, spec: { hard: { 'count/configmaps': '2' } } };
    await server.request('POST', '/api/v1/namespaces/default/resourcequotas', { body: quota });
    await server.settled();
    expect((await server.request('POST', MAPS, { body: configMap('a') })).status).toBe(201);
    const full = await server.request('POST', MAPS, { body: configMap('b') });
    expect([full.status, full.body.reason]).toEqual([403, 'Forbidden']);
    await server.reset();
    expect((await server.request('POST', MAPS, { body: configMap('b') })).status).toBe(201);
    expect((await server.request('POST', MAPS, { body: configMap('c') })).status).toBe(201);
  });
});

describe('servers of one process', () => {
  it('begin alike and know nothing of each other', async () => {
    const first = await startTestServer();
    await first.request('POST', MAPS, { body: configMap('mine') });
    await first.request('DELETE', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view');
    const second = await startTestServer();
    expect((await second.request('GET', `${MAPS}/mine`)).status).toBe(404);
    expect((await second.request('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).status).toBe(200);
    const service = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
    const { body } = await second.request<{ ports: { port: number }[] }>('GET', service);
    expect(body.ports[0].port).toBe(Number(new URL(second.url).port));
    await Promise.all([first.close(), second.close()]);
  });
});

describe('startTestServer({ seed })', () => {
  const podsOf = async (server: TestServer): Promise<unknown[]> => {
    const body = { metadata: { generateName: 'web-' }, data: {} };
    const first = await server.request<Metadata>('POST', MAPS, { body });
    const second = await server.request<Metadata>('POST', MAPS, { body });
    return [first.body.metadata, second.body.metadata];
  };

  /** The versions of everything of a kind that is there after the start. */
  const versionsOf = async (server: TestServer, path: string): Promise<unknown[]> => {
    const { body } = await server.request<{ items: Metadata[] }>('GET', path);
    return body.items.map(({ metadata }) => [metadata.name, metadata.uid, metadata.resourceVersion]);
  };

  it('draws the same uids, names and versions on every server, and again after a reset', async () => {
    const options = { seed: 7, clock: 'fake' } as const;
    const [one, two] = await Promise.all([startTestServer(options), startTestServer(options)]);
    for (const path of ['/api/v1/namespaces', '/apis/apiregistration.k8s.io/v1/apiservices']) {
      expect(await versionsOf(one, path)).toEqual(await versionsOf(two, path));
    }
    const [first, second] = await Promise.all([podsOf(one), podsOf(two)]);
    expect(first).toEqual(second);
    expect(first[0]).not.toEqual(first[1]);
    const uid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const name = /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/;
    expect(first[0]).toMatchObject({ uid: expect.stringMatching(uid), name: expect.stringMatching(name) });
    await one.reset();
    const [again] = (await podsOf(one)) as Metadata['metadata'][];
    const [before] = first as Metadata['metadata'][];
    expect([again.name, again.uid]).toEqual([before.name, before.uid]);
    expect(again.resourceVersion).toBe('2000001');
    await Promise.all([one.close(), two.close()]);
  });

  it('draws others with another seed', async () => {
    const [one, two] = await Promise.all([startTestServer({ seed: 1 }), startTestServer({ seed: 2 })]);
    const [[first], [second]] = (await Promise.all([podsOf(one), podsOf(two)])) as Metadata['metadata'][][];
    expect(first.uid).not.toBe(second.uid);
    await Promise.all([one.close(), two.close()]);
  });
});

describe('startTestServer({ plugins })', () => {
  it('serves the kinds of plugins given as classes', async () => {
    const server = await startTestServer({ plugins: [PostPlugin] });
    const parcel = { apiVersion: 'post.example.com/v2', kind: 'Parcel', metadata: { name: 'a' }, spec: {} };
    const parcels = '/apis/post.example.com/v2/namespaces/default/parcels';
    const { status } = await server.request('POST', parcels, { body: parcel });
    expect(status).toBe(201);
    await server.reset();
    expect((await server.request('GET', `${parcels}/a`)).status).toBe(404);
    await server.close();
  });
});
