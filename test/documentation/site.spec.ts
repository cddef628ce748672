import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch, { type Options } from 'minisearch';

interface Navigation {
  readonly SECTIONS: readonly { pages: readonly string[] }[];
}

const TOOL = join(import.meta.dirname, '..', '..', 'tools', 'docs');
const load = async <T>(...path: string[]): Promise<T> => (await import(pathToFileURL(join(TOOL, ...path)).href)) as T;

const { buildPages } = await load<{ buildPages(): Map<string, string | Buffer> }>('site', 'build-site.mjs');
const { SECTIONS } = await load<Navigation>('site', 'navigation.mjs');
const { SEARCH } = await load<{ SEARCH: Options }>('assets', 'search-settings.mjs');

/** Pages that the index of decisions lists. */
const LISTED_ELSEWHERE = /^decisions\/\d{4}-/;
/** Files that the build adds to the pages. */
const ASSETS = ['site.css', 'site.js', 'theme.js', 'icon.svg'];

const files = buildPages();
const pages = [...files].filter((entry): entry is [string, string] => entry[0].endsWith('.html'));
const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
const anchors = new Map(pages.map(([path, html]) => [path, new Set(attributes(html, 'id'))]));

function isBroken(page: string, href: string): boolean {
  const [path, anchor] = href.split('#');
  const target = path ? posix.join(posix.dirname(page), path) : page;
  if (!files.has(target) && !ASSETS.includes(target)) return true;
  return anchor !== undefined && !anchors.get(target)?.has(anchor);
}

describe('The site of the documentation', () => {
  it('has every page in its navigation', () => {
    const listed = new Set(SECTIONS.flatMap((section) => section.pages.map((page) => page.replace('README', 'index'))));
    const names = pages.map(([path]) => path.replace(/\.html$/, '')).filter((name) => !LISTED_ELSEWHERE.test(name));
    expect(names.filter((name) => name !== 'index' && !listed.has(name))).toEqual([]);
    expect(pages.length).toBeGreaterThan(100);
  });

  it('has links that lead to pages and sections of it', () => {
    const broken = pages.flatMap(([page, html]) =>
      [...attributes(html, 'href'), ...attributes(html, 'src')]
        .filter((href) => !/^https?:/.test(href) && isBroken(page, href))
        .map((href) => `${page}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('gets nothing from other servers', () => {
    const foreign = pages.flatMap(([, html]) => html.match(/<(?:script|link|img|iframe)[^>]*"https?:[^>]*>/g) ?? []);
    expect(foreign).toEqual([]);
  });

  it.each([
    ['tutorial empty folder', 'tutorial.html'],
    ['oidc-issuer-url', 'authentication.html'],
    ['startTestServer', 'testing.html'],
  ])('finds "%s" on %s', (text, page) => {
    const script = files.get('search-index.js') as string;
    const json = JSON.parse(script.slice(script.indexOf('=') + 1, script.lastIndexOf(';'))) as string;
    const found = MiniSearch.loadJSON(json, SEARCH).search(text);
    expect(found.slice(0, 12).map(({ id }) => String(id).split('#')[0])).toContain(page);
  });
});
