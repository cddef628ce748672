import * as fc from 'fast-check';
import { mergeChunks, mergedText } from './three-way.js';

const BASE = 'a: 1\nb: 2\nc: 3\nd: 4\n';
const typesOf = (yours: string, theirs: string): string[] =>
  mergeChunks(BASE, yours, theirs)
    .map(({ type }) => type)
    .filter((type) => type !== 'same');

describe('mergeChunks()', () => {
  it.each<[string, string, string, string[], string]>([
    [
      'changes of different lines',
      'a: 9\nb: 2\nc: 3\nd: 4\n',
      'a: 1\nb: 2\nc: 8\nd: 4\n',
      ['yours', 'theirs'],
      'a: 9\nb: 2\nc: 8\nd: 4\n',
    ],
    [
      'changes of lines below each other',
      'a: 9\nb: 2\nc: 3\nd: 4\n',
      'a: 1\nb: 8\nc: 3\nd: 4\n',
      ['yours', 'theirs'],
      'a: 9\nb: 8\nc: 3\nd: 4\n',
    ],
    ['the same change', 'a: 9\nb: 2\nc: 3\nd: 4\n', 'a: 9\nb: 2\nc: 3\nd: 4\n', ['both'], 'a: 9\nb: 2\nc: 3\nd: 4\n'],
    [
      'an insertion and a removal',
      'a: 1\nx: 0\nb: 2\nc: 3\nd: 4\n',
      'a: 1\nb: 2\nc: 3\n',
      ['yours', 'theirs'],
      'a: 1\nx: 0\nb: 2\nc: 3\n',
    ],
    [
      'an insertion below a line of yours',
      'a: 1\nb: 7\nc: 3\nd: 4\n',
      'a: 1\nb: 2\nx: 0\nc: 3\nd: 4\n',
      ['yours', 'theirs'],
      'a: 1\nb: 7\nx: 0\nc: 3\nd: 4\n',
    ],
    ['nothing of yours', BASE, 'a: 5\n', ['theirs', 'theirs'], 'a: 5\n'],
  ])('merges %s', (_, yours, theirs, types, merged) => {
    const found = typesOf(yours, theirs);
    expect(new Set(found)).toEqual(new Set(types));
    expect(mergedText(mergeChunks(BASE, yours, theirs))).toBe(merged);
  });

  it('finds a conflict, marks it, and decides it', () => {
    const chunks = mergeChunks(BASE, 'a: 1\nb: 7\nc: 3\nd: 4\n', 'a: 1\nb: 8\nc: 3\nd: 4\n');
    const at = chunks.findIndex(({ type }) => type === 'conflict');
    expect(chunks[at]).toMatchObject({ base: ['b: 2'], yours: ['b: 7'], theirs: ['b: 8'], line: 2 });
    expect(mergedText(chunks)).toBe('a: 1\n<<<<<<< yours\nb: 7\n=======\nb: 8\n>>>>>>> theirs\nc: 3\nd: 4\n');
    expect(mergedText(chunks, new Map([[at, 'theirs']]))).toBe('a: 1\nb: 8\nc: 3\nd: 4\n');
    expect(mergedText(chunks, new Map([[at, 'yours']]))).toBe('a: 1\nb: 7\nc: 3\nd: 4\n');
  });

  it('has no more lines in a conflict than both have changed', () => {
    const chunks = mergeChunks(BASE, 'a: 1\nb: 7\nc: 3\nd: 4\n', 'a: 1\nb: 8\nx: 0\nc: 9\nd: 4\n');
    const found = chunks.filter(({ type }) => type !== 'same').map(({ type, theirs }) => [type, ...theirs]);
    expect(found).toEqual([
      ['conflict', 'b: 8'],
      ['theirs', 'x: 0', 'c: 9'],
    ]);
  });

  it('takes one side whole where it decides all conflicts, or where only it has changed', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, text, (base, yours, theirs) => {
        const chunks = mergeChunks(base, yours, theirs);
        const sideOf = (side: 'base' | 'yours' | 'theirs'): string => chunks.flatMap((chunk) => chunk[side]).join('\n');
        expect([sideOf('base'), sideOf('yours'), sideOf('theirs')]).toEqual([base, yours, theirs]);
        expect(mergedText(mergeChunks(base, yours, base))).toBe(yours);
        expect(mergedText(mergeChunks(base, base, theirs))).toBe(theirs);
      }),
    );
  });
});
