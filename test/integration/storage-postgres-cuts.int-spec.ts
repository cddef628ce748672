import { createServer } from 'node:net';
import { PostgresStorage } from '../../src/storage/postgres/index.js';
import { type OpenedPostgres, PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { RecordingListener, eventually } from '../support/storage-recorder.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): object => expect.objectContaining({ code: value });

describeWithPostgres('PostgresStorage when connections break', () => {
  let postgres: PostgresProcess;
  const opened: PostgresStorage[] = [];

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()));
  });
  afterAll(async () => postgres.remove());

  const open = async (options = {}): Promise<OpenedPostgres> => {
    const one = await postgres.openStorage(options);
    opened.push(one.storage);
    return one;
  };
  const back = (storage: PostgresStorage): Promise<void> =>
    eventually(
      () =>
        storage.checkWritable().then(
          () => true,
          () => false,
        ),
      'PostgreSQL to be back',
    );

  it('resumes watches without lost or repeated events after its connections are cut', async () => {
    const { storage: watching, schema } = await open();
    const { storage: writing } = await open({ schema });
    const listener = new RecordingListener();
    await watching.watch({ prefix: '/r/' }, listener);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) {
        // A write on a connection that has just been cut is rejected; whether it took place shows below.
        await writing.create(`/r/${round}-${i}`, bytes('x')).catch((error: unknown) => {
          expect(error).toEqual(code('Unreachable'));
        });
      }
      await postgres.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        'binnacle',
      ]);
    }
    await eventually(
      () =>
        writing.create('/r/last', bytes('x')).then(
          () => true,
          () => false,
        ),
      'a write',
    );
    const { items } = await writing.range('/r/');
    const written = items.map(({ revision }) => revision).toSorted((a, b) => a - b);
    expect(written.length).toBeGreaterThan(50);
    await eventually(() => listener.events.length >= written.length, 'delivery of all events');
    expect(listener.events.map(({ revision }) => revision)).toEqual(written);
    expect(listener.hasEnded).toBe(false);
  });

  it('loses no acknowledged write when the server is killed, and repeats none', async () => {
    const { storage } = await open();
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/r/' }, listener);
    const acknowledged = new Map<string, number>();
    const errors = new Set<string>();
    let attempts = 0;
    for (let round = 0; round < 3; round++) {
      let isWriting = true;
      const write = async (worker: number): Promise<void> => {
        while (isWriting) {
          const key = `/r/${worker}-${attempts++}`;
          const revision = await storage.create(key, bytes(key)).catch((error: { code: string }) => error.code);
          if (typeof revision === 'number') acknowledged.set(key, revision);
          else errors.add(revision);
          if (typeof revision !== 'number') await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      const before = acknowledged.size;
      const writing = Promise.all(Array.from({ length: 16 }, (_, worker) => write(worker)));
      await eventually(() => acknowledged.size > before + 200, 'some writes');
      await postgres.kill();
      isWriting = false;
      await writing;
      await postgres.resume();
      await back(storage);
    }
    const { items } = await storage.range('/r/');
    const found = new Map(items.map(({ key, revision }) => [key, revision]));
    const lost = [...acknowledged].filter(([key, revision]) => found.get(key) !== revision);
    expect(lost).toEqual([]);
    expect([...errors].every((one) => one === 'Unreachable' || one === 'Timeout')).toBe(true);
    await eventually(() => listener.events.length >= items.length, 'delivery of all events');
    expect(listener.events.map(({ key }) => key).toSorted()).toEqual(items.map(({ key }) => key));
    expect(listener.hasEnded).toBe(false);
  });

  it('answers within its time while the server is stopped, and goes on afterwards', async () => {
    const { storage } = await open({ statementTimeoutMs: 500, maxConnections: 10 });
    const revision = await storage.create('/r/a', bytes('1'));
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((i) => storage.get(`/r/${i}`)));
    postgres.signal('SIGSTOP');
    const begun = performance.now();
    const outcomes = await Promise.allSettled([
      storage.update('/r/a', bytes('2'), revision),
      storage.get('/r/b'),
      storage.currentRevision(),
    ]);
    // No other connection to that server is tried: new ones are made, and that fails sooner than statements do.
    await expect(storage.get('/r/c')).rejects.toEqual(code('Unreachable'));
    await expect(storage.checkWritable()).rejects.toEqual(code('Unreachable'));
    const took = performance.now() - begun;
    postgres.signal('SIGCONT');
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(outcomes.slice(0, 2)).toEqual([
      { status: 'rejected', reason: code('Timeout') },
      { status: 'rejected', reason: code('Timeout') },
    ]);
    expect(took).toBeLessThan(30_000);
    await back(storage);
    // The outcome was unknown: it happened once or not at all.
    const after = (await storage.get('/r/a'))!;
    expect(['1', '2']).toContain(after.value.toString());
    expect(after.revision - revision).toBe(after.value.toString() === '2' ? 1 : 0);
  });

  it('connects to the next server of the URL where one refuses or does not answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const url = `postgres://binnacle@127.0.0.1:1,127.0.0.1:${port},127.0.0.1:${postgres.port}/postgres`;
    const { storage } = await open({ url });
    expect(await storage.create('/r/a', bytes('1'))).toBe(2);
    silent.close();
  });

  it('rejects within seconds when no server can be reached', async () => {
    const begun = Date.now();
    const url = 'postgres://binnacle@127.0.0.1:1/postgres';
    await expect(PostgresStorage.open({ ...postgres.settings(), url })).rejects.toEqual(code('Unreachable'));
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('goes on behind all revisions it has seen when the database was rolled back, and watches end', async () => {
    const notices: string[] = [];
    const { storage, schema } = await open({ onNotice: (text: string) => notices.push(text) });
    const created = await storage.create('/r/a', bytes('1'));
    const lost = await storage.update('/r/a', bytes('2'), created);
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/r/' }, listener);
    await postgres.query(`DELETE FROM ${schema}.record WHERE revision > ${created}`);
    await postgres.query(`UPDATE ${schema}.store SET revision = ${created}`);
    await eventually(() => listener.hasEnded, 'the end of the watch');
    expect(listener.error).toEqual(code('Compacted'));
    expect(notices).toEqual([expect.stringContaining(`is at revision ${created}, but was at ${lost}`)]);
    expect((await storage.get('/r/a'))?.value.toString()).toBe('1');
    expect(await storage.update('/r/a', bytes('3'), created)).toBeGreaterThan(lost + 1_000_000);
    await expect(storage.get('/r/a', { revision: lost })).rejects.toEqual(code('Compacted'));
  });

  it('refuses a schema of a newer version', async () => {
    const { storage, schema } = await open();
    await storage.close();
    await postgres.query(`INSERT INTO ${schema}.migrations (timestamp, name) VALUES (9, 'Later9')`);
    await expect(open({ schema })).rejects.toEqual(
      expect.objectContaining({ code: 'Unreachable', message: expect.stringContaining('newer version') }),
    );
  });

  it('opens a new schema from several servers at once', async () => {
    const schema = postgres.newSchema();
    const all = await Promise.all(Array.from({ length: 4 }, () => open({ schema })));
    await all[0]!.storage.create('/r/a', bytes('1'));
    expect(await all[3]!.storage.currentRevision()).toBe(2);
  });
});
