import { gunzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import type { JoinedItems } from '../../codecs/index.js';
import { gzipOf } from './gzip-parts.js';
import { CompressionQueue } from './compression.js';
import type { KeptItems } from './kept-items.js';
import { ListMemo, type ListedState } from './list-memo.js';

const LENGTH = 40_000;
const OWNER = {};

/** Makes lists, and counts how often it was asked for one. */
class Maker {
  made = 0;

  readonly join = (length = LENGTH): JoinedItems => {
    this.made += 1;
    return { pieces: [Buffer.alloc(length, 97)], count: 3, length };
  };
}

const state = (version = 1, name = 'a', of: object = OWNER): ListedState => ({ of, name, version });

const read = ({ pieces }: JoinedItems): string => Buffer.concat([...pieces]).toString();

describe('ListMemo', () => {
  let memo: ListMemo;
  let maker: Maker;
  const ask = (asked = state()): JoinedItems => memo.itemsOf(asked, () => maker.join());

  beforeEach(() => {
    memo = new ListMemo(4 * 200_000);
    maker = new Maker();
  });

  it('keeps what is asked for a second time', () => {
    const all = Array.from({ length: 5 }, () => read(ask()));
    expect(new Set(all)).toEqual(new Set(['a'.repeat(LENGTH)]));
    expect(maker.made).toBe(2);
    expect(memo.size).toBe(LENGTH);
    expect(ask()).toMatchObject({ count: 3, length: LENGTH });
  });

  it('keeps nothing of what is asked for once', () => {
    read(ask());
    expect(memo.size).toBe(0);
  });

  it('keeps nothing of what was not read to its end', () => {
    read(ask());
    for (const _piece of ask().pieces) break;
    expect(memo.size).toBe(0);
  });

  it('keeps lists whose items are made later', async () => {
    const later = (): Promise<JoinedItems> => Promise.resolve(maker.join());
    for (let i = 0; i < 4; i++) read(await memo.itemsOf(state(), later));
    expect(maker.made).toBe(2);
  });

  it('keeps lists whose length shows at the end', () => {
    const join = (): JoinedItems => ({ ...maker.join(), length: undefined });
    for (let i = 0; i < 4; i++) read(memo.itemsOf(state(), join));
    expect(maker.made).toBe(2);
    expect(memo.itemsOf(state(), join).length).toBe(LENGTH);
  });

  it('rebuilds a list, and evicts the old one, after a change', () => {
    for (let i = 0; i < 3; i++) read(ask());
    read(ask(state(2)));
    expect(maker.made).toBe(3);
    expect(memo.size).toBe(0);
  });

  it('does not keep what was begun before something changed', () => {
    read(ask());
    const slow = ask();
    read(ask(state(2)));
    read(slow);
    expect(memo.size).toBe(0);
    read(ask(state(2)));
    expect(memo.size).toBe(LENGTH);
  });

  it('copies few lists at a time, as their readers may be slow', () => {
    const ofName = (index: number): JoinedItems => ask(state(1, `list ${index}`));
    for (let i = 0; i < 6; i++) read(ofName(i));
    const begun = Array.from({ length: 6 }, (_, index) => ofName(index).pieces[Symbol.iterator]());
    for (const pieces of begun) pieces.next();
    for (const pieces of begun) while (!pieces.next().done);
    expect(memo.size).toBe(4 * LENGTH);
    read(ofName(5));
    expect(memo.size).toBe(5 * LENGTH);
  });

  it('distinguishes lists by name and owner', () => {
    for (let i = 0; i < 2; i++) read(ask());
    for (const other of [state(1, 'b'), state(1, 'a', {})]) {
      const made = maker.made;
      read(ask(other));
      expect(maker.made).toBe(made + 1);
    }
  });

  it('keeps neither short lists nor very long ones', () => {
    for (const length of [100, 300_000]) {
      for (let i = 0; i < 3; i++) read(memo.itemsOf(state(length), () => maker.join(length)));
      expect(memo.size).toBe(0);
    }
  });

  it('stays within its bound, and gives up the oldest', () => {
    memo = new ListMemo(4 * LENGTH);
    for (let version = 1; version <= 10; version++) {
      for (let i = 0; i < 2; i++) read(ask(state(1, `list ${version}`)));
      expect(memo.size).toBeLessThanOrEqual(4 * LENGTH);
    }
    const { made } = maker;
    read(ask(state(1, 'list 10')));
    expect(maker.made).toBe(made);
  });

  it('compresses what it keeps once, and counts that too', async () => {
    for (let i = 0; i < 2; i++) read(ask());
    const [first, second] = [ask(), ask()] as KeptItems[];
    expect(await first.zipped(new CompressionQueue())).toBe(await second.zipped(new CompressionQueue()));
    const text = Buffer.concat([...gzipOf(Buffer.from('<'), await first.zipped(new CompressionQueue()))]);
    expect(gunzipSync(text).toString()).toBe(`<${'a'.repeat(LENGTH)}`);
    const { size } = memo;
    expect(size).toBeGreaterThan(LENGTH);
    expect(size).toBeLessThan(LENGTH * 1.1);
    read(ask(state(2)));
    expect(memo.size).toBe(0);
  });

  it('does not count what is compressed when it is no longer kept', async () => {
    for (let i = 0; i < 2; i++) read(ask());
    const late = (ask() as KeptItems).zipped(new CompressionQueue());
    read(ask(state(2)));
    await late;
    expect(memo.size).toBe(0);
  });
});

describe('ListMemo, whose lists rest', () => {
  let maker: Maker;

  beforeEach(() => {
    jest.useFakeTimers();
    maker = new Maker();
  });

  afterEach(() => jest.useRealTimers());

  const ask = (memo: ListMemo): JoinedItems => memo.itemsOf(state(), () => maker.join());

  it('gives up what nobody asks for, and looks for that only while it keeps something', () => {
    const memo = new ListMemo(4 * LENGTH, 2);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 2; i++) read(ask(memo));
      expect([memo.size, jest.getTimerCount()]).toEqual([LENGTH, 1]);
      jest.advanceTimersByTime(2);
      // It was asked for since the time before.
      expect([memo.size, jest.getTimerCount()]).toEqual([LENGTH, 1]);
      jest.advanceTimersByTime(2);
      expect([memo.size, jest.getTimerCount()]).toEqual([0, 0]);
    }
  });

  it('keeps what is asked for again and again', () => {
    const memo = new ListMemo(4 * LENGTH, 2);
    for (let i = 0; i < 2; i++) read(ask(memo));
    for (let i = 0; i < 5; i++) {
      jest.advanceTimersByTime(2);
      read(ask(memo));
    }
    expect(maker.made).toBe(2);
  });

  it('looks every five seconds', () => {
    const memo = new ListMemo(4 * LENGTH);
    for (let i = 0; i < 2; i++) read(ask(memo));
    jest.advanceTimersByTime(9999);
    expect(memo.size).toBe(LENGTH);
    jest.advanceTimersByTime(1);
    expect(memo.size).toBe(0);
  });
});

describe('ListMemo, within its bounds', () => {
  const KB = 1024;
  const MOST = 100_000;
  let memo: ListMemo;

  beforeEach(() => {
    memo = new ListMemo(4 * MOST);
  });

  /** Asks twice for a list of so many bytes; returns the items that the second got. */
  const askTwice = (bytes: number, { isKnown = true, name = 'a' } = {}): [JoinedItems, JoinedItems] => {
    const items = { pieces: [Buffer.alloc(bytes, 97)], count: 3, length: isKnown ? bytes : undefined };
    read(memo.itemsOf(state(1, name), () => items));
    return [items, memo.itemsOf(state(1, name), () => items)];
  };

  it.each([
    [32 * KB - 1, false],
    [32 * KB, true],
    [MOST, true],
    [MOST + 1, false],
    [MOST + 30_000, false],
  ])('keeps a list of %d bytes: %s', (bytes, isKept) => {
    for (const isKnown of [true, false]) {
      memo = new ListMemo(4 * MOST);
      const [items, second] = askTwice(bytes, { isKnown });
      // Lists of a length that is not kept are not copied either.
      expect(second === items).toBe(isKnown && !isKept);
      expect(second).toMatchObject({ count: 3, length: items.length });
      read(second);
      expect(memo.size).toBe(isKept ? bytes : 0);
      expect(read(memo.itemsOf(state(), () => items))).toHaveLength(bytes);
    }
  });

  it('keeps a list once that several copied at a time', () => {
    const [, first] = askTwice(MOST);
    const second = memo.itemsOf(state(), () => ({ ...first, pieces: [Buffer.alloc(MOST, 97)] }));
    read(first);
    const kept = memo.itemsOf(state(), () => first);
    read(second);
    expect(memo.size).toBe(MOST);
    expect(memo.itemsOf(state(), () => first)).toBe(kept);
  });

  it('keeps as many as there is room for, and one again that it has given up', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names.slice(0, 4)) read(askTwice(MOST, { name })[1]);
    expect(memo.size).toBe(4 * MOST);
    for (const name of ['e', 'a', 'b']) {
      read(askTwice(MOST, { name })[1]);
      expect(memo.size).toBe(4 * MOST);
    }
    for (const name of names) memo.itemsOf(state(2, name), () => ({ pieces: [], count: 0 }));
    expect(memo.size).toBe(0);
  });

  it('copies four at a time, also after others were copied', () => {
    for (let round = 0; round < 2; round++) {
      const begun = Array.from({ length: 6 }, (_, i) => askTwice(40_000, { name: `${round} ${i}` })[1].pieces);
      const readers = begun.map((pieces) => pieces[Symbol.iterator]());
      for (const reader of readers) reader.next();
      for (const reader of readers) while (!reader.next().done);
      expect(memo.size).toBe((round + 1) * 4 * 40_000);
    }
  });

  it('remembers the names of a thousand lists of an owner', () => {
    for (const [names, isKept] of [
      [999, true],
      [1000, false],
    ] as const) {
      memo = new ListMemo(4 * MOST);
      const items = { pieces: [Buffer.alloc(MOST)], count: 1, length: MOST };
      memo.itemsOf(state(), () => items);
      for (let i = 0; i < names; i++) memo.itemsOf(state(1, `list ${i}`), () => items);
      read(memo.itemsOf(state(), () => items));
      expect(memo.size).toBe(isKept ? MOST : 0);
    }
  });
});
