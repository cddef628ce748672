import { isStorageError } from '../../src/storage/index.js';
import type { PostgresStorage } from '../../src/storage/postgres/index.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { RecordingListener, eventually } from '../support/storage-recorder.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describeWithPostgres('several writers in one PostgreSQL', () => {
  let postgres: PostgresProcess;
  let schema: string;
  let engines: PostgresStorage[];

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  beforeEach(async () => {
    const first = await postgres.openStorage();
    schema = first.schema;
    const others = await Promise.all([1, 2, 3].map(() => postgres.openStorage({ schema })));
    engines = [first, ...others].map(({ storage }) => storage);
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  afterAll(async () => postgres.remove());

  /** Writes from all engines, with creates, updates, deletes and guards that fail; answers the acknowledged revisions. */
  const writeMuch = async (rounds: number): Promise<number[]> => {
    const acknowledged: number[] = [];
    const work = async (engine: PostgresStorage, worker: number): Promise<void> => {
      for (let i = 0; i < rounds; i++) {
        const key = `/r/${i % 7}`;
        const found = await engine.get(key);
        const write = !found
          ? engine.create(key, bytes(`${worker}-${i}`))
          : i % 5 === 0
            ? engine.delete(key, found.revision)
            : engine.update(key, bytes(`${worker}-${i}`), found.revision);
        const revision = await write.catch((error: unknown) => {
          if (!isStorageError(error) || error.code === 'Unreachable') throw error;
          return 0;
        });
        if (revision > 0) acknowledged.push(revision);
      }
    };
    await Promise.all(engines.flatMap((engine, at) => [0, 1, 2, 3].map((i) => work(engine, at * 4 + i))));
    return acknowledged.toSorted((a, b) => a - b);
  };

  it('never show a reader at a revision that one before it is still to come', async () => {
    let isWriting = true;
    const gaps: object[] = [];
    let reads = 0;
    const read = async (): Promise<void> => {
      while (isWriting) {
        // Every revision from 2 on is one row, so as many rows as that are there when none is to come.
        const [row] = await postgres.query<{ revision: string; rows: string }>(
          `SELECT s.revision, (SELECT count(*) FROM ${schema}.record r WHERE r.revision <= s.revision) AS rows FROM ${schema}.store s`,
        );
        reads += 1;
        if (Number(row!.rows) !== Number(row!.revision) - 1) gaps.push(row!);
      }
    };
    const reading = Promise.all([read(), read()]);
    const acknowledged = await writeMuch(60);
    isWriting = false;
    await reading;
    expect(gaps).toEqual([]);
    expect(reads).toBeGreaterThan(10);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(acknowledged).toEqual(Array.from({ length: acknowledged.length }, (_, i) => i + 2));
  });

  it('reach the watches of every server once, in order, with the values that reads show', async () => {
    const listeners = engines.map(() => new RecordingListener());
    await Promise.all(engines.map((engine, at) => engine.watch({ prefix: '/r/' }, listeners[at]!)));
    const acknowledged = await writeMuch(40);
    const isDone = (): boolean => listeners.every(({ progress }) => progress >= acknowledged.at(-1)!);
    await eventually(isDone, 'delivery of all changes');
    for (const listener of listeners) {
      expect(listener.events.map(({ revision }) => revision)).toEqual(acknowledged);
      expect(listener.lines()).toEqual(listeners[0]!.lines());
    }
    const [engine] = engines;
    for (const { key, revision, value, type } of listeners[1]!.events.filter(({ revision: at }) => at % 20 === 0)) {
      const read = await engine!.get(key, { revision });
      expect(read?.value.toString()).toBe(type === 'delete' ? undefined : value.toString());
    }
  });

  it('are history to a watch that begins after them, before its own process has heard of them', async () => {
    const [writer] = engines;
    const start = await writer!.currentRevision();
    const { storage: late } = await postgres.openStorage({ schema, listens: false, pollMs: 600_000 });
    engines.push(late);
    await writer!.create('/r/a', bytes('1'));
    await writer!.create('/r/b', bytes('2'));
    const listener = new RecordingListener();
    await late.watch({ prefix: '/r/', afterRevision: start }, listener);
    expect(listener.lines()).toEqual(['create /r/a 1', 'create /r/b 2']);
    const revision = await writer!.create('/r/c', bytes('3'));
    expect(await late.currentRevision()).toBe(revision);
    await eventually(() => listener.progress >= revision, 'delivery of the last change');
    expect(listener.lines()).toEqual(['create /r/a 1', 'create /r/b 2', 'create /r/c 3']);
  });

  it('compact at the same time, and keep the newest values', async () => {
    const acknowledged = await writeMuch(30);
    const before = await engines[0]!.range('/r/');
    const limit = acknowledged.at(-1)!;
    await Promise.all(engines.map((engine, at) => engine.compact(limit - at)));
    expect(await engines[3]!.compactedRevision()).toBe(limit);
    expect((await engines[1]!.range('/r/')).items).toEqual(before.items);
    const rows = await postgres.query(`SELECT 1 FROM ${schema}.record`);
    expect(rows).toHaveLength(before.items.length);
  });

  it('share the deletion of what has expired: one of them looks in each interval', async () => {
    await engines[0]!.create('/r/a', bytes('1'), { ttlSeconds: 60 });
    const listener = new RecordingListener();
    await engines[1]!.watch({ prefix: '/r/' }, listener);
    await postgres.expire(schema, 61);
    await eventually(() => listener.events.length > 0, 'the expiry');
    expect(listener.lines()).toEqual(['delete /r/a 1']);
    expect(await engines[2]!.get('/r/a')).toBeUndefined();
  });
});
