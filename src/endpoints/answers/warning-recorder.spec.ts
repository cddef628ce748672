import { WarningRecorder } from './warning-recorder.js';

function headersOf(...texts: string[]): readonly string[] {
  const recorder = new WarningRecorder();
  for (const text of texts) recorder.add(text);
  return recorder.headers();
}

describe('WarningRecorder', () => {
  it('quotes texts and leaves out repeats', () => {
    expect(headersOf('a "b"', 'a "b"', '', 'c\\d')).toEqual(['299 - "a \\"b\\""', '299 - "c\\\\d"']);
  });

  it('writes control characters as spaces and other characters as bytes', () => {
    expect(headersOf('a\nb', 'é')).toEqual(['299 - "a b"', '299 - "\u00c3\u00a9"']);
  });

  it('keeps texts whole while they fit', () => {
    const long = 'x'.repeat(4096);
    expect(headersOf(long)).toEqual([`299 - "${long}"`]);
  });

  it('cuts each of them where they do not fit', () => {
    const cut = `299 - "${'x'.repeat(256)}"`;
    expect(headersOf('x'.repeat(4000), `${'x'.repeat(300)}y`)).toEqual([cut, cut]);
  });

  it('ends where even the cut ones are too many', () => {
    const texts = Array.from({ length: 40 }, (_, i) => `${'x'.repeat(160)}${String(i).padStart(2, '0')}`);
    expect(headersOf(...texts)).toHaveLength(26);
  });

  /** So many different texts of a length. */
  const texts = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, i) => String(i).padStart(3, '0').padEnd(length, 'x'));

  it.each([
    ['16 of 256 runes', texts(30, 300), 16],
    ['one behind 4095 runes', [...texts(15, 300), 'y'.repeat(255), ...texts(30, 299).slice(15)], 17],
    ['one more once they are cut', ['x'.repeat(4000), 'y'.repeat(300), 'z'], 3],
    ['one behind 4096 runes that are not cut', ['x'.repeat(4096), 'y'], 2],
  ])('cut ones end behind 4096 runes: %s', (_title, all, count) => {
    expect(headersOf(...all)).toHaveLength(count);
  });
});
