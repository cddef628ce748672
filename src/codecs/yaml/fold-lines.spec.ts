import { parseYaml, stringifyYaml } from './index.js';

const WORDS = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore';

describe('long scalars', () => {
  it('are broken at the first space behind column 80, one level below their key', () => {
    expect(stringifyYaml({ spec: { text: WORDS } })).toBe(
      [
        'spec:',
        '  text: lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor',
        '    incididunt ut labore',
        '',
      ].join('\n'),
    );
  });

  it('are broken below the dash of a list', () => {
    expect(stringifyYaml({ list: [`${WORDS}: quoted`] })).toBe(
      [
        'list:',
        "- 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt",
        "  ut labore: quoted'",
        '',
      ].join('\n'),
    );
  });

  it('are broken before the second of two spaces only in double quotes, where it is escaped', () => {
    const spaced = `${'x'.repeat(85)}  ${'y'.repeat(5)} z`;
    expect(stringifyYaml({ a: spaced })).toBe(`a: ${'x'.repeat(85)}  yyyyy\n  z\n`);
    expect(stringifyYaml({ a: `${spaced}\u0001` })).toBe(`a: "${'x'.repeat(85)}\n  \\ yyyyy z\\x01"\n`);
  });

  it('are left alone as keys, without spaces and in blocks', () => {
    const long = 'x'.repeat(100);
    const block = `${WORDS}\n${WORDS}\n`;
    expect(stringifyYaml({ [`${long.slice(50)} ${long.slice(50)}`]: 1, long })).not.toMatch(/\n +\S/);
    expect(stringifyYaml({ block })).toBe(`block: |\n  ${WORDS}\n  ${WORDS}\n`);
  });

  it.each([`${WORDS}: '${WORDS}'`, `${WORDS}  ${WORDS}`, ` ${WORDS}`, `${WORDS} `, `${WORDS}\t${WORDS}`])(
    'are read back as they were: %j',
    (value) => {
      expect(parseYaml(stringifyYaml({ a: [{ b: value }] })).value).toEqual({ a: [{ b: value }] });
    },
  );
});
