import { Slab } from './slab.js';

describe('Slab.take()', () => {
  it('gives pieces that do not overlap, of the lengths that were asked for', () => {
    const slab = new Slab();
    const pieces = Array.from({ length: 500 }, (_, i) => slab.take((i * 37) % 6000).fill(i % 256));
    pieces.forEach((piece, i) => {
      expect(piece).toHaveLength((i * 37) % 6000);
      expect(piece.every((byte) => byte === i % 256)).toBe(true);
    });
  });

  it('lays small pieces side by side, so that they hold hardly more than themselves', () => {
    const slab = new Slab();
    const pieces = Array.from({ length: 1000 }, () => slab.take(1000));
    const held = new Set(pieces.map(({ buffer }) => buffer));
    const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes).toBeLessThan(1.1 * 1000 * 1000);
  });

  it('gives large pieces memory of their own', () => {
    const piece = new Slab().take(5000);
    expect(piece.buffer.byteLength).toBe(5000);
  });

  it('shares blocks between pieces of up to 4096 bytes', () => {
    const slab = new Slab();
    slab.take(1);
    expect([slab.take(4096), slab.take(4097)].map(({ buffer }) => buffer.byteLength)).toEqual([8192, 4097]);
  });

  it('begins small, because most kinds have few objects', () => {
    for (const length of [1, 10, 4096]) {
      const piece = new Slab().take(length);
      expect([piece.length, piece.buffer.byteLength]).toEqual([length, 4096]);
    }
  });

  it('doubles its blocks, up to 16 KiB', () => {
    const slab = new Slab();
    const blocks = new Set(Array.from({ length: 11 }, () => slab.take(4096).buffer));
    expect([...blocks].map(({ byteLength }) => byteLength)).toEqual([4096, 8192, 16_384, 16_384]);
  });
});
