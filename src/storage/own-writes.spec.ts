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

  it('knows several writes of one key, each until it is forgotten', () => {
    const own = new OwnWrites();
    const writes = [3, 7].map((before) => ({ key: KEY, value: bytes('1'), before, isDelete: false }));
    for (const each of writes) own.add(each);
    const found = (): Buffer[] => writes.map(({ before }) => own.valueOf({ ...change, before, revision: before + 4 }));
    expect(found().map((value, i) => value === writes[i].value)).toEqual([true, true]);
    own.remove(writes[0]);
    expect(found().map((value, i) => value === writes[i].value)).toEqual([false, true]);
    own.remove({ ...writes[0], key: `${KEY}b` });
    own.remove(writes[1]);
    expect((own as unknown as { byKey: Map<string, unknown> }).byKey.size).toBe(0);
  });

  /** Settles writes of so many bytes each, and answers which of them are known. */
  function settled(sizes: readonly (number | undefined)[]): boolean[] {
    const own = new OwnWrites();
    const writes = sizes.map((size, i) => {
      const value = size === undefined ? undefined : Buffer.alloc(size);
      return { key: KEY, value, before: i + 1, isDelete: size === undefined };
    });
    for (const write of writes) {
      own.add(write);
      own.settle(write, write.before + 1);
    }
    return writes.map(({ value, before }) => {
      const received = Buffer.alloc(0);
      return own.valueOf({ ...change, value: received, before, revision: before + 1 }) === value;
    });
  }

  it('keeps a thousand settled writes, of 16 MiB together', () => {
    expect(settled(new Array<number>(1001).fill(1)).indexOf(true)).toBe(1);
    const half = 8 << 20;
    expect(settled([half, half])).toEqual([true, true]);
    expect(settled([half, half, 1])).toEqual([false, true, true]);
    expect(settled([half, half, half, half])).toEqual([false, false, true, true]);
  });

  it('counts no bytes of a deletion whose value nobody knew, neither when it comes nor when it goes', () => {
    const half = 8 << 20;
    expect(settled([undefined, half, half])).toEqual([false, true, true]);
    expect(settled([undefined, half, half, 1])).toEqual([false, false, true, true]);
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
