import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
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

  it('gives up what nobody asks for', async () => {
    memo = new ListMemo(4 * LENGTH, 2);
    for (let i = 0; i < 2; i++) read(ask());
    while (memo.size > 0) await delay(1);
    read(ask());
    expect(maker.made).toBe(3);
  });
});
