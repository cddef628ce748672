import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabaseOptions, type OpenedDatabase, openDatabase, writerDataSource } from './open-database.js';

let parent: string;
let directory: string;
const opened: OpenedDatabase[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'open-database-spec-'));
  directory = join(parent, 'a', 'b');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await rm(parent, { recursive: true });
});

async function open(options: Partial<OpenDatabaseOptions> = {}): Promise<OpenedDatabase> {
  const database = await openDatabase({ directory, ...options });
  opened.push(database);
  return database;
}

async function close(): Promise<void> {
  await opened.pop()!.close();
}

/** A store that was used and ended in order, at a revision. */
async function used(): Promise<void> {
  const { mark } = await open();
  mark!.advance(7);
  await close();
}

const path = (name: string): string => join(directory, name);
const failure = (code: string, message: string): Error =>
  expect.objectContaining({ code, message: expect.stringContaining(message) as string }) as Error;
const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o777;

async function pragma({ writer }: OpenedDatabase, name: string): Promise<unknown> {
  const [row] = await writer.all<Record<string, unknown>>(`PRAGMA ${name}`);
  return Object.values(row)[0];
}

describe('openDatabase()', () => {
  it('makes the directory and its files for their owner alone', async () => {
    const mask = process.umask(0);
    try {
      await open();
    } finally {
      process.umask(mask);
    }
    const files = ['binnacle.db', 'binnacle.lock', 'binnacle.revision'];
    expect((await readdir(directory)).filter((name) => !/-(?:journal|shm|wal)$/.test(name)).sort()).toEqual(files);
    expect(await Promise.all(['', ...files].map((name) => modeOf(path(name))))).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it('makes the directory for its owner alone whatever the mask, and leaves one that is there as it is', async () => {
    const mask = process.umask(0o277);
    try {
      directory = join(parent, 'masked');
      await open();
    } finally {
      process.umask(mask);
    }
    expect(await modeOf(directory)).toBe(0o700);
    await close();
    await chmod(directory, 0o750);
    await open();
    expect(await modeOf(directory)).toBe(0o750);
  });

  it('configures the writer for safe commits, and its size', async () => {
    const database = await open({ maxBytes: 100 * 8192 + 8191 });
    const values = ['page_size', 'journal_mode', 'synchronous', 'wal_autocheckpoint', 'cache_size', 'max_page_count'];
    expect(await Promise.all(values.map((name) => pragma(database, name)))).toEqual([8192, 'wal', 2, 2000, -8192, 100]);
  });

  it('sets no limit where none is given, and a limit however small it is', async () => {
    expect(await pragma(await open(), 'max_page_count')).toBeGreaterThan(1e9);
    directory = join(parent, 'small');
    await expect(open({ maxBytes: 1 })).rejects.toThrow(
      failure('Unreachable', `opening the store ${path('binnacle.db')}`),
    );
  });

  it('reads by a connection that cannot write', async () => {
    const { reader, writer } = await open();
    expect(reader).not.toBe(writer);
    expect(await reader.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(reader.run('DELETE FROM migrations')).rejects.toThrow(failure('Unreachable', 'readonly'));
  });

  it('folds the log into the database at the end', async () => {
    await open();
    await close();
    expect((await readdir(directory)).filter((name) => name.includes('-'))).toEqual([]);
  });

  it('uses one connection in memory, which runs statements in their order', async () => {
    const { reader, writer, mark } = await open({ directory: ':memory:' });
    expect([reader === writer, mark]).toEqual([true, undefined]);
    const statements = ['CREATE TABLE t (x)', 'INSERT INTO t VALUES (1)', 'UPDATE t SET x = x + 1'];
    await Promise.all(statements.map((sql) => writer.run(sql)));
    expect(await reader.all('SELECT x FROM t')).toEqual([{ x: 2 }]);
  });
});

describe('a store in use', () => {
  it('is refused to others until it is closed, and not disturbed', async () => {
    const { writer } = await open();
    const message = `the store in ${directory} is in use by another process`;
    await expect(open()).rejects.toThrow(failure('Unreachable', message));
    await writer.run('CREATE TABLE t (x)');
    await close();
    const { reader } = await open();
    expect(await reader.all('SELECT x FROM t')).toEqual([]);
  });
});

describe('a store whose files are not as they were', () => {
  it.each(['removed', 'emptied'])('is refused where the database was %s, before one is made', async (how) => {
    await used();
    const file = path('binnacle.db');
    await (how === 'removed' ? rm(file) : writeFile(file, ''));
    const left = await readdir(directory);
    const message = `${file} is missing or empty, though the store was at revision 7; restore what is lost`;
    // Twice: the failure leaves nothing locked.
    for (let i = 0; i < 2; i++) await expect(open()).rejects.toThrow(failure('Unreachable', message));
    expect(await readdir(directory)).toEqual(left);
    const { mark } = await open({ acceptsOlder: true });
    expect(mark!.found).toEqual({ revision: 7, isOpen: true });
  });

  it('is refused where the log is missing of a store that did not end in order, and of no other', async () => {
    await used();
    await expect(open()).rejects.toThrow(failure('Unreachable', `${path('binnacle.db')}-wal is missing or empty`));
    await writeFile(path('binnacle.revision'), 'revision 0000000000000007 done\n');
    expect((await open()).mark!.found).toEqual({ revision: 7, isOpen: false });
  });

  it('is refused where a newer version wrote it', async () => {
    const { writer } = await open();
    await writer.run(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
    await close();
    const message = 'the store was written by a newer version: it has the schema Later1; start that version again';
    for (let i = 0; i < 2; i++) await expect(open()).rejects.toThrow(failure('Unreachable', message));
  });

  it.each(['binnacle.db', 'binnacle.lock'])('is reported as damaged where %s is no database', async (name) => {
    await mkdir(directory, { recursive: true });
    await writeFile(path(name), 'x'.repeat(8192));
    for (let i = 0; i < 2; i++) await expect(open()).rejects.toThrow(failure('Corrupt', path(name)));
  });

  it.each([
    ['binnacle.db', 'cannot open'],
    ['binnacle.lock', 'cannot open'],
    ['binnacle.revision', 'cannot open'],
  ])('is refused where %s is a directory', async (name, message) => {
    await mkdir(path(name), { recursive: true });
    await expect(open()).rejects.toThrow(failure('Unreachable', `${message} ${path(name)}: `));
    await rm(path(name), { recursive: true });
    await open();
  });

  it('is refused where the directory cannot be made', async () => {
    await writeFile(join(parent, 'a'), '');
    await expect(open()).rejects.toThrow(failure('Unreachable', `cannot make the data directory ${directory}: `));
  });
});

describe('writerDataSource()', () => {
  it('describes the schema that migrations make', async () => {
    await open();
    await close();
    const source = writerDataSource(path('binnacle.db'));
    await source.initialize();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    expect(upQueries).toEqual([]);
  });
});
