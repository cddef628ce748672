import fc from 'fast-check';
import { MAX_STRICT_PROBLEMS } from '../../apimachinery/index.js';
import { YamlSyntaxError, parseYaml, stringifyYaml } from './index.js';
import { YamlSerializer } from './yaml.serializer.js';

const valueOf = (text: string): unknown => parseYaml(text).value;

describe('parseYaml()', () => {
  it.each([
    ['k: yes', { k: true }],
    ['k: on', { k: true }],
    ['k: no', { k: false }],
    ['k: y', { k: true }],
    ['k: "yes"', { k: 'yes' }],
    ['k: 0777', { k: 511 }],
    ['k: 0o17', { k: 15 }],
    ['k: 0x1F', { k: 31 }],
    ['k: 08', { k: 8 }],
    ['k: 1_000', { k: 1000 }],
    ['k: 1e1', { k: 10 }],
    ['k: .5', { k: 0.5 }],
    ['k: 1:30', { k: '1:30' }],
    ['k: 2001-01-01', { k: '2001-01-01' }],
    ['k: 1.2.3', { k: '1.2.3' }],
    ['k: ~', { k: null }],
    ['k:', { k: null }],
    ['k: !!str 5', { k: '5' }],
    ['k: !!int "5"', { k: 5 }],
    ['k: !own 5', { k: '5' }],
    ['k: ! 5', { k: '5' }],
    ['k: !!binary aGk=', { k: 'hi' }],
    ['k: 9223372036854775807', { k: 9223372036854775807n }],
    ['k: 18446744073709551615', { k: 18446744073709551615n }],
    ['k: 18446744073709551616', { k: 18446744073709551616 }],
    ['1: a\ntrue: b\n1.5: c', { 1: 'a', true: 'b', '1.5': 'c' }],
    ['', null],
    ['# nothing\n', null],
    ['---\n', null],
    ['null', null],
    ['- a\n- b', ['a', 'b']],
    ['a: &x {k: v}\nb: *x', { a: { k: 'v' }, b: { k: 'v' } }],
    ['<<: {k: merged}\nl: own', { k: 'merged', l: 'own' }],
    ['<<: [{k: first}, {k: second, l: x}]', { k: 'first', l: 'x' }],
    ['a: 1\n---\nb: [', { a: 1 }],
    ['%YAML 1.1\n---\na: 1\n...\nb: [', { a: 1 }],
    ['k: >-\n  one\n  two\n\n  three\nl: |+\n  keep\n\n', { k: 'one two\nthree', l: 'keep\n\n' }],
    ['a: {\nb: 1,\nc: [\n2]\n}\nd: "x\ny"', { a: { b: 1, c: [2] }, d: 'x y' }],
    ['{"a": "\\u00fc", "b": [1, 2]}', { a: 'ü', b: [1, 2] }],
  ])('reads %j', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it('keeps a member named __proto__ an ordinary member', () => {
    const value = valueOf('__proto__: {a: 1}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('names repeated keys by line and lets the last one win', () => {
    const { value, duplicates } = parseYaml('metadata:\n  name: g\n  name: h\ndata:\n  k: one\n  k: two\n1: x\n1: z\n');
    expect(value).toEqual({ 1: 'z', metadata: { name: 'h' }, data: { k: 'two' } });
    expect(duplicates).toEqual([
      'line 3: key "name" already set in map',
      'line 6: key "k" already set in map',
      'line 8: key 1 already set in map',
    ]);
  });

  it.each([
    ['a:\n  b: 1\na:\n  c: 2\n', 4],
    ['a: 1\na:\nb: 1\n', 2],
    ['a: 1\na: |\n  x\n', 2],
    ['a: 1\na:\n- x\n', 3],
    ['a: 1\na: &m\n  x: y\n', 2],
    ['a: &m 1\na: *m\n', 2],
    ['{a: 1,\n a: 2}', 2],
  ])('counts lines up to the value of a repeated key in %j', (text, line) => {
    expect(parseYaml(text).duplicates).toEqual([`line ${line}: key "a" already set in map`]);
  });

  it.each([
    ['a: [', 'yaml: line 1: did not find expected node content'],
    ['{{{{', 'yaml: line 1: did not find expected node content'],
    ['kind: [ConfigMap\n', "yaml: line 1: did not find expected ',' or ']'"],
    ['{"a": 1', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: v1\n b: c\n', 'yaml: line 2: mapping values are not allowed in this context'],
    ['m:\n  name: a: b\n', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a: v1\n\tb: c\n', 'yaml: line 2: found a tab character that violates indentation'],
    ['a:\n\tb: c\n', 'yaml: line 2: found character that cannot start any token'],
    ['a: "v1\nb: c\n', 'yaml: line 3: found unexpected end of stream'],
    ['a: b\nc\n', "yaml: line 3: could not find expected ':'"],
    ['a: b\n- c\n', 'yaml: line 1: did not find expected key'],
    ['- a\nb: c\n', "yaml: line 1: did not find expected '-' indicator"],
    ['a: *nope', "yaml: unknown anchor 'nope' referenced"],
    ['a: &a [*a]', "yaml: anchor 'a' value contains itself"],
    ['x: - a', 'yaml: block sequence entries are not allowed in this context'],
    ['? [a]\n: b', 'yaml: invalid map key: []interface {}{"a"}'],
    ['<<: 1', 'yaml: map merge requires map or sequence of maps as the value'],
    ['k: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
    ['k: \u0001', 'yaml: control characters are not allowed'],
    ['k: .inf', 'json: unsupported value: +Inf'],
  ])('refuses %j', (text, message) => {
    expect(() => parseYaml(text)).toThrow(YamlSyntaxError);
    expect(() => parseYaml(text)).toThrow(message);
  });

  it('refuses texts that grow by aliases of long values, wherever these stand', () => {
    const long = 'x'.repeat(1_000_000);
    const aliases = Array.from({ length: 1_500 }, () => '- *a').join('\n');
    const inList = `- &a ${long}\n${aliases}`;
    const inMap = `- &a\n  k: ${long}\n${aliases}`;
    const asKey = `- {&a ${long}: 1}\n${Array.from({ length: 1_500 }, () => '- {*a : 1}').join('\n')}`;
    for (const text of [inList, inMap, asKey]) {
      expect(() => parseYaml(text)).toThrow('yaml: document contains excessive aliasing');
    }
    expect(parseYaml(`- &a ${long}\n- *a\n- *a`).value).toHaveLength(3);
  });

  it('refuses texts that grow by aliases', () => {
    const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 9; i++)
      bomb.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(',')}]`,
      );
    expect(() => parseYaml(bomb.join('\n'))).toThrow('yaml: document contains excessive aliasing');
  });

  it('refuses merge keys that multiply', () => {
    const bomb = ['a0: &a0 {}'];
    for (let i = 1; i < 12; i++)
      bomb.push(
        `a${i}: &a${i} {<<: [${Array(9)
          .fill(`*a${i - 1}`)
          .join(',')}]}`,
      );
    expect(() => parseYaml(bomb.join('\n'))).toThrow('yaml: document contains excessive aliasing');
  });

  it('finishes soon with many repeated keys and many spaces', () => {
    const start = process.cpuUsage().user;
    expect(parseYaml('k: 1\n'.repeat(20_000)).duplicates).toHaveLength(MAX_STRICT_PROBLEMS);
    expect(() => parseYaml(`a: [${' '.repeat(200_000)}x${' '.repeat(200_000)}`)).toThrow('did not find expected');
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(5);
  });

  it('refuses endless nesting', () => {
    expect(() => parseYaml('['.repeat(100_000))).toThrow('yaml: exceeded max depth of 10000');
  });
});

describe('stringifyYaml()', () => {
  it('sorts keys, leaves lists at their key and quotes what would be read as another type', () => {
    const object = {
      metadata: {
        name: 'a',
        creationTimestamp: '2024-01-01T00:00:00Z',
        labels: { 'x/y': 'z' },
        generation: 9007199254740993n,
      },
      apiVersion: 'v1',
      data: {
        multi: 'l1\nl2\n',
        num: '1',
        bool: 'true',
        on: 'on',
        empty: '',
        quote: '"\'',
        uni: 'ü€😀',
        k10: 'a',
        k9: 'b',
      },
      items: [{ b: 1, a: [] }, {}],
    };
    expect(stringifyYaml(object)).toBe(
      [
        'apiVersion: v1',
        'data:',
        '  bool: "true"',
        '  empty: ""',
        '  k9: b',
        '  k10: a',
        '  multi: |',
        '    l1',
        '    l2',
        '  num: "1"',
        '  "on": "on"',
        `  quote: '"'''`,
        '  uni: "ü€\\U0001F600"',
        'items:',
        '- a: []',
        '  b: 1',
        '- {}',
        'metadata:',
        '  creationTimestamp: "2024-01-01T00:00:00Z"',
        '  generation: 9007199254740993',
        '  labels:',
        '    x/y: z',
        '  name: a',
        '',
      ].join('\n'),
    );
  });

  const nasty = fc.constantFrom(
    ...[
      '',
      ' x',
      'x ',
      '- a',
      'a: b',
      '#',
      'null',
      '~',
      'yes',
      '0x1F',
      '1_0',
      '0o7',
      '1e3',
      '.5',
      '.inf',
      '2001-01-01',
    ],
    ...[
      '\t',
      'a\n\n',
      '\n',
      ' \n',
      'a\n b\n',
      'a \nb',
      'é\u0085',
      '\u2028',
      '\ufeff',
      '\u0000',
      '\u001b',
      '\r\n',
      'a\r',
    ],
    ...[
      '!',
      '&a',
      '*a',
      '@',
      '%',
      '`',
      '{',
      ']',
      '<<',
      '=',
      '?',
      ':',
      '|',
      '>',
      "'",
      '"',
      '---',
      '...',
      'a #b',
      '1:30',
    ],
  );
  const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 200 }));
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }),
  );
  const { value: anything } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('map')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    map: fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }));

  it('writes what is read back the same', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(valueOf(stringifyYaml({ value }))).toEqual({ value });
      }),
      { numRuns: 300 },
    );
  });
});

describe('YamlSerializer.read()', () => {
  it('refuses bytes that are no UTF-8', async () => {
    const bytes = Buffer.from([0x6b, 0x3a, 0x20, 0xff]);
    await expect(new YamlSerializer().read(bytes)).rejects.toThrow('yaml: invalid leading UTF-8 octet');
  });
});

describe('stringifyYaml()', () => {
  it('escapes characters beyond the basic plane and writes integers beyond 64 bits as floats', () => {
    expect(stringifyYaml({ a: '😀', b: 18446744073709552000n, c: 'é' })).toBe(
      'a: "\\U0001F600"\nb: 1.8446744073709552e+19\nc: é\n',
    );
  });
});
