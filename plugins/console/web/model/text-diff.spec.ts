import { diffLines } from './text-diff.js';

const numbered = (...lines: number[]): string => lines.map((line) => `line ${line}\n`).join('');

describe('diffLines()', () => {
  it('is empty for the same text', () => {
    expect(diffLines('a: 1\n', 'a: 1\n')).toEqual([]);
  });

  it('marks lines with their numbers on both sides', () => {
    expect(diffLines('a: 1\nb: 2\n', 'a: 1\nb: 3\nc: 4\n')).toEqual([
      { type: 'same', text: 'a: 1', before: 1, after: 1 },
      { type: 'removed', text: 'b: 2', before: 2 },
      { type: 'added', text: 'b: 3', after: 2 },
      { type: 'added', text: 'c: 4', after: 3 },
    ]);
  });

  it('leaves out what is far from a difference', () => {
    const all = Array.from({ length: 30 }, (_, index) => index + 1);
    const lines = diffLines(numbered(...all), numbered(...all.filter((line) => line !== 15)));
    expect(lines.map(({ type }) => type)).toEqual([
      'gap',
      ...Array<string>(3).fill('same'),
      'removed',
      ...Array<string>(3).fill('same'),
    ]);
    expect(lines[0].text).toBe('line 12');
  });
});
