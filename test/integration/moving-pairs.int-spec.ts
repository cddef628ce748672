import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { type Outcome, binnacle, objectsOf, writeObjects } from '../support/moving.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { startTestServer } from '../support/start-test-server.js';

const KEPT = expect.stringContaining('revisions are kept');
const EVENT = '/registry/events/default/e';
/** A row of no kind, as shared secrets are. */
const SEALED = '/registry/shared-secrets/ca';
const bytes = (text: string): Buffer => Buffer.from(text);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-pairs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const inDirectory = (name: string): string => `sqlite:${join(directory, name)}`;
const openSqlite = (name: string): Promise<SqliteStorage> =>
  SqliteStorage.open({ directory: join(directory, name, 'store') });
const migrate = (from: string, to: string): Promise<Outcome> => binnacle('migrate', `--from=${from}`, `--to=${to}`);

/** Makes a store by a server, with a row of no kind besides; answers its objects and revision. */
async function makeStore(name: string): Promise<{ objects: object; revision: number }> {
  const server = await startTestServer({ storage: { dataDir: join(directory, name), backend: 'sqlite' } });
  await writeObjects(server.client);
  const objects = await objectsOf(server.client);
  await server.close();
  const storage = await openSqlite(name);
  const first = await storage.create(SEALED, bytes('{"sealed":"a"}'));
  const revision = await storage.update(SEALED, bytes('{"sealed":"b"}'), first);
  await storage.close();
  return { objects, revision };
}

describe('binnacle migrate, from SQLite to SQLite', () => {
  it('keeps revisions, history and objects', async () => {
    const { objects, revision } = await makeStore('one');
    expect(await migrate(inDirectory('one'), inDirectory('two'))).toMatchObject({ code: 0, err: '', out: KEPT });
    const storage = await openSqlite('two');
    expect(storage.currentRevision()).toBe(revision);
    const before = await storage.get(SEALED, { revision: revision - 1 });
    expect(before?.value.toString()).toBe('{"sealed":"a"}');
    await storage.close();
    const server = await startTestServer({ storage: { dataDir: join(directory, 'two'), backend: 'sqlite' } });
    expect(await objectsOf(server.client)).toEqual(objects);
    await server.close();
  });
});

describeWithPostgres('binnacle migrate, between databases', () => {
  let postgres: PostgresProcess;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    await postgres.query('CREATE DATABASE other');
  });
  afterAll(async () => postgres.remove());

  const otherUrl = (): string => postgres.url.replace(/[^/]*$/, 'other');

  it('keeps revisions, history and objects from PostgreSQL to PostgreSQL', async () => {
    const { objects, revision } = await makeStore('three');
    expect(await migrate(inDirectory('three'), postgres.url)).toMatchObject({ code: 0, err: '', out: KEPT });
    expect(await migrate(postgres.url, otherUrl())).toMatchObject({ code: 0, err: '', out: KEPT });
    // Back in SQLite it is what it was.
    expect(await migrate(otherUrl(), inDirectory('four'))).toMatchObject({ code: 0, err: '', out: KEPT });
    const [source, copy] = [await openSqlite('three'), await openSqlite('four')];
    const history = { revision: revision - 1 };
    expect((await copy.range('/registry/', history)).items).toEqual((await source.range('/registry/', history)).items);
    expect((await copy.range('/registry/')).items).toEqual((await source.range('/registry/')).items);
    await Promise.all([source.close(), copy.close()]);
    const server = await startTestServer({ storage: { backend: 'postgres' }, postgres: { url: otherUrl() } });
    expect(await objectsOf(server.client)).toEqual(objects);
    await server.close();
  });

  describeWithEtcd('and etcd', () => {
    let etcd: EtcdProcess;

    beforeAll(async () => {
      etcd = await EtcdProcess.start();
    });
    afterAll(async () => etcd.remove());

    it('moves objects from PostgreSQL to etcd in its form, and from etcd to SQLite', async () => {
      const { objects } = await makeStore('five');
      await postgres.query('DROP SCHEMA IF EXISTS binnacle CASCADE');
      expect(await migrate(inDirectory('five'), postgres.url)).toMatchObject({ code: 0, err: '' });
      const url = etcd.url.replace('http', 'etcd');
      const there = await migrate(postgres.url, url);
      expect(there).toMatchObject({ code: 0, err: '', out: expect.stringContaining('revisions of its own') });
      expect((await etcd.valueOf('/registry/configmaps/default/kept')).toString('latin1', 0, 4)).toBe('k8s\0');
      expect((await etcd.valueOf(SEALED)).toString()).toBe('{"sealed":"b"}');
      expect(await migrate(url, inDirectory('six'))).toMatchObject({ code: 0, err: '', out: KEPT });
      const storage = await openSqlite('six');
      expect((await storage.get(SEALED))?.value.toString()).toBe('{"sealed":"b"}');
      expect(await storage.get(EVENT)).toBeDefined();
      await storage.close();
      // Times to live have come along twice.
      const later = await SqliteStorage.open({
        directory: join(directory, 'six', 'store'),
        now: () => Date.now() + 3_700_000,
      });
      await later.sweepExpired();
      expect(await later.get(EVENT)).toBeUndefined();
      await later.close();
      const server = await startTestServer({ storage: { dataDir: join(directory, 'six'), backend: 'sqlite' } });
      expect(await objectsOf(server.client)).toEqual(objects);
      await server.close();
    });
  });
});
