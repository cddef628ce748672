import { gunzipSync } from 'node:zlib';
import { CompressionQueue } from './compression.js';

describe('CompressionQueue', () => {
  it('does two pieces of work at a time, the others in order', async () => {
    const queue = new CompressionQueue();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (index: number): Promise<void> =>
      queue.inTurn(() => {
        begun.push(index);
        return new Promise((resolve) => ends.push(resolve));
      });
    const all = [0, 1, 2, 3].map(work);
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1]);
    for (let count = 3; count <= 4; count++) {
      ends.shift()!();
      await new Promise(setImmediate);
      expect(begun).toHaveLength(count);
    }
    ends.forEach((end) => end());
    await Promise.all(all);
    // Nothing is left taken.
    const again = [4, 5, 6].map(work);
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    ends.forEach((end) => end());
    await new Promise(setImmediate);
    ends.forEach((end) => end());
    await Promise.all(again);
  });

  it('goes on after work that failed', async () => {
    const queue = new CompressionQueue();
    const failing = (): Promise<never> => Promise.reject(new Error('no memory'));
    for (let i = 0; i < 5; i++) await expect(queue.inTurn(failing)).rejects.toThrow('no memory');
    expect(await queue.inTurn(() => Promise.resolve('done'))).toBe('done');
  });
});

describe('CompressionQueue.stream()', () => {
  it('gives the output of each piece once, in chunks of 64 KiB', async () => {
    const stream = new CompressionQueue().stream();
    const pieces = Array.from({ length: 8 }, (_, i) => randomLike(200_000, i + 1));
    const written: Buffer[] = [];
    for (const piece of pieces) written.push(...(await stream.write(piece)));
    written.push(...(await stream.end()));
    stream.close();
    expect(gunzipSync(Buffer.concat(written)).equals(Buffer.concat(pieces))).toBe(true);
    expect(Math.max(...written.map(({ length }) => length))).toBe(64 * 1024);
  });

  it('reports a piece that cannot be compressed any more', async () => {
    const stream = new CompressionQueue().stream();
    stream.close();
    await expect(stream.write(Buffer.from('a'))).rejects.toThrow();
  });
});

/** Bytes that are not made shorter, the same in each run. */
function randomLike(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[i] = state >>> 16;
  }
  return bytes;
}
