import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { EtcdProcess } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { KubeApiserver, TOKEN_LINE, clientOf, describeWithKubeApiserver } from '../support/kube-apiserver.js';
import { type PathAndBody, definition, objectsFrom, widget } from '../support/objects-of-both.js';
import type { Json, TestClient } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const SERVICES = '/api/v1/namespaces/default/services';
const WIDGETS = '/apis/both.example.com/v1/namespaces/default/widgets';

describeWithKubeApiserver('beside kube-apiserver on one etcd', () => {
  let etcd: EtcdProcess;
  let directory: string;
  let other: KubeApiserver;
  let server: BuiltServer;
  let ours: TestClient;
  let theirs: TestClient;
  const clients: TestClient[] = [];

  const serve = async (): Promise<void> => {
    const flags = ['--storage-backend=etcd3', `--etcd-servers=${etcd.url}`];
    const tokens = join(directory, 'tokens.csv');
    server = await startBuiltServer([...flags, `--token-auth-file=${tokens}`], { dataDir: directory });
    ours = await clientOf(server.url, join(directory, 'certs', 'ca.crt'));
    clients.push(ours);
  };

  const serveOther = async (): Promise<void> => {
    theirs = await other.start();
    clients.push(theirs);
  };

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
    directory = await mkdtemp(join(tmpdir(), 'binnacle-beside-'));
    await writeFile(join(directory, 'tokens.csv'), TOKEN_LINE);
    await serve();
    other = new KubeApiserver(etcd.url, join(directory, 'certs'));
    await serveOther();
  });
  afterAll(async () => {
    clients.forEach((client) => client.close());
    await server.stop();
    await other.remove();
    await etcd.remove();
    await rm(directory, { recursive: true, force: true });
  });

  const create = async (client: TestClient, [path, body]: PathAndBody): Promise<void> => {
    const { status, text } = await client.post(path, body);
    expect(`${status} ${text}`).toMatch(/^201 /);
  };
  const read = async (client: TestClient, [path, body]: PathAndBody): Promise<Json> =>
    (await client.get(`${path}/${(body as Json).metadata.name}`)).body;

  it.each(objectsFrom('kube'))('serves what kube-apiserver has written: %s', async (...object) => {
    await create(theirs, object);
    const [expected, shown] = [await read(theirs, object), await read(ours, object)];
    expect(shown).toMatchObject(expected);
    expect(shown.metadata.resourceVersion).toBe(expected.metadata.resourceVersion);
  });

  it.each(objectsFrom('binnacle'))('writes what kube-apiserver serves: %s', async (...object) => {
    await create(ours, object);
    const [expected, shown] = [await read(ours, object), await read(theirs, object)];
    expect(expected).toMatchObject(shown);
    expect(shown.metadata.uid).toBe(expected.metadata.uid);
  });

  it('sends the writes of each to the watches of the other, with one revision', async () => {
    for (const [writer, watcher] of [[ours, theirs] as const, [theirs, ours] as const]) {
      const { metadata } = (await watcher.get(MAPS)).body;
      const watch = await watcher.watch(`${MAPS}?resourceVersion=${metadata.resourceVersion}`);
      const name = writer === ours ? 'from-binnacle' : 'from-kube';
      const written = (await writer.post(MAPS, { metadata: { name } })).body;
      const { type, object } = (await watch.next())!;
      expect([type, object.metadata.name]).toEqual(['ADDED', name]);
      expect(object.metadata.resourceVersion).toBe(written.metadata.resourceVersion);
      watch.stop();
    }
  });

  it('loses no update where both count up one number', async () => {
    await ours.post(MAPS, { metadata: { name: 'count' }, data: { n: '0' } });
    const countUp = async (client: TestClient): Promise<void> => {
      for (let done = 0; done < 25;) {
        const { body } = await client.get(`${MAPS}/count`);
        body.data.n = String(Number(body.data.n) + 1);
        const { status } = await client.put(`${MAPS}/count`, body);
        expect([200, 409]).toContain(status);
        if (status === 200) done += 1;
      }
    };
    await Promise.all([countUp(ours), countUp(theirs)]);
    for (const client of [ours, theirs]) expect((await client.get(`${MAPS}/count`)).body.data.n).toBe('50');
  });

  it('gives no address of a service twice', async () => {
    const addresses = async (client: TestClient, prefix: string): Promise<string[]> => {
      const got: string[] = [];
      for (let i = 0; i < 20; i++) {
        const service = { metadata: { name: `${prefix}-${i}` }, spec: { ports: [{ port: 80 }] } };
        const { status, body } = await client.post(SERVICES, service);
        expect(status).toBe(201);
        got.push(body.spec.clusterIP);
      }
      return got;
    };
    const all = (await Promise.all([addresses(ours, 'b'), addresses(theirs, 'k')])).flat();
    expect(new Set(all).size).toBe(40);
  });

  it('shares definitions of custom resources and their objects', async () => {
    await create(theirs, definition);
    await eventually(() => create(ours, [WIDGETS, widget('from-binnacle')]));
    await eventually(() => create(theirs, [WIDGETS, widget('from-kube')]));
    for (const client of [ours, theirs]) {
      const { items } = (await client.get(WIDGETS)).body;
      expect(items.map(({ spec }: Json) => spec.size)).toEqual([3, 3]);
    }
  });

  it('takes a cluster over from kube-apiserver, and returns it', async () => {
    await other.stop();
    await ours.patch(`${MAPS}/count`, 'merge-patch', { data: { n: '51' } });
    await server.kill();
    await serveOther();
    expect((await theirs.get(`${MAPS}/count`)).body.data.n).toBe('51');
    await theirs.patch(`${MAPS}/count`, 'merge-patch', { data: { n: '52' } });
    await other.stop();
    await serve();
    expect((await ours.get(`${MAPS}/count`)).body.data.n).toBe('52');
    await eventually(async () => expect((await ours.get('/readyz')).status).toBe(200));
    expect((await ours.get(WIDGETS)).body.items).toHaveLength(2);
  });
});
