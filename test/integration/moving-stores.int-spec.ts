import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { type Outcome, binnacle, objectsOf, writeObjects } from '../support/moving.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { startTestServer } from '../support/start-test-server.js';
import { RecordingListener } from '../support/storage-recorder.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describeWithPostgres('binnacle migrate', () => {
  let postgres: PostgresProcess;
  let directory: string;
  let schema: string;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-moving-'));
    schema = postgres.newSchema();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  afterAll(async () => postgres.remove());

  const store = (name: string): string => join(directory, name, 'store');
  const toPostgres = (...words: string[]): Promise<Outcome> =>
    binnacle('migrate', ...words, `--postgres-schema=${schema}`);

  /** A store with history: an updated, a deleted and an expiring key, and a compacted revision. */
  const makeStore = async (name: string): Promise<{ revision: number; oldest: number }> => {
    const storage = await SqliteStorage.open({ directory: store(name) });
    const first = await storage.create('/registry/a', bytes('1'));
    const second = await storage.update('/registry/a', bytes('2'), first);
    await storage.compact(second);
    await storage.update('/registry/a', bytes('3'), second);
    const gone = await storage.create('/registry/gone', bytes('x'));
    await storage.delete('/registry/gone', gone);
    await storage.create('/registry/short', bytes('s'), { ttlSeconds: 3600 });
    const revision = storage.currentRevision();
    await storage.close();
    return { revision, oldest: second };
  };

  it('moves SQLite to PostgreSQL and back with revisions, history and times to live', async () => {
    const { revision, oldest } = await makeStore('one');
    const there = await toPostgres(`--from=sqlite:${directory}/one`, `--to=${postgres.url}`);
    expect(there).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^\d+ rows, digest [\da-f]{64}, the same/),
    });
    const { storage } = await postgres.openStorage({ schema });
    expect([await storage.currentRevision(), await storage.compactedRevision()]).toEqual([revision, oldest]);
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/registry/', afterRevision: oldest }, listener);
    expect(listener.lines()).toEqual([
      'update /registry/a 3',
      'create /registry/gone x',
      'delete /registry/gone x',
      'create /registry/short s',
    ]);
    expect(await storage.create('/registry/new', bytes('n'))).toBe(revision + 1);
    await storage.close();
    const back = await toPostgres(`--from=${postgres.url}`, `--to=sqlite:${directory}/two`);
    expect(back).toMatchObject({ code: 0, err: '' });
    const sqlite = await SqliteStorage.open({ directory: store('two'), now: () => Date.now() + 3_700_000 });
    expect(sqlite.currentRevision()).toBe(revision + 1);
    expect((await sqlite.get('/registry/a', { revision: oldest }))?.value.toString()).toBe('2');
    await sqlite.sweepExpired();
    expect((await sqlite.range('/registry/')).items.map(({ key }) => key)).toEqual(['/registry/a', '/registry/new']);
    await sqlite.close();
  });

  it('refuses a target that is not empty, a store in use, and malformed locations', async () => {
    await makeStore('one');
    await makeStore('two');
    const full = await binnacle('migrate', `--from=sqlite:${directory}/one`, `--to=sqlite:${directory}/two`);
    expect(full).toMatchObject({ code: 2, err: expect.stringContaining('the target is not empty') });
    const running = await SqliteStorage.open({ directory: store('one') });
    const inUse = await toPostgres(`--from=sqlite:${directory}/one`, `--to=${postgres.url}`);
    expect(inUse).toMatchObject({ code: 2, err: expect.stringContaining('in use by another process') });
    await running.close();
    const password = await toPostgres(`--from=sqlite:${directory}/one`, '--to=postgres://u:secret@db/d');
    expect(password).toMatchObject({ code: 2, err: expect.not.stringContaining('secret') });
    expect(await binnacle('migrate', '--from=one', '--to=two')).toMatchObject({ code: 2 });
  });

  it('leaves the target empty after a failure', async () => {
    await makeStore('one');
    const { storage } = await postgres.openStorage({ schema });
    await storage.close();
    await postgres.query(`ALTER TABLE ${schema}.record ADD CHECK (key <> '/registry/short')`);
    const failed = await toPostgres(`--from=sqlite:${directory}/one`, `--to=${postgres.url}`);
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('violates check constraint') });
    expect(await postgres.query(`SELECT 1 FROM ${schema}.record`)).toEqual([]);
  });

  describeWithEtcd('with etcd', () => {
    let etcd: EtcdProcess;

    beforeAll(async () => {
      etcd = await EtcdProcess.start();
    });
    afterAll(async () => etcd.remove());

    it('moves the objects of a server from SQLite to etcd in its form, and on to PostgreSQL', async () => {
      const dataDir = join(directory, 'server');
      const first = await startTestServer({ storage: { dataDir, backend: 'sqlite' } });
      const { client } = first;
      await writeObjects(client);
      const before = await objectsOf(client);
      await first.close();

      const there = await binnacle('migrate', `--from=sqlite:${dataDir}`, `--to=${etcd.url.replace('http', 'etcd')}`);
      expect(there).toMatchObject({ code: 0, err: '', out: expect.stringContaining('revisions of its own') });
      const value = await etcd.valueOf('/registry/configmaps/default/kept');
      expect(value.toString('latin1', 0, 4)).toBe('k8s\0');
      const onEtcd = await startTestServer({ storage: { backend: 'etcd3' }, etcd: { servers: [etcd.url] } });
      expect(await objectsOf(onEtcd.client)).toEqual(before);
      await onEtcd.close();

      const on = await toPostgres(`--from=${etcd.url.replace('http', 'etcd')}`, `--to=${postgres.url}`);
      expect(on).toMatchObject({ code: 0, err: '', out: expect.stringContaining('revisions are kept') });
      const [row] = await postgres.query<{ left: number }>(
        `SELECT expires_at - extract(epoch FROM now()) * 1000 AS left FROM ${schema}.record WHERE key LIKE '/registry/events/%'`,
      );
      expect(Number(row!.left) / 1000).toBeGreaterThan(3000);
      const onPostgres = await startTestServer({
        storage: { backend: 'postgres' },
        postgres: { url: postgres.url, schema },
      });
      expect(await objectsOf(onPostgres.client)).toEqual(before);
      // The addresses that are given out came along.
      const taken = { ports: [{ port: 80 }], clusterIP: before[0]!.spec.clusterIP };
      const again = await onPostgres.client.post('/api/v1/namespaces/default/services', {
        metadata: { name: 'other' },
        spec: taken,
      });
      expect([again.status, again.text]).toEqual([422, expect.stringContaining('already allocated')]);
      await onPostgres.close();
    });
  });
});
