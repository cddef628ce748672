import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type PackageRegistry, startPackageRegistry } from '../support/package-registry.js';
import { run } from '../support/packed-package.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
const MINUTE = 60;

interface Archive {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

describe('npm publish', () => {
  let registry: PackageRegistry;

  beforeAll(async () => {
    registry = await startPackageRegistry();
  });

  afterAll(() => registry.close());

  async function archive(folder: string, ...words: readonly string[]): Promise<Archive> {
    const options = ['--dry-run', '--ignore-scripts', '--json', '--fetch-retries=0', `--registry=${registry.url}`];
    const { stdout } = await run('npm', [...words, ...options], { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    const printed = JSON.parse(stdout) as Archive | Archive[] | Record<string, Archive>;
    return 'files' in printed ? (printed as Archive) : Object.values(printed)[0];
  }

  it.each([
    ['binnacle', ROOT, ['dist/src/main.js', 'dist/src/index.js', 'docs/releasing.md', 'LICENSE', 'package.json']],
    [
      'create-binnacle-plugin',
      join(ROOT, 'packages', 'create-binnacle-plugin'),
      ['README.md', 'index.js', 'package.json'],
    ],
  ])('sends exactly what npm pack writes: %s', async (name, folder, some) => {
    const [sent, packed] = await Promise.all([archive(folder, 'publish'), archive(folder, 'pack')]);
    const paths = (of: Archive): string[] => of.files.map(({ path }) => path).sort();
    expect([sent.name, packed.name]).toEqual([name, name]);
    expect(paths(sent)).toEqual(paths(packed));
    expect(paths(sent)).toEqual(expect.arrayContaining(some));
    expect(
      paths(sent).filter((path) => /^(src|test|tools|node_modules)\/|\.compile-cache|^dist\/bench/.test(path)),
    ).toEqual([]);
  });
});

describe('tools/check-publication.mjs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-publication-'));
    await cp(join(ROOT, 'tools'), join(folder, 'tools'), { recursive: true });
    for (const name of ['src', 'plugins']) await mkdir(join(folder, name));
    for (const name of ['package-lock.json', 'src/index.ts']) await writeFile(join(folder, name), '{}');
    await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }');
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.3 (2026-01-01)\n');
  });

  afterAll(() => rm(folder, { recursive: true }));

  const check = (): Promise<string> =>
    run(process.execPath, [join(folder, 'tools', 'check-publication.mjs')]).then(
      () => 'passes',
      ({ stderr }: { stderr: string }) => stderr,
    );

  async function write(path: string, age: number): Promise<void> {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    const time = Date.now() / 1000 - age;
    await utimes(file, time, time);
  }

  it.each([
    ['nothing is built', undefined, undefined, 'Run npm run build && npm run build:types first'],
    ['declarations are missing', -MINUTE, undefined, 'Run npm run build:types first'],
    ['the build is older than a source', 10 * MINUTE, -MINUTE, 'Run npm run build first'],
    ['both are newer', -MINUTE, -MINUTE, 'passes'],
  ])('knows when %s', async (_, build, types, expected) => {
    await rm(join(folder, 'dist'), { recursive: true, force: true });
    if (build !== undefined) await write('dist/.built', build);
    if (types !== undefined) await write('dist/types/index.d.ts', types);
    expect(await check()).toContain(expected);
  });

  it('requires a section of the version with its date', async () => {
    await write('dist/.built', -MINUTE);
    await write('dist/types/index.d.ts', -MINUTE);
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n');
    expect(await check()).toMatch(/^CHANGELOG\.md has no section "## 1\.2\.3 \(DATE\)"/);
  });
});
