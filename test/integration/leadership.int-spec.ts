import { Leadership } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { eventually } from '../support/eventually.js';
import { SharedStorage } from '../support/storage-shared.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

/** A leadership that a test gives and takes. */
class GivenLeadership extends Leadership {
  isLeader = false;
  private readonly listeners = new Set<() => void>();

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  set(isLeader: boolean): void {
    this.isLeader = isLeader;
    for (const listener of this.listeners) listener();
  }
}

let engine: SqliteStorage;
const leaderships = [new GivenLeadership(), new GivenLeadership()] as const;
let servers: readonly TestServer[];

beforeAll(async () => {
  engine = await SqliteStorage.open({ directory: ':memory:' });
  servers = await Promise.all(
    leaderships.map((leadership) =>
      startTestServer({
        engine: { engine: async () => new SharedStorage(engine), leadership },
        extensions: { controllers: ['*', '-root-ca-certificate-publisher-controller'] },
      }),
    ),
  );
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await engine.close();
});

/** Deletes a namespace; it goes when some controller empties it. */
async function makeAndDelete(name: string): Promise<void> {
  const [{ client }] = servers;
  await client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await client.delete(`/api/v1/namespaces/${name}`);
}

const statusOf = async (name: string): Promise<number> =>
  (await servers[1].client.get(`/api/v1/namespaces/${name}`)).status;

describe('servers over one store of which one may lead', () => {
  it('are ready without a leader, and do none of its work', async () => {
    await Promise.all(servers.map((server) => server.ready));
    for (const { client } of servers) expect((await client.get('/readyz')).status).toBe(200);
    expect(await statusOf('default')).toBe(404);
    expect((await servers[0].client.get('/apis/rbac.authorization.k8s.io/v1/clusterroles')).body.items).toEqual([]);
  });

  it('have start hooks run, and controllers, by the one that becomes the leader', async () => {
    leaderships[1].set(true);
    await eventually(async () => expect(await statusOf('default')).toBe(200));
    await makeAndDelete('one');
    await eventually(async () => expect(await statusOf('one')).toBe(404));
  });

  it('stop controllers where leadership is lost, and go on where it is won', async () => {
    leaderships[1].set(false);
    // Whatever was under way has ended once a controller no longer follows what comes.
    await servers[1].stepControllers();
    await makeAndDelete('two');
    await servers[0].stepControllers();
    await servers[1].stepControllers();
    expect(await statusOf('two')).toBe(200);
    leaderships[0].set(true);
    await eventually(async () => expect(await statusOf('two')).toBe(404));
  });
});
