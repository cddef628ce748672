import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServer } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import {
  accountKubeconfig,
  berth,
  berthsIn,
  grantRights,
  register,
  startExtension,
  untilForwarded,
} from '../support/extension-of-cluster.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

let directory: string;
let front: TestServer;
let extension: ApiServer;
let account: Awaited<ReturnType<typeof accountKubeconfig>>;
let direct: TestClient;

/** Starts the server of the cluster with what it has stored, at the port it had. */
function startFront(port = 0): Promise<TestServer> {
  return startTestServer({ storage: { dataDir: join(directory, 'front') }, serving: { securePort: port } });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-outage-'));
  front = await startFront();
  await grantRights(front);
  account = await accountKubeconfig(front);
  extension = await startExtension(account.path);
  await register(front, extension.url);
  await untilForwarded(front);
  direct = new TestClient({ url: extension.url, ca: extension.certificateAuthority, token: 'admin-token' });
});

afterAll(async () => {
  direct.close();
  await extension.close();
  await front.close();
  await account.remove();
  await rm(directory, { recursive: true });
});

describe('an extension server whose cluster is gone for a while', () => {
  it('goes on as soon as the cluster is back, with what has changed there', async () => {
    expect((await front.client.post(berthsIn('default'), berth('north'))).status).toBe(201);
    const port = Number(new URL(front.url).port);
    await front.close();
    expect((await direct.request('GET', '/readyz', { token: '' })).status).toBe(200);
    const unknown = await direct.request('GET', berthsIn('default'), { token: 'never-seen' });
    expect(unknown.status).toBe(401);

    front = await startFront(port);
    await front.client.post('/api/v1/namespaces', { metadata: { name: 'later' } });
    await untilForwarded(front);
    expect((await front.client.get(berthsIn('default'))).body.items).toHaveLength(1);
    expect((await front.client.post(berthsIn('later'), berth('west'))).status).toBe(201);

    // Followed again, not only asked for: what goes is noticed.
    await front.client.delete('/api/v1/namespaces/later');
    await eventually(async () => {
      const { status, body } = await front.client.post(berthsIn('later'), berth('east'));
      expect([status, body.message]).not.toContain(201);
      expect(body.message).toMatch(/not found|being terminated/);
    });
  });

  it('is not missed by the other groups of the cluster', async () => {
    await extension.close();
    await eventually(async () => expect((await front.client.get(berthsIn('default'))).status).toBe(503));
    const started = performance.now();
    expect((await front.client.get('/api/v1/namespaces')).status).toBe(200);
    expect((await front.client.post('/api/v1/namespaces', { metadata: { name: 'other' } })).status).toBe(201);
    expect(performance.now() - started).toBeLessThan(30_000);
    extension = await startExtension(account.path);
  });
});
