import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const EVENTS = '/api/v1/namespaces/default/events';
const HISTORY = '/debug/history/changes?resource=events&namespace=default';
const MAPS = '/api/v1/namespaces/default/configmaps';

const event = (name: string): object => ({
  metadata: { name },
  involvedObject: { namespace: 'default' },
  reason: 'r',
  type: 'Normal',
});
const configMap = (name: string): object => ({ metadata: { name } });

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const CRATES = '/apis/shop.example.com/v1/namespaces/default/crates';

/** The definition of crates, with the default of a field. */
const definition = (initial: string): object => ({
  metadata: { name: 'crates.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'crates', kind: 'Crate' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { size: { type: 'string', default: initial } } },
        },
      },
    ],
  },
});

describeWithEtcd('--etcd-servers-overrides', () => {
  let etcd: EtcdProcess;
  let other: EtcdProcess;
  let server: TestServer;

  const start = (compactionInterval = 0): Promise<TestServer> =>
    startTestServer({
      storage: { backend: 'etcd3', compactionInterval, continueTokenTtl: 0 },
      etcd: { servers: [etcd.url], serversOverrides: [`/events#${other.url}`, `shop.example.com/*#${other.url}`] },
    });

  beforeAll(async () => {
    [etcd, other] = await Promise.all([EtcdProcess.start(), EtcdProcess.start()]);
    server = await start();
  });

  afterAll(async () => {
    await server.close();
    await Promise.all([etcd.remove(), other.remove()]);
  });

  const revisionOf = ({ metadata }: Json): number => Number(metadata.resourceVersion);

  it('keeps the objects of the resource in the other etcd, of every version and group, and all else in the first', async () => {
    const { client } = server;
    expect((await client.post(EVENTS, event('kept'))).status).toBe(201);
    expect((await client.post(MAPS, configMap('kept'))).status).toBe(201);
    expect((await client.get('/apis/events.k8s.io/v1/namespaces/default/events/kept')).status).toBe(200);
    expect(await other.keys('/registry/')).toEqual(['/registry/events/default/kept']);
    const keys = await etcd.keys('/registry/');
    expect(keys).toContain('/registry/configmaps/default/kept');
    expect(keys.filter((key) => key.startsWith('/registry/events/'))).toEqual([]);
  });

  it('gives the resource revisions of its own, for lists, pages, watches and conflicts', async () => {
    const { client } = server;
    for (let i = 0; i < 30; i++) await client.post(MAPS, configMap(`ahead-${i}`));
    const created = (await client.post(EVENTS, event('own'))).body;
    const map = (await client.post(MAPS, configMap('own'))).body;
    expect(revisionOf(created)).toBeLessThan(revisionOf(map) - 30);
    const page = (await client.get(`${EVENTS}?limit=1`)).body;
    expect(revisionOf(page)).toBe(revisionOf(created));
    await client.delete(`${EVENTS}/own`);
    const rest = (await client.get(`${EVENTS}?limit=1&continue=${page.metadata.continue}`)).body;
    expect(rest.items.map((each: { metadata: { name: string } }) => each.metadata.name)).toEqual(['own']);
    const stale = await client.put(`${EVENTS}/kept`, {
      ...event('kept'),
      metadata: { name: 'kept', resourceVersion: '1' },
    });
    expect(stale.status).toBe(409);
    const from = revisionOf(page) - 1;
    const watched = await client.get(`${EVENTS}?watch=1&timeoutSeconds=1&resourceVersion=${from}`);
    const types = watched.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(['ADDED', 'DELETED']);
    const future = await client.get(`${EVENTS}?resourceVersion=${revisionOf(map)}&resourceVersionMatch=Exact`);
    expect([future.status, future.body.message]).toEqual([504, expect.stringContaining('Too large resource version')]);
  });

  it('shows writes of another server at once', async () => {
    const second = await start();
    try {
      for (let i = 0; i < 10; i++) {
        await second.client.post(EVENTS, event(`shared-${i}`));
        expect((await server.client.get(`${EVENTS}/shared-${i}`)).status).toBe(200);
      }
    } finally {
      await second.close();
    }
  });

  it('keeps the objects of a kind there whose definition changes', async () => {
    const { client } = server;
    const crate = (name: string): object => ({
      apiVersion: 'shop.example.com/v1',
      kind: 'Crate',
      metadata: { name },
    });
    const createdAs = (name: string, size: string, query = ''): Promise<void> =>
      eventually(async () => expect((await client.post(CRATES + query, crate(name))).body).toMatchObject({ size }));
    expect((await client.post(DEFINITIONS, definition('small'))).status).toBe(201);
    await createdAs('before', 'small');
    const patch = { headers: { 'content-type': 'application/merge-patch+json' }, body: definition('large') };
    const changed = await server.request('PATCH', `${DEFINITIONS}/crates.shop.example.com`, patch);
    expect(changed.status).toBe(200);
    await createdAs('tried', 'large', '?dryRun=All');
    await createdAs('after', 'large');
    expect((await client.delete(`${CRATES}/before`)).status).toBe(200);
    expect(await other.keys('/registry/shop.example.com/')).toEqual([
      '/registry/shop.example.com/crates/default/after',
    ]);
    expect(await etcd.keys('/registry/shop.example.com/')).toEqual([]);
  });

  it('compacts each etcd to revisions of its own', async () => {
    const compacting = await start(200);
    try {
      // From here on the server has the states in memory, too.
      await compacting.client.get(EVENTS);
      const first = revisionOf((await compacting.client.post(EVENTS, event('compacted'))).body);
      for (let i = 0; i < 10; i++) await compacting.client.post(EVENTS, event(`compacted-${i}`));
      const compacted = async (one: EtcdProcess): Promise<number> => Number(await one.valueOf('compact_rev_key'));
      const newest = revisionOf((await compacting.client.get(EVENTS)).body);
      await eventually(async () => expect(await compacted(other)).toBeGreaterThanOrEqual(newest));
      const ofMain = revisionOf((await compacting.client.get(MAPS)).body);
      expect(await compacted(other)).toBeLessThan(ofMain);
      const old = await compacting.client.get(`${EVENTS}?resourceVersion=${first}&resourceVersionMatch=Exact`);
      expect(old.status).toBe(410);
      const shown = await compacting.client.get(`${HISTORY}&name=compacted`);
      const kept = Number(shown.body.metadata.keptSince);
      expect(kept > first && kept <= (await compacted(other))).toBe(true);
    } finally {
      await compacting.close();
    }
  });

  it('publishes the size of each, and fails only what needs the one that is away', async () => {
    const { client } = server;
    const sizes = (await client.get('/metrics')).text.match(/^apiserver_storage_size_bytes\{.*/gm) ?? [];
    expect(sizes.map((line) => /"(etcd-\d)"/.exec(line)?.[1])).toEqual(['etcd-0', 'etcd-1']);
    expect((await client.get('/readyz/etcd-overrides')).status).toBe(200);
    await other.stop();
    try {
      expect((await client.post(EVENTS, event('lost'))).status).toBe(500);
      expect((await client.get(EVENTS)).status).toBe(500);
      expect((await client.get(`${EVENTS}?resourceVersion=0`)).status).toBe(200);
      expect((await client.post(MAPS, configMap('served'))).status).toBe(201);
      expect((await client.get('/readyz/etcd-overrides')).status).toBe(500);
      expect((await client.get('/readyz')).status).toBe(200);
      expect((await client.get('/livez')).status).toBe(200);
    } finally {
      await other.resume();
    }
    await eventually(async () => expect((await client.post(EVENTS, event('back'))).status).toBe(201));
  });

  it('refuses to start where the other etcd cannot be reached, and names it', async () => {
    const etcdOptions = { servers: [etcd.url], serversOverrides: ['/events#http://127.0.0.1:1'] };
    const starting = startTestServer({ storage: { backend: 'etcd3' }, etcd: etcdOptions });
    await expect(starting).rejects.toThrow('--etcd-servers-overrides: http://127.0.0.1:1: ');
  });
});
