import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';

const bytes = (text: string): Buffer => Buffer.from(text);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function binnacle(...words: string[]): Promise<Outcome> {
  const outcome = { out: '', err: '' };
  const sink = (name: 'out' | 'err') => ({ write: (text: string) => void (outcome[name] += text) });
  const code = await runCommand(words[0]!, words.slice(1), { out: sink('out'), err: sink('err') });
  return { code, ...outcome };
}

describe('binnacle backup and restore', () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-backup-'));
    file = join(directory, 'copy.db');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const dataDir = (name: string): string => join(directory, name);
  const open = (name: string): Promise<SqliteStorage> =>
    SqliteStorage.open({ directory: join(dataDir(name), 'store') });
  const backup = (name: string): Promise<Outcome> => binnacle('backup', `--data-dir=${dataDir(name)}`, `--out=${file}`);
  const restore = (name: string, ...words: string[]): Promise<Outcome> =>
    binnacle('restore', file, `--data-dir=${dataDir(name)}`, ...words);
  const valuesOf = async (storage: SqliteStorage): Promise<string[]> =>
    (await storage.range('/r/')).items.map(({ key, value }) => `${key} ${value.toString()}`);

  it('copies one moment of a store that is being written, and the server goes on', async () => {
    const storage = await open('one');
    let isWriting = true;
    const write = async (worker: number): Promise<void> => {
      for (let i = 0; isWriting; i++) await storage.create(`/r/${worker}-${i}`, bytes('x'));
    };
    const writing = Promise.all([0, 1, 2, 3].map((worker) => write(worker)));
    while (storage.currentRevision() < 200) await new Promise((resolve) => setTimeout(resolve, 2));
    const acknowledged = storage.currentRevision();
    expect(await backup('one')).toMatchObject({ code: 0, err: '' });
    isWriting = false;
    await writing;
    await storage.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await restore('two')).toMatchObject({ code: 0, err: '' });
    const restored = await open('two');
    const { items } = await restored.range('/r/');
    // Every write before the backup is there, and no write without those before it.
    expect(items.length).toBeGreaterThanOrEqual(acknowledged - 1);
    const revisions = items.map(({ revision }) => revision).toSorted((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: items.length }, (_, i) => i + 2));
    await restored.close();
    // The server that was backed up starts as if nothing had been.
    const again = await open('one');
    expect(again.currentRevision()).toBeGreaterThanOrEqual(acknowledged);
    await again.close();
  });

  it('goes on behind all revisions that clients may have seen, and without history', async () => {
    const storage = await open('one');
    const created = await storage.create('/r/a', bytes('1'));
    await backup('one');
    const lost = await storage.update('/r/a', bytes('2'), created);
    await storage.close();
    const refused = await restore('one');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('--force moves it aside') });
    const restored = await restore('one', '--force');
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('the store that was there is now') });
    const after = await open('one');
    expect(await valuesOf(after)).toEqual(['/r/a 1']);
    expect(after.currentRevision()).toBeGreaterThan(lost + 1_000_000 - 1);
    await expect(after.get('/r/a', { revision: created })).rejects.toMatchObject({ code: 'Compacted' });
    await after.close();
    const aside = (await readdir(dataDir('one'))).find((name) => name.startsWith('store.before-'))!;
    const former = await SqliteStorage.open({ directory: join(dataDir('one'), aside) });
    expect(await valuesOf(former)).toEqual(['/r/a 2']);
    await former.close();
  });

  it('restores the state at a time of its history', async () => {
    const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20));
    const storage = await open('one');
    const before = new Date(Date.now() - 60_000).toISOString();
    const first = await storage.create('/r/a', bytes('1'));
    await pause();
    const between = new Date().toISOString();
    await pause();
    await storage.update('/r/a', bytes('2'), first);
    await storage.close();
    expect(await backup('one')).toMatchObject({ code: 0 });
    for (const [name, time, value] of [
      ['between', between, '/r/a 1'],
      ['later', new Date(Date.now() + 60_000).toISOString(), '/r/a 2'],
    ]) {
      expect(await restore(name!, `--at-time=${time}`)).toMatchObject({ code: 0 });
      const restored = await open(name!);
      expect(await valuesOf(restored)).toEqual([value]);
      await restored.close();
    }
    for (const [words, fault] of [
      [[`--at-time=${before}`], 'does not go back to'],
      [['--at-time=yesterday'], 'is not a time'],
      [[`--at-time=${between}`, '--at-revision=2'], 'exclude each other'],
    ] as const) {
      expect(await restore('x', ...words)).toMatchObject({ code: 2, err: expect.stringContaining(fault) });
    }
  });

  it('restores the state at a revision of its history', async () => {
    const storage = await open('one');
    const first = await storage.create('/r/a', bytes('1'));
    const second = await storage.update('/r/a', bytes('2'), first);
    await storage.compact(second);
    const third = await storage.update('/r/a', bytes('3'), second);
    const gone = await storage.delete('/r/a', third);
    await storage.close();
    expect(await backup('one')).toMatchObject({
      out: expect.stringContaining(`revision ${gone}, history from ${second}`),
    });
    for (const [at, values] of [
      [second, ['/r/a 2']],
      [third, ['/r/a 3']],
      [gone, []],
    ] as const) {
      expect(await restore(`at-${at}`, `--at-revision=${at}`)).toMatchObject({ code: 0 });
      const restored = await open(`at-${at}`);
      expect(await valuesOf(restored)).toEqual(values);
      await restored.create('/r/new', bytes('n'));
      await restored.close();
    }
    expect(await restore('x', `--at-revision=${first}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('compacted'),
    });
    expect(await restore('x', `--at-revision=${gone + 1}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('in the future'),
    });
    expect(await restore('x', '--at-revision=soon')).toMatchObject({ code: 2 });
  });

  it('refuses damaged backups, other files, and stores in use', async () => {
    const storage = await open('one');
    for (let i = 0; i < 50; i++) await storage.create(`/r/${i}`, Buffer.alloc(5000, 'x'));
    await backup('one');
    expect(await backup('one')).toMatchObject({ code: 2, err: expect.stringContaining('exists already') });
    expect(await restore('one', '--force')).toMatchObject({ code: 2, err: expect.stringContaining('in use') });
    await storage.close();
    const content = await readFile(file);
    const damaged = Buffer.from(content);
    damaged.fill(0xff, 40_000, 80_000);
    await writeFile(file, damaged);
    expect(await restore('two')).toMatchObject({ code: 2, err: expect.stringContaining('another digest') });
    await rm(`${file}.sha256`);
    expect((await restore('two')).code).toBe(2);
    await writeFile(file, 'text');
    expect((await restore('two')).code).toBe(2);
    await rm(file);
    expect((await restore('two')).code).toBe(2);
    expect(await readdir(directory)).toEqual(['one']);
    expect(await binnacle('backup', `--data-dir=${dataDir('none')}`, `--out=${file}`)).toMatchObject({ code: 2 });
  });
});
