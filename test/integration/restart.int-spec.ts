import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const SERVICES = '/api/v1/namespaces/default/services';

let directory: string;
let server: TestServer;
let before: {
  readonly objects: Json[];
  readonly services: Json[];
  readonly certificates: Json;
  readonly revision: number;
  readonly nextPage: string;
};

async function snapshot(path: string): Promise<Json[]> {
  return (await server.client.get(path)).body.items as Json[];
}

async function certificates(): Promise<Json> {
  const folder = join(directory, 'certs');
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.kubeconfig'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

const service = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-restart-'));
  server = await startTestServer({ storage: { dataDir: directory } });
  for (const name of ['one', 'two', 'three']) {
    await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { name } });
  }
  await server.client.patch(`${MAPS}/two`, 'merge-patch', { data: { changed: 'yes' } });
  await server.client.delete(`${MAPS}/three`);
  for (const name of ['front', 'back']) await server.client.post(SERVICES, service(name, { type: 'NodePort' }));
  await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'zebra' } });
  const nextPage = (await server.client.get(`${MAPS}?limit=1`)).body.metadata.continue as string;
  await server.client.delete(`${MAPS}/zebra`);
  const list = (await server.client.get(MAPS)).body;
  before = {
    objects: list.items,
    services: await snapshot(SERVICES),
    certificates: await certificates(),
    revision: Number(list.metadata.resourceVersion),
    nextPage,
  };
  await server.close();
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a second start on the same data', () => {
  it('shows every object as it was, with its version [GROUP-10]', async () => {
    expect(await snapshot(MAPS)).toEqual(before.objects);
    expect(before.objects.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['one', 'two']));
    expect((await server.client.get(`${MAPS}/three`)).status).toBe(404);
  });

  it('goes on with the pages of a list where they were', async () => {
    const { status, body } = await server.client.get(`${MAPS}?continue=${before.nextPage}`);
    const names = (body.items as Json[]).map(({ metadata }) => metadata.name as string);
    expect([status, names.at(-1)]).toEqual([200, 'zebra']);
  });

  it('goes on counting versions', async () => {
    const { body } = await server.client.post(MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'after' },
    });
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(before.revision);
  });

  it('takes updates from clients that read before', async () => {
    const two = before.objects.find(({ metadata }) => metadata.name === 'two')!;
    const updated = await server.client.put(`${MAPS}/two`, {
      ...two,
      kind: 'ConfigMap',
      apiVersion: 'v1',
      data: { again: 'yes' },
    });
    expect(updated.status).toBe(200);
    const stale = await server.client.put(`${MAPS}/two`, { ...two, kind: 'ConfigMap', apiVersion: 'v1' });
    expect(stale.status).toBe(409);
  });

  it('keeps the addresses and node ports of services, and gives none of them away', async () => {
    // The service of the server itself follows the port it has this time.
    const others = (services: Json[]): Json[] => services.filter(({ metadata }) => metadata.name !== 'kubernetes');
    expect(others(await snapshot(SERVICES))).toEqual(others(before.services));
    const { spec } = before.services.find(({ metadata }) => metadata.name === 'front')!;
    const sameAddress = await server.client.post(SERVICES, service('same-address', { clusterIP: spec.clusterIP }));
    expect([sameAddress.status, sameAddress.body.message]).toEqual([
      422,
      expect.stringContaining('provided IP is already allocated'),
    ]);
    const ports = [{ port: 80, nodePort: spec.ports[0].nodePort }];
    const samePort = await server.client.post(SERVICES, service('same-port', { type: 'NodePort', ports }));
    expect([samePort.status, samePort.body.message]).toEqual([
      422,
      expect.stringContaining('provided port is already allocated'),
    ]);
    const fresh = await Promise.all(
      Array.from({ length: 10 }, (_, i) => server.client.post(SERVICES, service(`fresh-${i}`, { type: 'NodePort' }))),
    );
    const all = others([...before.services, ...fresh.map(({ body }) => body)]);
    expect(new Set(all.map((each) => each.spec.clusterIP)).size).toBe(12);
    expect(new Set(all.map((each) => each.spec.ports[0].nodePort)).size).toBe(12);
  });

  it('uses the certificates and keys of the first one', async () => {
    expect(Object.keys(before.certificates)).toEqual(
      expect.arrayContaining(['ca.crt', 'ca.key', 'apiserver.crt', 'sa.key']),
    );
    expect(await certificates()).toEqual(before.certificates);
  });
});
