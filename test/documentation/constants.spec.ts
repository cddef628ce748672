import { Constants } from '../support/reference/constants.js';

function constants(): Constants {
  const found = new Constants();
  found.add('src/a.ts', 'export const MAX = 3 * 1024;\nconst DOUBLE = 2 * MAX;\nconst SHIFTED: number = 1 << 20;');
  found.add('src/b.ts', "const MAX = 5;\nconst BOTH = 1;\nconst TEXT = '1';");
  found.add('src/c.ts', 'const BOTH = 2_000;\nconst LATER = before();');
  return found;
}

describe('Constants.find()', () => {
  it.each([
    ['MAX', '', 3072],
    ['MAX', 'as src/b.ts has it', 5],
    ['DOUBLE', '', 6144],
    ['SHIFTED', '', 1 << 20],
    ['BOTH', '', undefined],
    ['BOTH', 'in src/c.ts', 2000],
    ['TEXT', '', undefined],
    ['LATER', '', undefined],
    ['NONE', '', undefined],
  ])('of %s, on a page with %j, is %s', (name, page, value) => {
    expect(constants().find(name, page)).toBe(value);
  });
});
