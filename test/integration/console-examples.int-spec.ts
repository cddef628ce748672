import { parseJsonOrYaml } from '../../src/plugin-api/built-in.js';
import { plainYaml } from '../../plugins/console/web/model/plain-yaml.js';

describe('plainYaml()', () => {
  it('writes blocks', () => {
    const object = { kind: 'Berth', spec: { size: { lengthMeters: 5 }, services: ['fuel', 'a b'], none: [], map: {} } };
    expect(plainYaml(object)).toBe(
      'kind: Berth\nspec:\n  size:\n    lengthMeters: 5\n  services:\n  - fuel\n  - a b\n  none: []\n  map: {}\n',
    );
  });

  it.each([
    [
      'yes',
      'No',
      '1',
      '1e3',
      '0x1',
      '',
      ' a',
      'a ',
      'a: b',
      'a #b',
      'a:',
      '- a',
      '{a}',
      '*a',
      'x\ny',
      'é',
      '~',
      '2024-01-01',
    ],
    [{ a: [[1, [2]], { b: null, c: true }] }, { '': 1, 'a: b': { 'example.com/x': 'http://a:1/b' } }],
    ['NaN', '.inf', 'null', 'off', '/path/x:y', 'nginx:1.27', '_a', 'Infinity'],
  ])('writes what is read the same: %j', async (...values) => {
    expect(await parseJsonOrYaml(plainYaml({ values }))).toEqual({ values });
  });
});
