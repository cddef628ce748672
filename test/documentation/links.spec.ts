import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The files that npm always packs. */
const ALWAYS = ['README.md', 'LICENSE', 'package.json'];

const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };

const isPacked = (path: string): boolean =>
  [...ALWAYS, ...files].some((packed) => path === packed || path.startsWith(`${packed}/`));

function brokenLinks(file: string): string[] {
  const links = readFileSync(join(ROOT, file), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g);
  return [...links]
    .map(([, link]) => relative(ROOT, join(ROOT, dirname(file), link)))
    .filter((path) => !isPacked(path) || !existsSync(join(ROOT, path)))
    .map((path) => `${file}: ${path}`);
}

it('has relative links that lead to files of the package', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const documents = ['README.md', ...pages.filter((page) => page.endsWith('.md')).map((page) => join('docs', page))];
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});
