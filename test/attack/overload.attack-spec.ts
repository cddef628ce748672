import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import type { Json, TestClient, TestRequest } from '../support/test-client.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces';
/** Objects that each list looks through. */
const OBJECTS = 4000;
/** The flows of the two floods have 49 seats together: ten times as many requests are under way. */
const WIDTH = 400;
const MEASURED_MS = 6000;
const EVERY_MS = 20;
/** Milliseconds after which clients give a request up: who waits so long is starved. */
const PATIENCE_MS = 5000;
/** No index answers this selector, and few objects pass it: the work is the server's. */
const SELECTOR = `labelSelector=${encodeURIComponent('group notin (a,b,c)')}`;

let server: AttackedServer;
let load: ChildProcess;
let lines: Interface;

beforeAll(async () => {
  server = await startAttackedServer(['--authorization-mode=AlwaysAllow', '--controllers=-*']);
  const names = Array.from({ length: OBJECTS }, (_, i) => `map-${i}`);
  for (let i = 0; i < OBJECTS; i += 50) {
    await Promise.all(names.slice(i, i + 50).map((name) => server.admin.post(MAPS, configMap(name))));
  }
  await server.admin.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
  await server.admin.post('/api/v1/namespaces', { metadata: { name: 'kube-node-lease' } });
  for (const [namespace, name] of [
    ['kube-node-lease', 'n1'],
    ['kube-system', 'kube-scheduler'],
  ])
    await server.admin.post(`${LEASES}/${namespace}/leases`, { metadata: { name }, spec: {} });
  load = spawn(process.execPath, [join(import.meta.dirname, 'overload-load.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  lines = createInterface({ input: load.stdout! });
});

afterAll(async () => {
  load.kill();
  expect(await server.stop()).toBe(0);
});

function configMap(name: string): Json {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { group: 'a' } },
    data: { a: 'x'.repeat(1000) },
  };
}

/** Sends the process of the load a line, and returns the number of answers it has had. */
async function tell(message: string): Promise<Record<string, Record<string, number>>> {
  const line = once(lines, 'line') as Promise<string[]>;
  load.stdin!.write(`${message}\n`);
  return JSON.parse((await line)[0]) as Record<string, Record<string, number>>;
}

function beginFloods(): Promise<unknown> {
  const headersOf = (user: string) => ({
    authorization: `Bearer ${server.adminToken}`,
    'impersonate-user': user,
    'content-type': 'application/merge-patch+json',
  });
  const lists = { name: 'lists', method: 'GET', paths: [`${MAPS}?${SELECTOR}`], headers: headersOf('lister') };
  const body = JSON.stringify({ data: { a: 'y'.repeat(1000) } });
  const paths = Array.from({ length: 64 }, (_, i) => `${MAPS}/map-${i}`);
  const writes = { name: 'writes', method: 'PATCH', paths, body, headers: headersOf('writer') };
  return tell(JSON.stringify([lists, writes].map((flood) => ({ ...flood, url: server.url, width: WIDTH }))));
}

/** Waits until every connection has been made, and used: handshakes are work that no level limits. */
async function untilUnderWay(): Promise<void> {
  const answered = (codes: Record<string, number>): number =>
    Object.values(codes).reduce((sum, count) => sum + count, 0);
  for (;;) {
    const { lists, writes } = await tell('counts');
    if (Math.min(answered(lists), answered(writes)) > 2 * WIDTH) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A neighbour of the floods, who asks for the same again and again. */
interface Neighbour {
  readonly name: string;
  readonly user?: string;
  readonly groups?: string[];
  readonly method: string;
  readonly path: string;
  readonly sent?: TestRequest;
}

const renewal = {
  body: { spec: { holderIdentity: 'n1' } },
  headers: { 'content-type': 'application/merge-patch+json' },
};
const NEIGHBOURS: readonly Neighbour[] = [
  { name: 'health', method: 'GET', path: '/livez' },
  {
    name: 'a node and its lease',
    user: 'system:node:n1',
    groups: ['system:nodes'],
    method: 'PATCH',
    path: `${LEASES}/kube-node-lease/leases/n1`,
    sent: renewal,
  },
  { name: 'a node', user: 'system:node:n1', groups: ['system:nodes'], method: 'GET', path: '/api/v1/nodes/n1' },
  {
    name: 'an elected leader',
    user: 'system:kube-scheduler',
    method: 'GET',
    path: `${LEASES}/kube-system/leases/kube-scheduler`,
  },
  { name: 'another user', user: 'third', method: 'GET', path: `${MAPS}/map-1` },
];

/** Asks for some time; answers the status codes, and the longest time that an answer took, in milliseconds. */
async function ask({
  user,
  groups = [],
  method,
  path,
  sent = {},
}: Neighbour): Promise<{ codes: number[]; longest: number }> {
  const client: TestClient = server.connect(user ? server.adminToken : server.nobodyToken);
  const impersonation: TestRequest['headers'] = user ? { 'impersonate-user': user, 'impersonate-group': groups } : {};
  const times: number[] = [];
  const codes = new Set<number>();
  const end = performance.now() + MEASURED_MS;
  while (performance.now() < end) {
    const started = performance.now();
    codes.add((await client.request(method, path, { ...sent, headers: { ...impersonation, ...sent.headers } })).status);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return { codes: [...codes], longest: Math.max(...times) };
}

describe('a flood of lists and one of writes', () => {
  it('leaves leases, nodes, probes and other users in peace', async () => {
    await beginFloods();
    await untilUnderWay();
    const before = await tell('counts');
    const answers = await Promise.all(NEIGHBOURS.map(ask));
    const after = await tell('counts');
    expect(answers.map(({ codes }) => codes)).toEqual(NEIGHBOURS.map(() => [200]));
    for (const { longest } of answers) expect(longest).toBeLessThan(PATIENCE_MS);
    for (const flood of ['lists', 'writes']) expect(after[flood]['200']).toBeGreaterThan(before[flood]['200'] ?? 0);
    expect(after.lists['429']).toBeGreaterThan(before.lists['429'] ?? 0);
  });
});
