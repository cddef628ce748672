/** The pixels of a line of text in a row, as the style sheet has it. */
export const LINE_HEIGHT = 21;

/** The places of rows below each other: each has a height of its text, a number of lines. */
export class RowHeights {
  readonly #lines: Uint32Array | undefined;
  readonly #count: number;

  /** Keeps the lines before each row; without `linesOf` all rows have one line. */
  constructor(count: number, linesOf?: (index: number) => number) {
    this.#count = count;
    if (!linesOf) return;
    this.#lines = new Uint32Array(count + 1);
    for (let index = 0; index < count; index++) this.#lines[index + 1] = this.#lines[index] + linesOf(index) - 1;
  }

  /** Returns the pixels above a row; those of all rows for their number. `height` is that of a row of one line. */
  topOf(index: number, height: number): number {
    return index * height + (this.#lines?.[index] ?? 0) * LINE_HEIGHT;
  }

  /** Returns the row at a number of pixels from the top, the first above and the last below all rows. */
  indexAt(pixels: number, height: number): number {
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.topOf(middle, height) <= pixels) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
