import fc from 'fast-check';
import { stringifyYaml } from './index.js';
import { yamlListPieces, yamlPieces } from './yaml-pieces.js';

const LINE = 'some words that make a line long enough to be broken somewhere near its end ';

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('yes', '- a', 'a: b', ' x', 'x ', '', '0x10', '# a', '|', '---'),
  fc.array(fc.string(), { maxLength: 4 }).map((lines) => lines.join('\n')),
  fc.nat({ max: 40 }).map((times) => LINE.repeat(times)),
  fc.nat({ max: 3000 }).map((times) => 'x '.repeat(times)),
);
const key = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('a', 'b1', 'b10', 'yes', 'a: b', '- x', 'k'.repeat(200), 'k'.repeat(1100), '__proto__'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, 0, 1.5, -7, 1e21),
    fc.array(tie('value'), { maxLength: 8 }),
    fc.dictionary(key, tie('value'), { maxKeys: 8 }),
  ),
}));

describe('yamlPieces()', () => {
  it('is the text of the whole', () => {
    fc.assert(
      fc.property(value, (object) => {
        expect([...yamlPieces(object)].join('')).toBe(stringifyYaml(object));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a list of lists', [[LINE.repeat(200), [LINE.repeat(200)]], ['a']]],
    [
      'large elements behind small ones',
      { list: ['a', { b: LINE.repeat(200), c: { d: [LINE.repeat(150), 1] } }, 'e'] },
    ],
    [
      'blocks with empty lines',
      { deep: { er: [{ block: `a\n\n  b\n${'x\n\n'.repeat(5000)}`, z: LINE.repeat(120) }] } },
    ],
    ['a large first member of an element', [{ a: { b: LINE.repeat(200), c: 1 }, d: 2 }]],
    ['a member that is not set', { a: LINE.repeat(200), b: undefined, c: { d: LINE.repeat(120), e: undefined } }],
  ])('divides %s', (_, object) => {
    const pieces = [...yamlPieces(object)];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(stringifyYaml(object));
  });

  it('makes no piece of many members', () => {
    const members = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key-${i}`, LINE]));
    const pieces = [...yamlPieces({ a: { members } })];
    expect(pieces.length).toBeGreaterThan(30);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(32 * 1024);
  });
});

describe('yamlListPieces()', () => {
  it('is the text of the list with its elements', () => {
    const items = [{ kind: 'a', spec: { text: LINE } }, {}, { text: LINE.repeat(300) }];
    const head = { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '7' } };
    const pieces = [...yamlListPieces({ ...head, items: [] }, 'items', items)];
    expect(pieces.join('')).toBe(stringifyYaml({ ...head, items }));
  });
});
