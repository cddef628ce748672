import { readFileSync } from 'node:fs';
import { copyVersion } from './copy-version.js';
import { importPath } from './plugin-project.js';
import { addImport, addToList } from './source-edits.js';

const PLUGIN = `import { a } from './a.js';
import {
  b,
} from './b.js';

@ApiGroupPlugin({
  group: 'x.example.com',
  versions: ['v1'],
  kinds: [a],
})
`;

describe('addImport()', () => {
  it('goes after the last import, also one of several lines', () => {
    expect(addImport(PLUGIN, `import { c } from './c.js';`)).toContain(
      `} from './b.js';\nimport { c } from './c.js';\n\n@`,
    );
  });

  it('leaves one that is there, and a text without any', () => {
    expect(addImport(PLUGIN, `import { a } from './a.js';`)).toBe(PLUGIN);
    expect(addImport('const a = 1;', `import { c } from './c.js';`)).toBeUndefined();
  });
});

describe('addToList()', () => {
  const list = (text: string): string => `call({\n  other: 1,\n  list: ${text},\n  last: [],\n});\n`;

  it.each([
    ['[]', '[x]'],
    ['[a]', '[a, x]'],
    ['[a, x]', '[a, x]'],
    ['[{ b: [1, 2], c: "]" }]', '[{ b: [1, 2], c: "]" }, x]'],
    ['[\n    a, // no ] of the list\n    b,\n  ]', '[\n    a,\n    // no ] of the list\n    b,\n    x,\n  ]'],
    [`[${'a'.repeat(100)}, b]`, `[\n    ${'a'.repeat(100)},\n    b,\n    x,\n  ]`],
  ])('adds to %j', (before, after) => {
    const normal = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ');
    expect(normal(addToList(list(before), 'x', { property: 'list' }))).toBe(normal(list(after)));
  });

  it('adds a list that is not there after another one', () => {
    const place = { property: 'controllers', after: 'kinds' };
    expect(addToList(PLUGIN, 'X', place)).toContain('  kinds: [a],\n  controllers: [X],\n})');
    expect(addToList('call({\n  kinds: [a]\n})', 'X', place)).toBe('call({\n  kinds: [a],\n  controllers: [X],\n})');
  });

  it.each([
    ['a computed list', 'call({\n  list: makeList(),\n});'],
    ['a list that is a variable', 'call({\n  list,\n});'],
    ['a list that ends with a comment', 'call({\n  list: [\n    a // first\n  ],\n});'],
    ['two lists', 'call({\n  list: [],\n});\ncall({\n  list: [],\n});'],
    ['a list that does not end', 'call({\n  list: [a,\n});'],
    ['no list at all', 'call({});'],
  ])('leaves %s to the user', (_what, text) => {
    expect(addToList(text, 'x', { property: 'list', after: 'last' })).toBeUndefined();
  });
});

it('copies the classes of a version as the template of another one has them', () => {
  const folder = new URL('../../../templates/plugin/src/sample-thing/', import.meta.url);
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const copied = copyVersion(read('sample-thing.v1.ts'), { from: 'v1', to: 'v1beta1' });
  expect(copied).toBe(read('sample-thing.v1beta1.ts'));
});

it('copies neither strings nor comments under other names', () => {
  const text = `/** A Port. */\nexport class Port { a = 'Port'; b: Port; } // Port\n@ApiType({ name: "a.v1.Port" })`;
  expect(copyVersion(text, { from: 'v1', to: 'v2' })).toBe(
    `/** A Port. */\nexport class PortV2 { a = 'Port'; b: PortV2; } // Port\n@ApiType({ name: "a.v2.Port" })`,
  );
});

it.each([
  ['src/ports.plugin.ts', 'src/port/port.kind.ts', './port/port.kind.js'],
  ['src/port/port.kind.ts', 'src/ports.plugin.ts', '../ports.plugin.js'],
  ['src/kinds/port/port.kind.ts', 'src/texts.ts', '../../texts.js'],
  ['src/port/port.kind.ts', 'src/port/a.ts', './a.js'],
])('imports from %s the file %s as %s', (from, to, expected) => {
  expect(importPath(from, to)).toBe(expected);
});
