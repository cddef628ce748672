import { NAMESPACE, countFree } from '../support/crash/load.js';
import type { Json } from '../support/test-client.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const SERVICES = `${NAMESPACE}/services`;
const ATTEMPTS = 10_000;
const AT_ONCE = 16;
const NODE_PORT = 30_007;

let server: AttackedServer;
let taken: Json;

const service = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});

beforeAll(async () => {
  server = await startAttackedServer([
    '--service-cluster-ip-range=10.0.0.0/26',
    '--service-node-port-range=30000-30031',
  ]);
  await server.admin.post('/api/v1/namespaces', { metadata: { name: NAMESPACE.split('/').at(-1) } });
  const ports = [{ port: 80, nodePort: NODE_PORT }];
  taken = (await server.admin.post(SERVICES, service('taken', { type: 'NodePort', ports }))).body;
});

afterAll(async () => expect(await server.stop()).toBe(0));

/** Ways for the creation of a service to come to nothing after an address, or some of the ports, could be had. */
const FAILING: readonly ((name: string) => { body: Json; query?: string; status: number })[] = [
  (name) => ({ body: service(name, { sessionAffinity: 'Always' }), status: 422 }),
  () => ({ body: service('taken', { type: 'NodePort' }), status: 409 }),
  (name) => ({ body: service(name, { clusterIP: taken.spec.clusterIP }), status: 422 }),
  (name) => ({
    body: service(name, {
      type: 'LoadBalancer',
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 81 },
        { name: 'c', port: 82, nodePort: NODE_PORT },
      ],
    }),
    status: 422,
  }),
  (name) => ({ body: service(name, { type: 'NodePort' }), query: '?dryRun=All', status: 201 }),
  (name) => ({ body: service(name, { type: 'NodePort', externalTrafficPolicy: 'Nowhere' }), status: 422 }),
];

it('leaves every address and node port free, however many services fail to be created', async () => {
  const free = async (): Promise<number[]> => [
    await countFree(server.admin, 'ClusterIP'),
    await countFree(server.admin, 'NodePort'),
  ];
  const before = await free();
  expect(Math.min(...before)).toBeGreaterThan(20);
  const odd: string[] = [];
  let next = 0;
  const fail = async (): Promise<void> => {
    for (let i = next++; i < ATTEMPTS; i = next++) {
      const { body, query = '', status } = FAILING[i % FAILING.length](`s${i}`);
      const answer = await server.admin.post(`${SERVICES}${query}`, body);
      if (answer.status !== status) odd.push(`${i % FAILING.length}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fail));
  expect(odd.slice(0, 3)).toEqual([]);
  expect(await free()).toEqual(before);
});
