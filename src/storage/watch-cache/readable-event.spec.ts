import { ingestText, UNREADABLE } from '../../../test/support/storage-cache.js';
import type { CacheEntry, CacheEvent } from './cache-entry.js';
import { readableEvent } from './readable-event.js';

const entry = (text: string, revision: number): CacheEntry =>
  ingestText({ key: '/r/a', value: Buffer.from(text), revision, createRevision: 1 });
const good = (revision: number): CacheEntry => entry('good', revision);
const bad = (revision: number): CacheEntry => entry(UNREADABLE, revision);

const event = (type: CacheEvent['type'], now: CacheEntry, previous?: CacheEntry): CacheEvent => ({
  type,
  revision: now.revision,
  entry: now,
  ...(previous && { previous }),
});

describe('readableEvent()', () => {
  it('leaves changes between readable states as they are', () => {
    const changes = [event('ADDED', good(1)), event('MODIFIED', good(2), good(1)), event('DELETED', good(2), good(1))];
    expect(changes.map(readableEvent)).toEqual(changes);
  });

  it('shows an object as deleted, in its last readable state, when it can no longer be read', () => {
    const lost = readableEvent(event('MODIFIED', bad(2), good(1)));
    expect(lost).toMatchObject({ type: 'DELETED', revision: 2, entry: good(1) });
  });

  it('shows an object as added when it can be read again', () => {
    expect(readableEvent(event('MODIFIED', good(2), bad(1)))).toEqual(event('ADDED', good(2)));
  });

  it('shows nothing of what comes, changes and goes unreadable', () => {
    const changes = [event('ADDED', bad(1)), event('MODIFIED', bad(2), bad(1)), event('DELETED', bad(2), bad(1))];
    expect(changes.map(readableEvent)).toEqual([undefined, undefined, undefined]);
  });
});
