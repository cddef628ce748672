import type { DataSource } from 'typeorm';
import { writerDataSource } from '../open-database.js';

describe('the migrations of a store', () => {
  let store: DataSource;

  beforeEach(async () => {
    store = await writerDataSource(':memory:').initialize();
    await store.runMigrations();
  });
  afterEach(() => store.destroy());

  const namesIn = async (sql: string): Promise<string[]> =>
    ((await store.query(sql)) as { name: string }[]).map(({ name }) => name);
  const columns = (): Promise<string[]> => namesIn("SELECT name FROM pragma_table_info('record')");
  const tablesAndIndexes = (): Promise<string[]> =>
    namesIn(`SELECT name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name`);

  it('make the history table, its indexes and the table of numbers', async () => {
    expect(await tablesAndIndexes()).toEqual([
      ...['migrations', 'property', 'record'],
      ...['record_expires', 'record_key_previous', 'record_key_revision'],
    ]);
  });

  it('are undone one after the other', async () => {
    expect(await columns()).toContain('written_at');
    await store.undoLastMigration();
    expect(await columns()).toEqual(expect.arrayContaining(['revision', 'value']));
    expect(await columns()).not.toContain('written_at');
    await store.undoLastMigration();
    expect(await tablesAndIndexes()).toEqual(['migrations']);
  });
});
