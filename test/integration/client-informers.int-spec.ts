import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap } from '../../plugins/core/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { Berth } from '../../plugins/example/berth/berth.v1.js';
import {
  type Client,
  type Informer,
  Informers,
  connect,
  enqueue,
  keyOf,
  ownedBy,
  ownerKeys,
} from '../../src/client/index.js';
import { ClientCapturePlugin, capturedClients } from '../support/client-capture.plugin.js';
import { type CutProxy, startCutProxy } from '../support/cut-proxy.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const berthOf = (name: string): Berth => ({ metadata: { name }, spec: { size: { lengthMeters: 100 } } });

/** Writes at random: creates, changes and deletes. */
async function writeRandomly(client: Client, count: number): Promise<void> {
  const maps = client.of(ConfigMap).namespace('default');
  for (let i = 0; i < count; i++) {
    const name = `map-${Math.floor(Math.random() * 20)}`;
    const labels = { third: String(Math.floor(Math.random() * 3)) };
    const existing = await maps.find(name);
    if (!existing) await maps.create({ metadata: { name, labels }, data: { i: String(i) } });
    else if (Math.random() < 0.4) await maps.delete(name);
    else await maps.update({ ...existing, metadata: { ...existing.metadata, labels }, data: { i: String(i) } });
  }
}

const versions = (objects: readonly { metadata: ConfigMap['metadata'] }[]): string[] =>
  objects.map((object) => `${keyOf(object)}@${object.metadata.resourceVersion}`).sort();

/** The objects that an informer's handlers would have, were they all its users know. */
function followed(informer: Informer<ConfigMap>): Map<string, ConfigMap> {
  const known = new Map<string, ConfigMap>();
  informer.addHandler({
    onAdd: (map) => known.set(keyOf(map), map),
    onUpdate: (former, map) => {
      expect(known.get(keyOf(map))).toBe(former);
      known.set(keyOf(map), map);
    },
    onDelete: (map) => known.delete(keyOf(map)),
  });
  return known;
}

async function expectEqual(
  informer: Informer<ConfigMap>,
  client: Client,
  known: Map<string, ConfigMap>,
): Promise<void> {
  await eventually(async () => {
    const { items } = await client.of(ConfigMap).list();
    expect(versions(informer.lister.list())).toEqual(versions(items));
    expect(versions([...known.values()])).toEqual(versions(items));
    for (const third of ['0', '1', '2']) {
      const expected = versions(items.filter(({ metadata }) => metadata.labels?.third === third));
      expect(versions(informer.lister.list({ labelSelector: `third=${third}` }))).toEqual(expected);
      expect(versions(informer.lister.byIndex('third', third))).toEqual(expected);
    }
  });
}

const byThird = ({ metadata }: ConfigMap): string[] => Object.values(metadata.labels ?? {});

describe('an informer', () => {
  let server: TestServer;
  let proxy: CutProxy;
  let client: Client;
  let informers: Informers;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [HarborPlugin, ClientCapturePlugin] });
    proxy = await startCutProxy(server.url);
  });

  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  beforeEach(async () => {
    const certificates = { authority: server.certificateAuthority };
    client = await connect({ url: proxy.url, token: ADMIN_TOKEN, certificates });
    informers = new Informers(client);
  });

  afterEach(async () => {
    await informers.stop();
    await client.close();
  });

  it('has the objects of the server after random writes, whatever happens to its connections', async () => {
    const inside = capturedClients.at(-1)!;
    const informer = informers.of(ConfigMap).addIndex('third', byThird);
    const known = followed(informer);
    informer.start();
    for (let round = 0; round < 5; round++) {
      const writing = writeRandomly(inside, 60);
      await new Promise((resolve) => setTimeout(resolve, 30));
      proxy.cut();
      await writing;
    }
    await informer.synced();
    await expectEqual(informer, inside, known);
  });

  it('has them inside the server', async () => {
    const inside = capturedClients.at(-1)!;
    const own = new Informers(inside);
    const informer = own.of(ConfigMap).addIndex('third', byThird).start();
    const known = followed(informer);
    await informer.synced();
    await writeRandomly(inside, 200);
    await expectEqual(informer, inside, known);
    await own.stop();
  });

  it('is one for each kind and selection', () => {
    const informer = informers.of(Berth, { namespace: 'default' });
    expect(informers.of(Berth, { namespace: 'default' })).toBe(informer);
    expect(informers.of(Berth)).not.toBe(informer);
    expect(() => informer.lister.byIndex('none', '')).toThrow('there is no index none');
  });

  it('fails to be synced in time where the server says nothing', async () => {
    const informer = informers.of(Berth);
    await expect(informer.synced({ timeout: 20 })).rejects.toMatchObject({ fault: 'timeout' });
    await expect(informer.synced({ signal: AbortSignal.abort() })).rejects.toMatchObject({ fault: 'canceled' });
  });

  it('enqueues owners when their children change', async () => {
    const berth = await client.of(Berth).namespace('default').create(berthOf('owner'));
    const keys: string[] = [];
    const children = informers.of(ConfigMap, { namespace: 'default' });
    enqueue(children, { add: (key) => void keys.push(key) }, ownerKeys(Berth));
    informers.start();
    await informers.synced();
    const metadata = { name: 'child', ownerReferences: [ownedBy(Berth, berth)] };
    await client.of(ConfigMap).namespace('default').create({ metadata });
    await client
      .of(ConfigMap)
      .namespace('default')
      .create({ metadata: { name: 'orphan' } });
    await client.of(ConfigMap).namespace('default').delete('child');
    await eventually(async () => expect(await Promise.resolve(keys)).toEqual(['default/owner', 'default/owner']));
    await client.of(Berth).namespace('default').delete('owner');
  });

  it('goes on after a restart of the server, without what went meanwhile', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-restart-'));
    const start = (securePort: number): Promise<TestServer> =>
      startTestServer({ plugins: [HarborPlugin], storage: { dataDir }, serving: { securePort } });
    const first = await start(0);
    const { port } = new URL(first.url);
    const kubeconfig = first.kubeconfigPath;
    const other = await connect({ kubeconfig });
    const berths = other.of(Berth).namespace('default');
    await berths.create(berthOf('gone'));
    await berths.create(berthOf('kept'));
    const informer = new Informers(other).of(Berth).start();
    const ending = new AbortController();
    const watched: string[] = [];
    const watching = (async () => {
      for await (const event of berths.watch({ signal: ending.signal })) {
        if (event.type !== 'BOOKMARK') watched.push(`${event.type} ${event.object.metadata.name}`);
      }
    })();
    await informer.synced();
    await first.close();
    const second = await start(Number(port));
    await berths.delete('gone');
    await berths.create(berthOf('new'));
    await eventually(async () => {
      expect(informer.lister.list().map(keyOf).sort()).toEqual(['default/kept', 'default/new']);
      expect(await Promise.resolve(watched)).toEqual(['ADDED gone', 'ADDED kept', 'DELETED gone', 'ADDED new']);
    });
    ending.abort();
    await watching;
    await informer.stop();
    await other.close();
    await second.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
