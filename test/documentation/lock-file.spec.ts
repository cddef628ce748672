import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface Lock {
  readonly packages: Record<string, Entry>;
}

interface Tool {
  reachableFrom(packages: ReadonlyMap<string, Entry>, names: readonly string[]): Map<string, Entry>;
  withOnly(lock: object, packages: ReadonlyMap<string, Entry>, names: readonly string[]): Lock;
}

const ROOT = join(import.meta.dirname, '..', '..');
const TOOL = pathToFileURL(join(ROOT, 'tools', 'install', 'lock-file.mjs')).href;
const { reachableFrom, withOnly } = (await import(TOOL)) as Tool;
const INSTALL = pathToFileURL(join(ROOT, 'tools', 'install.mjs')).href;
const { servingPackages } = (await import(INSTALL)) as { servingPackages(): string[] };
const BUILD = join(ROOT, 'tools', 'build');
const PACKAGE_IMPORT = /^import (?:[^'\n]+ from )?'(?!node:|\.)((?:@[^/']+\/)?[^/']+)/gm;

const on = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '1']));

const PACKAGES = new Map<string, Entry>([
  [
    'node_modules/a',
    { dependencies: on('b', '@s/c'), peerDependencies: on('d', 'e'), peerDependenciesMeta: { e: { optional: true } } },
  ],
  ['node_modules/b', { optionalDependencies: on('f', 'absent') }],
  ['node_modules/a/node_modules/b', { dependencies: on('g') }],
  ['node_modules/a/node_modules/b/node_modules/g', {}],
  ['node_modules/@s/c', { dependencies: on('b', 'h') }],
  ['node_modules/@s/c/node_modules/h', { dependencies: on('h2') }],
  ['node_modules/@s/h2', {}],
  ...['d', 'e', 'f', 'g', 'h', 'h2', 'unused'].map((name): [string, Entry] => [`node_modules/${name}`, {}]),
]);

describe('reachableFrom()', () => {
  it('finds packages as Node does: inside, beside and above', () => {
    expect([...reachableFrom(PACKAGES, ['a']).keys()].sort()).toEqual([
      'node_modules/@s/c',
      'node_modules/@s/c/node_modules/h',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/a/node_modules/b/node_modules/g',
      'node_modules/b',
      'node_modules/d',
      'node_modules/f',
      'node_modules/h2',
    ]);
  });

  it('leaves the tools of tests out of what serving needs', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
    const bundled = JSON.parse(readFileSync(join(ROOT, 'tools', 'build', 'bundled.json'), 'utf8')) as string[];
    const reached = reachableFrom(new Map(Object.entries(lock.packages)), servingPackages());
    for (const name of [...bundled, 'fastify', 'bindings']) expect(reached.has(`node_modules/${name}`)).toBe(true);
    for (const name of ['jest', 'eslint', 'typescript', 'prettier', '@swc/core', '@kubernetes/client-node'])
      expect(reached.has(`node_modules/${name}`)).toBe(false);
    expect(reached.size).toBeLessThan(Object.keys(lock.packages).length / 2);
  });

  it('has what the build imports where only serving is installed', () => {
    const files = ['../build.mjs', ...readdirSync(BUILD).filter((name) => name.endsWith('.mjs'))];
    const imported = files.flatMap((name) => [...readFileSync(join(BUILD, name), 'utf8').matchAll(PACKAGE_IMPORT)]);
    const names = new Set(imported.map(([, name]) => name));
    expect(names).toContain('acorn');
    expect([...names].filter((name) => !servingPackages().includes(name!))).toEqual([]);
  });
});

it('withOnly() makes packages those of a program, and keeps optional ones optional', () => {
  const root = { dependencies: { a: '1.0.0' }, devDependencies: { b: '2.0.0', c: '3.0.0' } };
  const kept = new Map<string, Entry>([
    ['node_modules/a', { version: '1.0.0' }],
    ['node_modules/b', { version: '2.0.0', dev: true }],
    ['node_modules/o', { version: '4.0.0', devOptional: true }],
  ]);
  expect(withOnly({ lockfileVersion: 3, packages: { '': root } }, kept, ['a', 'b'])).toEqual({
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: { a: '1.0.0', b: '2.0.0' } },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/o': { version: '4.0.0', optional: true },
    },
  });
});
