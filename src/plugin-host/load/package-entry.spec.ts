import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { locatePlugin } from './locate-plugin.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entry-'));
  mkdirSync(join(folder, 'lib'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(packageJson: object, ...files: string[]): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson));
  for (const file of files) writeFileSync(join(folder, file), '');
}

const entry = (file: string): string => pathToFileURL(join(folder, file)).href;

describe('locatePlugin()', () => {
  it.each<[string, object]>([
    ['main', { main: './lib/plugin.js' }],
    ['exports as a text', { exports: './lib/plugin.js', main: './other.js' }],
    ['exports by path', { exports: { '.': './lib/plugin.js', './more': './more.js' } }],
    ['exports by condition', { exports: { types: './x.d.ts', require: './x.cjs', import: './lib/plugin.js' } }],
    ['exports by both', { exports: { '.': { types: './x.d.ts', node: { default: './lib/plugin.js' } } } }],
  ])('takes what package.json names by %s', (_what, packageJson) => {
    write(packageJson, 'lib/plugin.js', 'index.js');
    expect(locatePlugin(folder)).toEqual({ location: entry('lib/plugin.js'), isOutside: true });
  });

  it('takes index.js where package.json names nothing', () => {
    write({ type: 'module' }, 'index.js');
    expect(locatePlugin(folder).location).toBe(entry('index.js'));
  });

  it('says which file is not there', () => {
    write({ main: './lib/plugin.js' });
    expect(() => locatePlugin(folder)).toThrow(
      `there is no ${join(folder, 'lib/plugin.js')}; compile the plugin first`,
    );
  });
});
