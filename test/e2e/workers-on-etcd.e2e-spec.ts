import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { WorkerServer } from '../support/worker-server.js';

const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default';
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const STORED = '/registry/shared-secrets/';

const newKey = (): string => randomBytes(32).toString('base64');

describeWithEtcd('servers with workers on one etcd', () => {
  let etcd: EtcdProcess;
  let directory: string;
  let keyFile: string;
  const servers: WorkerServer[] = [];

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
    directory = await mkdtemp(join(tmpdir(), 'binnacle-shared-workers-'));
    keyFile = join(directory, 'keys');
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await etcd.remove();
    await rm(directory, { recursive: true, force: true });
  });

  const start = async (): Promise<WorkerServer> => {
    const flags = ['--storage-backend=etcd3', `--etcd-servers=${etcd.url}`, `--shared-secrets=${keyFile}`];
    const server = await WorkerServer.start(flags);
    servers.push(server);
    return server;
  };
  const stored = async (): Promise<string[]> => {
    const keys = await etcd.keys(STORED);
    return Promise.all(keys.map(async (key) => (await etcd.valueOf(key)).toString()));
  };
  const fileOf = ({ server }: WorkerServer, name: string): Promise<string> =>
    readFile(join(server.dataDir, 'certs', name), 'utf8');
  /** Each worker of one server accepts a token that the other server has issued. */
  const expectTrust = async (issuing: WorkerServer, accepting: WorkerServer): Promise<void> => {
    const { body } = await issuing.client(1).post(`${ACCOUNT}/token`, { spec: {} });
    const token = body.status.token as string;
    const asked = new Set<unknown>();
    // Workers that have replaced others may have other numbers.
    await eventually(async () => {
      const client = accepting.client(1);
      asked.add((await client.get('/version')).headers['x-binnacle-worker']);
      const review = await client.request('POST', REVIEWS, { body: {}, token });
      expect(review.body.status.userInfo.username).toBe('system:serviceaccount:default:default');
      expect(asked.size).toBe(2);
    });
  };

  it('share secrets: the first worker makes them, all others take them, and each accepts what another one has issued', async () => {
    await writeFile(keyFile, newKey());
    const [first, second] = [await start(), await start()];
    for (const file of ['ca.crt', 'ca.key', 'sa.key', 'front-proxy-ca.key']) {
      expect(await fileOf(second, file)).toBe(await fileOf(first, file));
    }
    await expectTrust(first, second);
    await expectTrust(second, first);
  });

  it('seal the secrets by a new key when workers are replaced on request', async () => {
    const [first, second] = servers as [WorkerServer, WorkerServer];
    const before = await stored();
    const [former, key] = [await readFile(keyFile, 'utf8'), newKey()];
    await writeFile(keyFile, `${key}\n${former}`);
    await first.replaceWorkers();
    const after = await stored();
    expect(after).toHaveLength(before.length);
    for (const value of after) expect(before).not.toContain(value);
    // The former key is not needed any more.
    await writeFile(keyFile, key);
    await second.replaceWorkers();
    expect(await stored()).toEqual(after);
    await expectTrust(first, second);
  });

  it('keep workers that serve where the new key is a wrong one', async () => {
    const [first] = servers as [WorkerServer];
    const [key, before] = [await readFile(keyFile, 'utf8'), await first.workers()];
    let log = '';
    first.server.standardError!.on('data', (text) => (log += String(text)));
    await writeFile(keyFile, newKey());
    process.kill(first.server.pid, 'SIGUSR2');
    await eventually(async () => {
      expect(log).toMatch(/cannot be replaced.*none of its keys opens \/registry\/shared-secrets\/ca/s);
    });
    expect(await first.workers()).toEqual(before);
    await writeFile(keyFile, key);
  });

  it('stay among the endpoints while workers are replaced, and leave them when they end', async () => {
    const [first, second] = servers as [WorkerServer, WorkerServer];
    const watch = await second
      .client(1)
      .watch('/api/v1/namespaces/default/endpoints?fieldSelector=metadata.name=kubernetes');
    const shown: unknown[] = [];
    const watched = (async () => {
      for (let event = await watch.next(); event; event = await watch.next())
        shown.push(event.object.subsets?.length ?? 0);
    })();
    await first.replaceWorkers();
    expect(await etcd.keys('/registry/masterleases/')).toHaveLength(1);
    expect([...new Set(shown)]).toEqual([1]);
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await watched;
    expect(await etcd.keys('/registry/masterleases/')).toEqual([]);
  });
});
