import { type IncomingMessage, type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ownAddress } from '../support/fake-kubelet.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { RBAC } from './objects.js';

const NAMESPACE = '/api/v1/namespaces/default';
const HOST = ownAddress();
/** The verb that a method of a proxied request is authorized as. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

let backend: Server;
let port: number;
let server: TestServer;
let asked: IncomingMessage[] = [];

async function create(path: string, body: object): Promise<void> {
  expect((await server.client.post(path, body)).status).toBe(201);
}

beforeAll(async () => {
  backend = createServer((request, response) => {
    asked.push(request);
    response.writeHead(218, { 'x-own': 'yes' }).end(`${request.method} ${request.url}`);
  });
  backend.listen(0, HOST);
  await once(backend, 'listening');
  ({ port } = backend.address() as AddressInfo);
  const tokens = Object.values(VERBS).map((verb, i) => `may-${verb},may-${verb},${i + 10}`);
  server = await startTestServer({ tokens, admission: { disabledPlugins: ['ServiceAccount'] } });
  const addresses = [{ type: 'InternalIP', address: HOST }];
  await create('/api/v1/nodes', { metadata: { name: 'n' }, status: { addresses } });
  const containers = [{ name: 'c', image: 'i', ports: [{ containerPort: port }] }];
  await create(`${NAMESPACE}/pods`, { metadata: { name: 'p' }, spec: { containers } });
  await server.client.patch(`${NAMESPACE}/pods/p/status`, 'merge-patch', {
    status: { podIP: HOST, podIPs: [{ ip: HOST }] },
  });
  for (const name of ['s', 'empty']) {
    await create(`${NAMESPACE}/services`, { metadata: { name }, spec: { ports: [{ name: 'h', port: 80 }] } });
  }
  const subsets = [
    {
      addresses: [{ ip: HOST, targetRef: { kind: 'Pod', namespace: 'default', name: 'p' } }],
      ports: [{ name: 'h', port }],
    },
  ];
  await create(`${NAMESPACE}/endpoints`, { metadata: { name: 's' }, subsets });
  await create(`${NAMESPACE}/endpoints`, { metadata: { name: 'empty' } });
  for (const verb of Object.values(VERBS)) {
    const resources = ['services/proxy', 'pods/proxy', 'nodes/proxy'];
    await create(`${RBAC}/clusterroles`, {
      metadata: { name: verb },
      rules: [{ apiGroups: [''], resources, verbs: [verb] }],
    });
    const group = 'rbac.authorization.k8s.io';
    await create(`${RBAC}/clusterrolebindings`, {
      metadata: { name: verb },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: verb },
      subjects: [{ apiGroup: group, kind: 'User', name: `may-${verb}` }],
    });
  }
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await server.close();
  backend.closeAllConnections();
  backend.close();
});

const TARGETS = (): string[] => [
  `${NAMESPACE}/services/http:s:80/proxy`,
  `${NAMESPACE}/services/s:h/proxy`,
  `${NAMESPACE}/services/:s:h/proxy`,
  `${NAMESPACE}/pods/p:${port}/proxy`,
  `${NAMESPACE}/pods/p/proxy`,
  `/api/v1/nodes/http:n:${port}/proxy`,
];

describe('the subresource proxy', () => {
  it('forwards to the one object that its path names, and answers what that says [VERB-09]', async () => {
    for (const path of TARGETS()) {
      const { status, headers, text } = await server.client.get(`${path}/some/path?q=1&q=2`);
      expect([path, status, headers['x-own'], text]).toEqual([path, 218, 'yes', 'GET /some/path?q=1&q=2']);
    }
    expect(asked).toHaveLength(TARGETS().length);
  });

  it.each(Object.entries(VERBS))(
    'takes %s for the verb %s of the subresource, and no other [VERB-09]',
    async (method, verb) => {
      for (const path of TARGETS()) {
        for (const other of Object.values(VERBS)) {
          const before = asked.length;
          const { status } = await server.request(method, `${path}/x`, { token: `may-${other}` });
          expect([path, other, status, asked.length - before]).toEqual([
            path,
            other,
            ...(other === verb ? [218, 1] : [403, 0]),
          ]);
        }
      }
    },
  );

  it('names the subresource where it refuses [VERB-09]', async () => {
    const messageOf = async (path: string): Promise<string> =>
      (await server.request('GET', path, { token: 'may-create' })).body.message as string;
    expect(await messageOf(`${NAMESPACE}/services/http:s:80/proxy/x`)).toContain(
      'cannot get resource "services/proxy"',
    );
    expect(await messageOf(`/api/v1/nodes/n/proxy/x`)).toContain('cannot get resource "nodes/proxy"');
  });

  const reasonOf = ({ status, body }: TestAnswer): unknown[] => [status, (body as Json).reason];

  it('is unavailable where nothing stands behind a service [VERB-09]', async () => {
    for (const name of ['empty', 'empty:h', 'http:empty:h', 's', 'http:s:']) {
      const answer = await server.client.get(`${NAMESPACE}/services/${name}/proxy/`);
      expect(reasonOf(answer)).toEqual([503, 'ServiceUnavailable']);
      expect(answer.body.message).toContain('no endpoints available for service');
    }
    expect(asked).toEqual([]);
  });

  it('has no object if the backend has none [VERB-09]', async () => {
    for (const path of [
      `${NAMESPACE}/services/absent/proxy/`,
      `${NAMESPACE}/pods/absent/proxy/`,
      '/api/v1/nodes/absent/proxy/',
    ]) {
      expect(reasonOf(await server.client.get(path))).toEqual([404, 'NotFound']);
    }
  });
});
