import { turns } from '../../observability/index.js';
import { Slab } from '../slab.js';
import type { CacheEntry } from './cache-entry.js';
import { Defragmentation } from './defragmentation.js';

const LENGTH = 1000;

let slab: Slab;

const entryWith = (bytes: Buffer, stored?: Buffer): CacheEntry => {
  return { key: '/registry/things/a', revision: 1, createRevision: 1, bytes, labels: undefined, fields: {}, stored };
};

function entriesOf(count: number, length = LENGTH): CacheEntry[] {
  return Array.from({ length: count }, (_, i) => entryWith(slab.take(length).fill(i % 256)));
}

/** Memory that entries retain, for each byte of them. */
function retained(entries: readonly CacheEntry[]): number {
  const all = entries.flatMap(({ bytes, stored }) => (stored ? [bytes, stored] : [bytes]));
  const blocks = new Set(all.map(({ buffer }) => buffer));
  const held = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return held / all.reduce((sum, { length }) => sum + length, 0);
}

const oneInFive = (_: unknown, i: number): boolean => i % 5 === 0;

beforeEach(() => {
  slab = new Slab();
});

describe('Defragmentation.run()', () => {
  it('moves what is left in sparse blocks together, and changes no byte', async () => {
    const left = entriesOf(1000).filter(oneInFive);
    expect(retained(left)).toBeGreaterThan(4);
    await new Defragmentation().run(() => left);
    expect(retained(left)).toBeLessThan(1.15);
    expect(left.map(({ bytes }) => bytes.equals(Buffer.alloc(LENGTH, bytes[0])))).not.toContain(false);
    expect(left.map(({ bytes }) => bytes[0])).toEqual(left.map((_, i) => (i * 5) % 256));
  });

  it('moves the stored form of objects that clients see in another one', async () => {
    const entries = Array.from({ length: 1000 }, (_, i) =>
      entryWith(slab.take(LENGTH).fill(1), slab.take(LENGTH).fill(i)),
    );
    const left = entries.filter(oneInFive);
    await new Defragmentation().run(() => left);
    expect(retained(left)).toBeLessThan(1.15);
    expect(left.map(({ bytes, stored }) => [bytes[0], stored![0]])).toEqual(left.map((_, i) => [1, (i * 5) % 256]));
  });

  it('leaves bytes where they are in dense blocks, and those with memory of their own', async () => {
    const dense = entriesOf(1000).filter((_, i) => i % 10 !== 0);
    const large = entriesOf(10, 5000).filter(oneInFive);
    const entries = [...dense, ...large];
    const before = entries.map(({ bytes }) => bytes);
    await new Defragmentation().run(() => entries);
    expect(entries.filter(({ bytes }, i) => bytes !== before[i]).length).toBeLessThan(20);
    expect(large.map(({ bytes }) => bytes)).toEqual(before.slice(-large.length));
  });

  it('leaves readers the bytes that they have', async () => {
    const left = entriesOf(100).filter(oneInFive);
    const read = left.map(({ bytes }) => bytes);
    await new Defragmentation().run(() => left);
    expect(left[0]!.bytes).not.toBe(read[0]);
    expect(read.map((bytes) => bytes.equals(Buffer.alloc(LENGTH, bytes[0])))).not.toContain(false);
  });

  it('gives way to others', async () => {
    const left = entriesOf(1000).filter(oneInFive);
    function* slowly(): Generator<CacheEntry> {
      for (const entry of left) {
        while (!turns.isOver());
        yield entry;
      }
    }
    let others = 0;
    const count = (): unknown => ((others += 1), others < 50 && setImmediate(count));
    setImmediate(count);
    await new Defragmentation().run(slowly);
    expect(others).toBe(50);
  });
});

describe('Defragmentation.isDue', () => {
  const replace = (defragmentation: Defragmentation, bytes: number, stored?: Buffer): void =>
    defragmentation.sawReplaced(entryWith(Buffer.alloc(bytes), stored));

  it('is true once 256 KiB were replaced, and false after a run', async () => {
    const defragmentation = new Defragmentation();
    replace(defragmentation, 128 * 1024);
    replace(defragmentation, 64 * 1024, Buffer.alloc(64 * 1024));
    expect(defragmentation.isDue).toBe(false);
    replace(defragmentation, 1);
    expect(defragmentation.isDue).toBe(true);
    await defragmentation.run(() => []);
    expect(defragmentation.isDue).toBe(false);
  });

  it('is true once a quarter of what is kept was replaced, where that is more', async () => {
    const defragmentation = new Defragmentation();
    const kept = [entryWith(Buffer.alloc(2e6), Buffer.alloc(2e6))];
    await defragmentation.run(() => kept);
    replace(defragmentation, 1e6);
    expect(defragmentation.isDue).toBe(false);
    replace(defragmentation, 1);
    expect(defragmentation.isDue).toBe(true);
  });
});
