import type { NewRow } from './pending-write.js';
import { RecordInserts } from './record-inserts.js';
import type { SqliteConnection, SqliteParameter } from './sqlite-connection.js';

const KEPT = 256 * 1024;

const rowOf = (key: string, value: string | number, more: Partial<NewRow> = {}): { readonly row: NewRow } => {
  const content = typeof value === 'number' ? Buffer.alloc(value, 1) : Buffer.from(value);
  const row = { revision: 7, key, createRevision: 5, previousRevision: 6, isDeleted: false, expiresAt: null };
  return { row: { ...row, value: content, ...more } };
};

describe('RecordInserts', () => {
  let did: string[];
  let parameters: SqliteParameter[][];
  let inserts: RecordInserts;

  /** Notes what is done, and copies parameters as the driver does. */
  const noteAs =
    (name: string) =>
    (sent: SqliteParameter[]): Promise<void> => {
      did.push(name);
      parameters.push(sent.map((each) => (Buffer.isBuffer(each) ? Buffer.from(each) : each)));
      return Promise.resolve();
    };

  beforeEach(() => {
    [did, parameters] = [[], []];
    const connection = {
      run: (_sql: string, sent: SqliteParameter[]) => noteAs('run alone')(sent),
      prepare: () => {
        did.push('prepare');
        return Promise.resolve({ run: noteAs('run'), close: () => Promise.resolve(void did.push('close')) });
      },
    };
    inserts = new RecordInserts(connection as unknown as SqliteConnection);
  });

  it('sends the numbers of all rows, their bytes one behind the other, and the time', async () => {
    await inserts.write([rowOf('é', 'ab'), rowOf('k', '', { isDeleted: true, expiresAt: 9 }), rowOf('l', 'c')], 42);
    const [numbers, bytes, writtenAt] = parameters[0];
    expect(JSON.parse(numbers as string)).toEqual([
      [7, 5, 6, 0, null, 1, 2, 3, 2],
      [7, 5, 6, 1, 9, 5, 1, 6, 0],
      [7, 5, 6, 0, null, 6, 1, 7, 1],
    ]);
    expect([(bytes as Buffer).toString(), writtenAt]).toEqual(['éabklc', 42]);
  });

  it('compiles its statement once, until it is closed', async () => {
    for (let i = 0; i < 2; i++) await inserts.write([rowOf('a', 'b')], 1);
    expect(did).toEqual(['prepare', 'run', 'run']);
    await inserts.close();
    await inserts.close();
    await inserts.write([rowOf('a', 'b')], 1);
    expect(did.slice(3)).toEqual(['close', 'prepare', 'run']);
  });

  it('gives more than 256 KiB a statement and memory of their own', async () => {
    await inserts.write([rowOf('a', KEPT - 1)], 1);
    expect(did).toEqual(['prepare', 'run']);
    await inserts.write([rowOf('a', KEPT)], 1);
    expect(did).toEqual(['prepare', 'run', 'run alone']);
    expect(parameters.map(([, bytes]) => (bytes as Buffer).length)).toEqual([KEPT, KEPT + 1]);
  });

  it('has nothing to close where nothing was written', async () => {
    await inserts.close();
    expect(did).toEqual([]);
  });
});
