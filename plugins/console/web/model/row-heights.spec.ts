import { LINE_HEIGHT, RowHeights } from './row-heights.js';

const HEIGHT = 30;

describe('RowHeights', () => {
  it('places rows of one line', () => {
    const heights = new RowHeights(50_000);
    expect(heights.topOf(50_000, HEIGHT)).toBe(50_000 * HEIGHT);
    expect([-5, 0, HEIGHT - 1, HEIGHT, 1e9].map((pixels) => heights.indexAt(pixels, HEIGHT))).toEqual([
      0, 0, 0, 1, 49_999,
    ]);
  });

  it('places rows of several lines', () => {
    const heights = new RowHeights(4, (index) => [1, 3, 1, 2][index]);
    const tops = [0, 1, 2, 3, 4].map((index) => heights.topOf(index, HEIGHT));
    expect(tops).toEqual([0, 30, 60 + 2 * LINE_HEIGHT, 90 + 2 * LINE_HEIGHT, 120 + 3 * LINE_HEIGHT]);
    for (const [index, top] of tops.slice(0, 4).entries()) expect(heights.indexAt(top, HEIGHT)).toBe(index);
    expect(heights.indexAt(60, HEIGHT)).toBe(1);
  });

  it('has a first row without rows', () => {
    expect(new RowHeights(0).indexAt(10, HEIGHT)).toBe(0);
  });
});
