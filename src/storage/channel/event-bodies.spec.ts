import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StorageEvent } from '../storage.js';
import { DESCRIPTION_LENGTH_BYTES, EventBodies } from './event-bodies.js';
import { RemoteWatch } from './remote-watch.js';

const CREATED: StorageEvent = {
  type: 'create',
  key: '/r/a',
  revision: 2,
  createRevision: 2,
  value: Buffer.from('first'),
};
const UPDATED: StorageEvent = {
  type: 'update',
  key: '/r/a',
  revision: 3,
  createRevision: 2,
  value: Buffer.alloc(0),
  previous: { value: Buffer.from('first'), revision: 2 },
};
const DELETED: StorageEvent = {
  ...UPDATED,
  type: 'delete',
  revision: 4,
  value: Buffer.from('last'),
  previous: undefined,
};

let bodies: EventBodies;

beforeEach(() => {
  bodies = new EventBodies();
});

interface Read {
  readonly events: StorageEvent[];
  readonly progress: number[];
  /** The writes that events were said to come from. */
  readonly origins: [peer: number, request: number][];
}

/** Reads a body as a client does. */
function read(body: Buffer): Read {
  const found: Read = { events: [], progress: [], origins: [] };
  const listener = {
    onEvent: (event: StorageEvent): void => void found.events.push(event),
    onProgress: (revision: number): void => void found.progress.push(revision),
  };
  const ownValue = (peer: number, request: number): undefined => void found.origins.push([peer, request]);
  new RemoteWatch({ listener, ownValue, onClosed: () => {} }).deliver(body);
  return found;
}

describe('EventBodies', () => {
  it('has clients read the events that were encoded', () => {
    const { events, progress } = read(bodies.of([CREATED, UPDATED, DELETED], 4));
    const { previous: _, ...deleted } = DELETED;
    expect(events).toEqual([CREATED, UPDATED, deleted]);
    expect(progress).toEqual([4]);
    expect(read(bodies.of([], 9))).toEqual({ events: [], progress: [9], origins: [] });
  });

  it('takes memory of the size of a body', () => {
    const value = Buffer.alloc(100_000);
    const body = bodies.of([{ ...CREATED, value }], 2);
    expect(body.buffer.byteLength).toBe(body.length);
    expect(body.length - value.length).toBeLessThan(64);
  });

  it('encodes a group once in a turn', async () => {
    const body = bodies.of([CREATED, UPDATED], 3);
    expect(bodies.of([CREATED, UPDATED], 3)).toBe(body);
    expect(bodies.of([CREATED, UPDATED], 0)).not.toBe(body);
    const part = bodies.of([CREATED], 3);
    expect(bodies.of([CREATED, UPDATED], 3)).not.toBe(part);
    const other = bodies.of([UPDATED, DELETED], 4);
    await nextTurn();
    const again = bodies.of([UPDATED, DELETED], 4);
    expect(again).not.toBe(other);
    expect(again).toEqual(other);
  });

  it('names the write that a value came with until that is forgotten', async () => {
    bodies.noteOrigin(CREATED.value, { peer: 3, request: 70_000 });
    expect(read(bodies.of([CREATED, DELETED], 4)).origins).toEqual([[3, 70_000]]);
    bodies.forgetOrigin(CREATED.value);
    await nextTurn();
    expect(read(bodies.of([CREATED, DELETED], 4)).origins).toEqual([]);
  });
});

describe('RemoteWatch.deliver()', () => {
  it.each([1, -1])('refuses values that are %i bytes longer than they are said to be', (more) => {
    const body = bodies.of([CREATED], 2);
    const changed = more > 0 ? Buffer.concat([body, Buffer.alloc(more)]) : body.subarray(0, body.length + more);
    expect(() => read(changed)).toThrow(`events of ${body.length} bytes came in ${changed.length}`);
  });

  it('refuses a body without a description', () => {
    expect(() => read(Buffer.alloc(DESCRIPTION_LENGTH_BYTES))).toThrow();
  });
});
