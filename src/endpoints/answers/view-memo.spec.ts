import type { CacheEntry } from '../../storage/index.js';
import { ViewMemo } from './view-memo.js';

const entryOf = (key: string): CacheEntry => {
  return { key, revision: 1, createRevision: 1, bytes: Buffer.alloc(0), labels: undefined, fields: {} };
};

/** Room for thirteen of the views below. */
const makeMemo = (): ViewMemo => new ViewMemo(16_000);
const VIEW = Buffer.alloc(1000);
const FULL = 13;

describe('ViewMemo', () => {
  it('returns cached views by name', () => {
    const memo = makeMemo();
    const entry = entryOf('a');
    expect(memo.get(entry, 'one')).toBeUndefined();
    expect(memo.keep(entry, 'one', VIEW)).toBe(VIEW);
    expect(memo.get(entry, 'one')).toBe(VIEW);
    expect(memo.get(entry, 'two')).toBeUndefined();
  });

  it('stays within its bound, and gives up first what was not read', () => {
    const memo = makeMemo();
    const entries = Array.from({ length: FULL }, (_, i) => entryOf(String(i)));
    for (const entry of entries) memo.keep(entry, 'one', VIEW);
    const wanted = entries[0];
    memo.get(wanted, 'one');
    for (let i = 0; i < 5; i++) memo.keep(entryOf(`new ${i}`), 'one', VIEW);
    expect(memo.size).toBeLessThanOrEqual(16_000);
    expect(memo.get(wanted, 'one')).toBe(VIEW);
    expect(memo.get(entries[1], 'one')).toBeUndefined();
  });

  it('remembers the size of an evicted view, and caches it again', () => {
    const memo = makeMemo();
    const entry = entryOf('a');
    memo.keep(entry, 'one', VIEW);
    for (let i = 0; i < 100; i++) memo.keep(entryOf(String(i)), 'one', VIEW);
    expect(memo.get(entry, 'one')).toBeUndefined();
    expect(memo.sizeOf(entry, 'one')).toBe(1000);
    memo.keep(entry, 'one', VIEW);
    expect(memo.get(entry, 'one')).toBe(VIEW);
  });

  it('does not keep what would take the place of many', () => {
    const memo = makeMemo();
    const entry = entryOf('a');
    memo.keep(entry, 'one', Buffer.alloc(1500));
    expect(memo.get(entry, 'one')).toBeUndefined();
    expect(memo.sizeOf(entry, 'one')).toBe(1500);
    expect(memo.size).toBe(0);
  });

  it('counts 200 bytes for a view besides its own, and keeps those of a sixteenth of its bound', () => {
    const memo = makeMemo();
    memo.keep(entryOf('a'), 'one', VIEW);
    expect(memo.size).toBe(1200);
  });

  it('gives up a view that was read once, when it is not read again', () => {
    const memo = makeMemo();
    const read = entryOf('read');
    memo.keep(read, 'one', VIEW);
    memo.get(read, 'one');
    for (let i = 0; i < 2 * FULL; i++) memo.keep(entryOf(`new ${i}`), 'one', VIEW);
    expect(memo.get(read, 'one')).toBeUndefined();
    expect(memo.size).toBe(FULL * 1200);
  });

  it('gives up views in the order in which they came, however many there have been', () => {
    const memo = makeMemo();
    const entries = Array.from({ length: 200 }, (_, i) => entryOf(String(i)));
    for (const [index, entry] of entries.entries()) {
      memo.keep(entry, 'one', VIEW);
      expect(memo.size).toBe(Math.min(index + 1, FULL) * 1200);
    }
    expect(entries.map((entry) => memo.get(entry, 'one') !== undefined).indexOf(true)).toBe(200 - FULL);
  });
});
