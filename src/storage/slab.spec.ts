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

  it.each([1300, 2100, 3500, 4000])('fits blocks to pieces of about %i bytes', (length) => {
    const slab = new Slab();
    const lengths = Array.from({ length: 1000 }, (_, i) => length + (i % 3) * 10);
    const held = new Set(lengths.map((each) => slab.take(each).buffer));
    const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes / lengths.reduce((sum, each) => sum + each)).toBeLessThan(1.05);
  });

  it('shares blocks between pieces of up to 4096 bytes', () => {
    const slab = new Slab();
    slab.take(100);
    expect([slab.take(4096), slab.take(4097)].map(({ buffer }) => buffer.byteLength)).toEqual([8704, 4097]);
  });

  it.each([
    [1, 4097],
    [10, 4102],
    [4096, 4608],
  ])('begins small, because most kinds have few objects: for pieces of %i bytes with %i', (length, size) => {
    const piece = new Slab().take(length);
    expect([piece.length, piece.buffer.byteLength]).toEqual([length, size]);
  });

  it('doubles its blocks, up to some 32 KiB', () => {
    const slab = new Slab();
    const blocks = new Set(Array.from({ length: 23 }, () => slab.take(4096).buffer));
    expect([...blocks].map(({ byteLength }) => byteLength)).toEqual([4608, 8704, 16_896, 33_280, 33_280]);
  });

  it('gives pieces of nothing', () => {
    expect(new Slab().take(0)).toHaveLength(0);
  });
});
