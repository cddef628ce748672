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

  it('begins small, because most kinds have few objects', () => {
    expect(new Slab().take(10).buffer.byteLength).toBe(4096);
  });
});
