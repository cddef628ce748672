import { RawConnection } from '../support/raw-connection.js';
import type { Json, TestClient } from '../support/test-client.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const RBAC = 'rbac.authorization.k8s.io';
const READING = 8;
const WRITING = 4;
const MORE_THAN_SEATS = 20;
const PATIENCE_MS = 20_000;

let server: AttackedServer;
let anonymous: TestClient;
const opened: RawConnection[] = [];

beforeAll(async () => {
  server = await startAttackedServer([
    '--enable-priority-and-fairness=false',
    `--max-requests-inflight=${READING}`,
    `--max-mutating-requests-inflight=${WRITING}`,
    '--idle-timeout=5s',
    '--request-timeout=5s',
  ]);
  anonymous = server.connect('');
  await grant();
  const data = { a: 'x'.repeat(900_000) };
  for (let i = 0; i < 30; i++) await server.admin.post(MAPS, configMap(`large-${i}`, data));
});

afterEach(async () => {
  opened.splice(0).forEach((connection) => connection.drop());
  await untilSeatsAreFree();
});

afterAll(() => server.stop());

const configMap = (name: string, data: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

/** Allows the user without rights and anonymous users the same few requests. */
async function grant(): Promise<void> {
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'create'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
  ];
  const role = { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'few' }, rules };
  await server.admin.post(`/apis/${RBAC}/v1/clusterroles`, role);
  await server.admin.post(`/apis/${RBAC}/v1/clusterrolebindings`, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'few' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'few' },
    subjects: ['nobody', 'system:anonymous'].map((name) => ({ apiGroup: RBAC, kind: 'User', name })),
  });
}

/** Seats that are taken, as the administrator sees it, whose own question needs one. */
async function seatsTaken(): Promise<number> {
  const { text } = await server.admin.get('/metrics');
  const values = [...text.matchAll(/^apiserver_current_inflight_requests\S* (\d+)/gm)].map(([, value]) =>
    Number(value),
  );
  return values.reduce((sum, value) => sum + value, -1);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

const untilSeatsAreFree = (): Promise<void> => until(async () => (await seatsTaken()) === 0);

/** The number of throttled requests. */
async function refused(): Promise<number> {
  const { text } = await server.admin.get('/metrics');
  const values = [...text.matchAll(/^apiserver_request_total\{[^}]*code="429"[^}]*\} (\d+)/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Sends a request on many connections, reads none of the answers, and waits until each has a seat or was refused. */
async function sendUnread(request: string): Promise<void> {
  const before = (await refused()) + (await seatsTaken());
  for (let i = 0; i < MORE_THAN_SEATS; i++) {
    const connection = await RawConnection.open({ url: server.url, certificateAuthority: server.ca });
    opened.push(connection);
    connection.socket.pause();
    connection.write(request);
  }
  await until(async () => (await refused()) + (await seatsTaken()) - before >= MORE_THAN_SEATS);
}

const unreadList = (token: string): string =>
  `GET ${MAPS} HTTP/1.1\r\nhost: x\r\n${token && `authorization: Bearer ${token}\r\n`}\r\n`;

const unfinishedCreate = (token: string): string =>
  `POST ${MAPS} HTTP/1.1\r\nhost: x\r\n${token && `authorization: Bearer ${token}\r\n`}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;

describe('readers that do not read', () => {
  it('take no more than their share of the seats, and give them back', async () => {
    await sendUnread(unreadList(server.nobodyToken));
    for (let i = 0; i < 5; i++) expect((await anonymous.get(`${MAPS}/large-0`)).status).toBe(200);
    await untilSeatsAreFree();
    expect(await seatsTaken()).toBe(0);
  });

  it('who are many keep nobody from asking whether the server is well', async () => {
    await sendUnread(unreadList(server.nobodyToken));
    await sendUnread(unreadList(''));
    expect((await anonymous.get(`${MAPS}/large-0`)).status).toBe(429);
    for (const path of ['/livez', '/readyz', '/healthz']) {
      expect((await anonymous.get(path)).status).toBe(200);
    }
  });
});

describe('bodies that do not end', () => {
  it('keep no lease from being renewed', async () => {
    await sendUnread(unfinishedCreate(server.nobodyToken));
    await sendUnread(unfinishedCreate(''));
    expect((await anonymous.post(MAPS, configMap('refused'))).status).toBe(429);
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'leader' }, spec: {} };
    const created = await anonymous.post(LEASES, lease);
    expect(created.status).toBe(201);
    expect((await anonymous.put(`${LEASES}/leader`, created.body)).status).toBe(200);
  });
});
