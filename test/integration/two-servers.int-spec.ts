import { ConsolePlugin } from '../fixtures/plugins/console.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const COUNTED = /^apiserver_request_total\{.*resource="configmaps".*verb="LIST".*\} (\d+)$/gm;

let servers: TestServer[];

beforeAll(async () => {
  servers = await Promise.all([startTestServer(), startTestServer()]);
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

const configMap = (name: string, text: string): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { text },
});

async function listsCounted({ client }: TestServer): Promise<number> {
  const { text } = await client.get('/metrics');
  return [...text.matchAll(COUNTED)].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('two servers in one process', () => {
  it('show each its own objects in every form, however often they are asked', async () => {
    for (const [i, { client }] of servers.entries()) {
      for (let n = 0; n < 40; n++) await client.post(MAPS, configMap(`map-${n}`, `server-${i} `.repeat(1000)));
    }
    const accepts = ['application/json', 'application/yaml', TABLE, 'application/vnd.kubernetes.protobuf'];
    for (const accept of [...accepts, ...accepts]) {
      for (const [i, server] of servers.entries()) {
        for (const path of [MAPS, `${MAPS}/map-1`, `${MAPS}?includeObject=Object`]) {
          const { status, text } = await server.request('GET', path, { headers: { accept } });
          expect(status).toBe(200);
          expect(text).not.toContain(`server-${1 - i}`);
        }
      }
    }
  });

  it('count their own requests', async () => {
    const before = await Promise.all(servers.map(listsCounted));
    await servers[0]!.client.get(MAPS);
    expect(await Promise.all(servers.map(listsCounted))).toEqual([before[0]! + 1, before[1]]);
  });

  it('have their own plugins', async () => {
    await servers[0]!.install(ConsolePlugin);
    expect((await servers[0]!.client.get('/console')).status).toBe(200);
    expect((await servers[1]!.client.get('/console')).status).toBe(404);
    await servers[1]!.install(ConsolePlugin);
    await servers[0]!.uninstall(ConsolePlugin);
    expect((await servers[0]!.client.get('/console')).status).toBe(404);
    expect((await servers[1]!.client.get('/console')).status).toBe(200);
  });

  it('go on when the other one closes', async () => {
    const [one, other] = servers;
    const watch = await other!.client.watch(MAPS);
    await one!.close();
    const headers = { 'accept-encoding': 'gzip' };
    expect((await other!.request('GET', MAPS, { headers })).headers['content-encoding']).toBe('gzip');
    expect((await other!.client.post(MAPS, configMap('late', ''))).status).toBe(201);
    const seen = await watch.names(42);
    watch.stop();
    expect(seen).toContain('ADDED late');
    expect((await other!.client.get('/console')).status).toBe(200);
    expect((await other!.client.get('/readyz')).status).toBe(200);
  });
});
