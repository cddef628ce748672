import { type OlderStoreOptions, resumedRevision } from './older-store.js';
import type { RevisionMark } from './revision-mark.js';

describe('resumedRevision()', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });

  const resume = (found: number, options: OlderStoreOptions = {}): Promise<number> =>
    resumedRevision(
      {
        found,
        mark: {
          found: { revision: 7, isOpen: true },
          advance: (revision: number) => void done.push(`mark ${revision}`),
        } as RevisionMark,
        compactor: { compact: (revision: number) => Promise.resolve(void done.push(`compact ${revision}`)) },
      },
      { onOlder: (facts) => void done.push(JSON.stringify(facts)), ...options },
    );

  it.each([7, 8])('is that of the store where it is not older: %d', async (found) => {
    expect([await resume(found, { acceptsOlder: true }), done]).toEqual([found, []]);
  });

  it('rejects an older store', async () => {
    const message = 'the store is at revision 6, but it was at 7; restore what is lost';
    await expect(resume(6)).rejects.toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining(message) as string,
    });
    expect(done).toEqual([]);
  });

  it('goes on a million after the newest that is known, without history', async () => {
    expect(await resume(6, { acceptsOlder: true })).toBe(1_000_007);
    expect(done).toEqual(['compact 1000007', 'mark 1000007', '{"marked":7,"found":6,"resumed":1000007}']);
    expect(await resume(6, { acceptsOlder: true, onOlder: undefined })).toBe(1_000_007);
  });
});
