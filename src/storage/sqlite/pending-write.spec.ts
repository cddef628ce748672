import { unreachable } from '../storage-error.js';
import { PendingWrite } from './pending-write.js';

const VALUE = Buffer.from('v');

function pending({ createRevision = 7, isDeleted = false } = {}): PendingWrite {
  const head = { revision: 7, createRevision, isDeleted };
  const row = { ...head, key: 'a', previousRevision: 0, expiresAt: null, value: VALUE };
  return new PendingWrite(row, undefined, { ...head, pending: undefined });
}

describe('PendingWrite', () => {
  it('is the pending write of its head', () => {
    const write = pending();
    expect(write.after.pending).toBe(write);
  });

  it.each([
    ['create', {}],
    ['update', { createRevision: 5 }],
    ['delete', { createRevision: 5, isDeleted: true }],
    ['delete', { isDeleted: true }],
  ])('has an event of type %s for %j', (type, parts) => {
    const { createRevision = 7 } = parts as { createRevision?: number };
    const event = pending(parts).event();
    expect(event).toEqual({ type, key: 'a', revision: 7, createRevision, value: VALUE });
    expect(event.value).toBe(VALUE);
  });

  it('resolves with its revision when it is on disk', async () => {
    const write = pending();
    write.succeed();
    expect(await write.done).toBe(7);
    expect(await write.settled()).toBeUndefined();
  });

  it('rejects when it failed, which settles it all the same', async () => {
    const write = pending();
    const error = unreachable('disk full');
    write.fail(error);
    await expect(write.done).rejects.toBe(error);
    expect(await write.settled()).toBeUndefined();
  });
});
