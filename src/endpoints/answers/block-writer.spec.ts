import { BlockWriter } from './block-writer.js';

const BLOCK = 1024 * 1024;

function written(sizes: readonly number[], most = Infinity): { writer: BlockWriter; all: Buffer } {
  const writer = new BlockWriter(most);
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  for (const piece of pieces) writer.write(piece);
  return { writer, all: Buffer.concat(pieces) };
}

describe('BlockWriter', () => {
  it.each([
    ['nothing', []],
    ['less than a block', [10, 20]],
    ['exactly a block', [BLOCK]],
    ['a block in two pieces', [BLOCK - 1, 1]],
    ['a piece across two blocks', [BLOCK - 1, 2]],
    ['a piece of several blocks', [5, 3 * BLOCK, 7]],
    ['empty pieces', [0, 4, 0]],
  ])('returns the written bytes: %s', (_title, sizes) => {
    const { writer, all } = written(sizes);
    const blocks = writer.end();
    expect(Buffer.concat(blocks).equals(all)).toBe(true);
    expect([writer.length, writer.isFull]).toEqual([all.length, false]);
    expect(blocks.slice(0, -1).every(({ length }) => length === BLOCK)).toBe(true);
  });

  it('holds no more memory than was written', () => {
    const { writer } = written([BLOCK, 100]);
    expect(writer.end().map(({ buffer }) => buffer.byteLength <= BLOCK)).toEqual([true, true]);
    expect(writer.end()[1]).toHaveLength(100);
  });

  it('copies a piece, whose memory may be used for something else', () => {
    const writer = new BlockWriter(100);
    const piece = Buffer.from('a');
    writer.write(piece);
    piece.write('b');
    expect(Buffer.concat(writer.end()).toString()).toBe('a');
  });

  it('holds nothing once more was written than it takes', () => {
    for (const [sizes, most] of [
      [[60, 50], 100],
      [[60, 50, 20], 100],
      [[BLOCK, 10], BLOCK],
    ] as const) {
      const { writer } = written(sizes, most);
      expect(writer.isFull).toBe(true);
      expect(writer.end()).toEqual([]);
    }
    expect(written([60, 40], 100).writer.isFull).toBe(false);
  });
});
