import { OwnWrites } from './own-writes.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const KEY = '/registry/pods/a';

describe('OwnWrites', () => {
  const change = { key: KEY, value: bytes('1'), before: 3, isDelete: false, revision: 7 };

  it('finds the Buffer of a write before and after it is answered', () => {
    const own = new OwnWrites();
    const write = { key: KEY, value: bytes('1'), before: 3, isDelete: false };
    own.add(write);
    expect(own.valueOf(change)).toBe(write.value);
    own.settle(write, 7);
    expect(own.valueOf(change)).toBe(write.value);
  });

  it.each([
    ['of another value', { value: bytes('2') }],
    ['over another state', { before: 4 }],
    ['of another key', { key: `${KEY}b` }],
    ['that deletes', { isDelete: true }],
  ])('takes what was received for a change %s', (_name, other) => {
    const own = new OwnWrites();
    own.add({ key: KEY, value: bytes('1'), before: 3, isDelete: false });
    const received = { ...change, ...other };
    expect(own.valueOf(received)).toBe(received.value);
  });

  it('goes by the revision once it is known', () => {
    const own = new OwnWrites();
    const write = { key: KEY, value: bytes('1'), before: 3, isDelete: false };
    own.add(write);
    own.settle(write, 8);
    expect(own.valueOf(change)).toBe(change.value);
  });

  it('gives a deletion the last value that its writer named', () => {
    const own = new OwnWrites();
    const last = bytes('last');
    own.add({ key: KEY, value: last, before: 3, isDelete: true });
    expect(own.valueOf({ ...change, isDelete: true })).toBe(last);
  });

  it('forgets writes that failed, and the oldest of many', () => {
    const own = new OwnWrites();
    const failed = { key: KEY, value: bytes('1'), before: 3, isDelete: false };
    own.add(failed);
    own.remove(failed);
    expect(own.valueOf(change)).toBe(change.value);
    for (let revision = 7; revision < 1008; revision++) {
      const write = { key: KEY, value: bytes('1'), before: revision - 1, isDelete: false };
      own.add(write);
      own.settle(write, revision);
    }
    expect(own.valueOf(change)).toBe(change.value);
    const newest = { ...change, revision: 1007 };
    expect(own.valueOf(newest)).not.toBe(newest.value);
  });
});
