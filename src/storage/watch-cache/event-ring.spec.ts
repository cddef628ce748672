import type { CacheEntry, CacheEvent } from './cache-entry.js';
import { EventRing } from './event-ring.js';

const LIMITS = { maxAgeMs: 1000, maxEvents: 1000, maxBytes: 10_000 };

function entryOf(revision: number, bytes: number): CacheEntry {
  const known = { key: '/registry/things/a', createRevision: 1, labels: undefined, fields: {} };
  return { ...known, revision, bytes: Buffer.alloc(bytes) };
}

function added(revision: number): CacheEvent {
  return { type: 'ADDED', revision, entry: entryOf(revision, 2000) };
}

function modified(revision: number): CacheEvent {
  return { type: 'MODIFIED', revision, entry: entryOf(revision, 2000), previous: entryOf(revision - 1, 2000) };
}

function ringWith(eventOf: (revision: number) => CacheEvent, count: number): EventRing {
  const ring = new EventRing(0, LIMITS);
  for (let revision = 1; revision <= count; revision++) ring.push(eventOf(revision), 0);
  return ring;
}

describe('EventRing.push()', () => {
  it('gives up the oldest events for the states before that they hold', () => {
    const ring = ringWith(modified, 10);
    expect(ring.floor).toBe(6);
    expect(ring.after(6, 100).map(({ revision }) => revision)).toEqual([7, 8, 9, 10]);
  });

  it('gives them up for what they take themselves, but not for a state that is there anyway', () => {
    expect(ringWith(added, 20).floor).toBe(0);
    expect(ringWith(added, 30).floor).toBe(10);
  });

  it('counts the last state of a deleted object, which nothing else holds', () => {
    const deleted = (revision: number): CacheEvent => ({ ...modified(revision), type: 'DELETED' });
    expect([2, 3].map((count) => ringWith(deleted, count).floor)).toEqual([0, 1]);
  });

  it('gives them up for their age', () => {
    const ring = ringWith(added, 3);
    ring.push(added(4), LIMITS.maxAgeMs + 1);
    expect(ring.floor).toBe(3);
  });
});

describe('EventRing.dropUpTo()', () => {
  it('drops the events up to a revision, and what they take', () => {
    const ring = ringWith(added, 20);
    ring.dropUpTo(18);
    expect([ring.floor, ring.after(18, 100).map(({ revision }) => revision)]).toEqual([18, [19, 20]]);
    for (let revision = 21; revision <= 30; revision++) ring.push(added(revision), 0);
    expect(ring.floor).toBe(18);
    ring.dropUpTo(3);
    expect(ring.floor).toBe(18);
    for (let revision = 31; revision <= 40; revision++) ring.push(added(revision), 0);
    expect(ring.floor).toBe(20);
  });
});

describe('EventRing.outdatedEntries()', () => {
  const ofRing = (ring: EventRing): number[] => [...ring.outdatedEntries()].map(({ revision }) => revision);

  it('gives the states before, without those of events that were given up', () => {
    expect(ofRing(ringWith(added, 3))).toEqual([]);
    expect(ofRing(ringWith(modified, 10))).toEqual([6, 7, 8, 9]);
  });

  it('gives the last state of a deleted object, and what was made for those who see one go', () => {
    const ring = new EventRing(0, LIMITS);
    ring.push({ ...modified(1), type: 'DELETED' }, 0);
    ring.push({ ...modified(2), left: entryOf(20, 100) }, 0);
    expect(ofRing(ring)).toEqual([0, 1, 1, 20]);
  });
});
