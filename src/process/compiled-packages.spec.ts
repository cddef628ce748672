import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { type Context, createContext, runInContext } from 'node:vm';
import ts from 'typescript';
import { CompiledPackages } from './compiled-packages.js';
import { ReusedBuffer } from './reused-buffer.js';

const load = createRequire(import.meta.url);

describe('CompiledPackages', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-packages-'));
    await mkdir(join(directory, 'packages'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  /** Writes a script as the build does, whose packages are expressions; answers its digest. */
  async function writeScript(
    group: string,
    packages: Record<string, string>,
    encoding: 'latin1' | 'utf8' = 'latin1',
  ): Promise<string> {
    const members = Object.entries(packages).map(([name, value]) => `${JSON.stringify(name)}: () => ${value}`);
    const body = `module.exports = (name) => ({ ${members.join(', ')} })[name]();`;
    const text = `(function (module, require) { ${body}\n})\n`;
    const digest = createHash('sha256').update(text).digest('hex');
    await writeFile(join(directory, 'packages', `${group}.cjs`), `${text}// ${digest} ${encoding}\n`, encoding);
    return digest;
  }

  const kept = (): Promise<string[]> => readdir(join(directory, '.compile-cache')).catch(() => []);

  it('loads packages of scripts, and what they need of Node and of other scripts', async () => {
    await writeScript('start', { sum: '1 + 1', sep: `require('node:path').sep` });
    await writeScript('database', { sum: `require('start-script:sum') + 1` });
    const packages = new CompiledPackages(directory, true);
    expect(packages.load('start', 'sep')).toBe('/');
    expect(packages.load('database', 'sum')).toBe(3);
    expect(() => packages.load('other', 'sum')).toThrow('ENOENT');
  });

  it.each([
    ['latin1', 'µ'],
    ['utf8', 'µ, ж'],
  ] as const)('reads scripts in %s', async (encoding, letters) => {
    await writeScript('start', { letters: `'${letters}'` }, encoding);
    expect(new CompiledPackages(directory, true).load('start', 'letters')).toBe(letters);
  });

  it('links chunks of scripts with those that are modules', async () => {
    await writeScript('server', {
      'chunks/a.js': `({ url: module.urlOf('chunks/a.js'), import: (name) => module.import(name, 'chunks/a.js') })`,
      'src/index.js': `require('chunks/helpers.js').two + 1`,
    });
    const packages = new CompiledPackages(directory, true);
    packages.link({
      scripts: { 'chunks/a.js': 'server', 'src/index.js': 'server' },
      modules: { 'chunks/helpers.js': { two: 2 } },
      import: async (specifier) => specifier,
    });
    const chunk = packages.load('server', 'chunks/a.js') as { url: string; import(name: string): Promise<unknown> };
    const root = pathToFileURL(`${directory}/`).href;
    expect(chunk.url).toBe(`${root}chunks/a.js`);
    expect(await chunk.import('../src/index.js')).toBe(3);
    expect(await chunk.import('./b.js')).toBe(`${root}chunks/b.js`);
    expect(await chunk.import('node:fs')).toBe('node:fs');
    expect(await chunk.import('file:///elsewhere/plugin.js')).toBe('file:///elsewhere/plugin.js');
  });

  it('uses compiled code that an earlier process has kept', async () => {
    await writeScript('start', { sum: '1 + 1' });
    const first = new CompiledPackages(directory, true);
    first.load('start', 'sum');
    expect(first.isFromCache('start')).toBe(false);
    first.save();
    const second = new CompiledPackages(directory, true);
    expect(second.load('start', 'sum')).toBe(2);
    expect(second.isFromCache('start')).toBe(true);
    expect(await kept()).toHaveLength(1);
  });

  it('keeps compiled code once, however many servers a process starts', async () => {
    await writeScript('start', { sum: '1 + 1' });
    const packages = new CompiledPackages(directory, true);
    packages.load('start', 'sum');
    packages.save();
    await rm(join(directory, '.compile-cache'), { recursive: true });
    packages.save();
    expect(await kept()).toEqual([]);
  });

  it('compiles a script of another build, also one of the same length', async () => {
    await writeScript('start', { sum: '1 + 1' });
    const first = new CompiledPackages(directory, true);
    first.load('start', 'sum');
    first.save();
    await writeScript('start', { sum: '1 + 2' });
    const second = new CompiledPackages(directory, true);
    expect(second.load('start', 'sum')).toBe(3);
    expect(second.isFromCache('start')).toBe(false);
  });

  it('compiles where what was kept is damaged', async () => {
    // V8 remembers what this process has compiled: the text is that of no other test.
    const digest = await writeScript('start', { product: '2 * 3' });
    await mkdir(join(directory, '.compile-cache'));
    const name = `start-${digest.slice(0, 16)}-${process.version}-${cachedDataVersionTag()}`;
    await writeFile(join(directory, '.compile-cache', name), 'damaged');
    const packages = new CompiledPackages(directory, true);
    expect(packages.load('start', 'product')).toBe(6);
    expect(packages.isFromCache('start')).toBe(false);
    packages.save();
    expect(await kept()).toEqual([name]);
    expect(await readFile(join(directory, '.compile-cache', name), 'utf8')).not.toBe('damaged');
  });

  it('makes packages in the realm it is in, where that is not that of Node', async () => {
    await writeScript('start', { object: '({})' });
    const realm = createContext();
    const packages = new (classIn(realm))(directory);
    expect(Object.getPrototypeOf(packages.load('start', 'object'))).toBe(runInContext('Object.prototype', realm));
    packages.save();
    expect(await kept()).toEqual([]);
  });

  it('keeps nothing where the build may not be written to', async () => {
    await writeScript('start', { sum: '1 + 1' });
    const packages = new CompiledPackages(directory, true);
    packages.load('start', 'sum');
    await writeFile(join(directory, '.compile-cache'), '');
    expect(() => packages.save()).not.toThrow();
    expect(await kept()).toEqual([]);
  });
});

/** The class as it is where its module runs in another realm, as with jest. */
function classIn(realm: Context): typeof CompiledPackages {
  const path = join(import.meta.dirname, 'compiled-packages.ts');
  const source = readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(import.meta.url));
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports = {} as { CompiledPackages: typeof CompiledPackages };
  const require = (name: string): unknown => (name === './reused-buffer.js' ? { ReusedBuffer } : load(name));
  const run = runInContext(`(exports, require, process) => {${outputText}\n}`, realm) as (...names: object[]) => void;
  run(exports, require, process);
  return exports.CompiledPackages;
}
