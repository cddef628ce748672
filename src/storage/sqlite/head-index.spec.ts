import type { Head } from './head.js';
import { HeadIndex } from './head-index.js';
import { PendingWrite } from './pending-write.js';

const headAt = (revision: number, isDeleted = false): Head => ({
  revision,
  createRevision: 1,
  isDeleted,
  pending: undefined,
});

function writeOf(key: string, before: Head | undefined, after: Head): PendingWrite {
  const { revision, createRevision, isDeleted } = after;
  const row = { key, revision, createRevision, isDeleted, expiresAt: null, value: Buffer.alloc(0) };
  return new PendingWrite({ ...row, previousRevision: before?.revision ?? 0 }, before, after);
}

describe('HeadIndex', () => {
  let index: HeadIndex;
  beforeEach(() => (index = new HeadIndex()));

  it('has the newest write of each key, deletions included', () => {
    const deleted = headAt(3, true);
    index.set('a', headAt(1));
    index.set('b', headAt(2));
    index.set('a', deleted);
    expect(index.get('a')).toBe(deleted);
    expect(index.get('b')?.revision).toBe(2);
    expect(index.get('c')).toBeUndefined();
  });

  it('has no pending write once it is on disk', () => {
    const write = writeOf('a', undefined, headAt(1));
    index.set('a', write.after);
    expect(index.get('a')?.pending).toBe(write);
    index.markWritten(write);
    expect(index.get('a')).toEqual(headAt(1));
  });

  it('restores the heads before failed writes, the newest first', () => {
    const [first, second] = [headAt(1), headAt(2)];
    const writes = [writeOf('a', undefined, first), writeOf('a', first, second)];
    index.set('a', first);
    index.set('a', second);
    index.restore(writes[1]);
    expect(index.get('a')).toBe(first);
    index.restore(writes[0]);
    expect(index.get('a')).toBeUndefined();
  });

  it('forgets deleted keys up to a compacted revision', () => {
    for (const revision of [1, 2, 3]) index.set(`k${revision}`, headAt(revision, true));
    index.set('live', headAt(1));
    const left = (): string[] => ['k1', 'k2', 'k3', 'live'].filter((key) => index.get(key));
    index.forgetTombstones(2);
    expect(left()).toEqual(['k3', 'live']);
    index.forgetTombstones(3);
    expect(left()).toEqual(['live']);
  });

  it('keeps keys that were created again after their deletion', () => {
    index.set('a', headAt(1, true));
    index.set('a', headAt(2));
    index.forgetTombstones(2);
    expect(index.get('a')?.revision).toBe(2);
  });
});
