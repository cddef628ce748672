import type { CommitQueue } from './commit-queue.js';
import { Compactor } from './compactor.js';
import type { SqliteConnection } from './sqlite-connection.js';

interface Property {
  readonly name: string;
  readonly value: number;
}

describe('Compactor', () => {
  let did: string[];
  let properties: Property[];
  /** The revisions that have rows; all of them where unset. */
  let rows: number[] | undefined;

  const nextRow = (after: number, limit: number): number | null => {
    const next = rows ? rows.find((revision) => revision > after) : after + 1;
    return next !== undefined && next <= limit ? next : null;
  };

  /** A compactor whose statements are noted by their verb and parameters, each in its turn. */
  function compactorOf(): Compactor {
    const connection = {
      all: (sql: string, [after = 0, limit = 0]: number[] = []) =>
        Promise.resolve(sql.includes('min(revision)') ? [{ next: nextRow(after, limit) }] : properties),
      run: (sql: string, parameters: unknown[]) => {
        const verb = sql.includes('zeroblob') ? 'FILL' : sql.slice(0, 6);
        const shown = parameters[0] === 'probe' && verb === 'INSERT' ? ['probe'] : parameters;
        return Promise.resolve(void did.push(`${verb} ${shown.join(' ')}`));
      },
    };
    const queue = { runExclusive: (work: () => Promise<unknown>) => (did.push('turn'), work()) };
    return new Compactor(connection as unknown as SqliteConnection, queue as unknown as CommitQueue);
  }

  const statements = (): string[] => did.splice(0).filter((each) => each !== 'turn');

  beforeEach(() => {
    [did, properties, rows] = [[], [], undefined];
  });

  it('stores the limit, deletes what was replaced, and stores how far that came', async () => {
    const compactor = compactorOf();
    expect(compactor.compactedRevision).toBe(0);
    await compactor.compact(1);
    expect(did.filter((each) => each === 'turn')).toHaveLength(4);
    expect(statements()).toEqual(['INSERT compacted_revision 1', 'DELETE 0 1', 'INSERT purged_revision 1']);
    expect(compactor.compactedRevision).toBe(1);
  });

  it('deletes in steps, each row in one of them', async () => {
    const compactor = compactorOf();
    await compactor.compact(256);
    expect(statements().slice(1, -1)).toEqual(['DELETE 0 256']);
    await compactor.compact(800);
    expect(statements().slice(1, -1)).toEqual(['DELETE 256 512', 'DELETE 512 768', 'DELETE 768 800']);
  });

  it('leaves out revisions without rows, however many they are', async () => {
    const compactor = compactorOf();
    rows = [5, 1_000_000, 1_000_256, 2_000_000];
    await compactor.compact(3);
    expect(statements()).toEqual(['INSERT compacted_revision 3', 'INSERT purged_revision 3']);
    await compactor.compact(1_500_000);
    const deletions = ['DELETE 4 260', 'DELETE 999999 1000255', 'DELETE 1000255 1000511'];
    expect(statements().slice(1, -1)).toEqual(deletions);
    await compactor.compact(2_000_000);
    expect(statements().slice(1, -1)).toEqual(['DELETE 1999999 2000000']);
  });

  it('goes on where earlier compactions ended', async () => {
    properties = [
      { name: 'compacted_revision', value: 7 },
      { name: 'purged_revision', value: 5 },
    ];
    const compactor = compactorOf();
    await compactor.load();
    expect(compactor.compactedRevision).toBe(7);
    for (const revision of [6, 7]) await compactor.compact(revision);
    expect(did).toEqual([]);
    await compactor.compact(8);
    expect(statements()).toEqual(['INSERT compacted_revision 8', 'DELETE 5 8', 'INSERT purged_revision 8']);
  });

  it('begins at nothing where a store was never compacted', async () => {
    const compactor = compactorOf();
    await compactor.load();
    expect(compactor.compactedRevision).toBe(0);
    await compactor.compact(2);
    expect(statements()[1]).toBe('DELETE 0 2');
  });

  it('tries a write of so many bytes, and gives their room back', async () => {
    const compactor = compactorOf();
    await compactor.writeNothing(5);
    expect(did).toEqual(['turn', 'FILL probe 5', 'turn', 'INSERT probe']);
    did = [];
    await compactor.writeNothing(0);
    expect(did).toEqual(['turn', 'INSERT probe']);
    did = [];
    await compactor.writeNothing(1);
    expect(did).toContain('FILL probe 1');
  });
});
