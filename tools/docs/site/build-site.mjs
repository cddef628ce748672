import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import MiniSearch from 'minisearch';
import { root } from '../../install.mjs';
import { renderPage } from './layout.mjs';
import { escapeHtml, renderMarkdown } from './markdown.mjs';
import { SECTIONS } from './navigation.mjs';
import { SEARCH } from '../assets/search-settings.mjs';

const DOCS = join(root, 'docs');
/** Files that pages show or link to, beside pages. */
const COPIED = /\.(png|svg|gif|json|yaml)$/;
const HOME = 'README.md';

/** The paths of all pages below `docs`, without `.md`. */
const pagePaths = () =>
  filesOfDocs()
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));

const filesOfDocs = () =>
  readdirSync(DOCS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(DOCS.length + 1))
    .sort();

const htmlPath = (page) => `${page.replace(/README$/, 'index')}.html`;

/** The target on the site of a link of a page; undefined for files of the repository. */
function resolverFor(page, pages, copied) {
  const folder = posix.dirname(`docs/${page}`);
  return (href) => {
    if (/^(\w+:|#)/.test(href)) return href;
    const [path, hash] = href.split('#');
    const target = posix.normalize(posix.join(page === HOME ? '.' : folder, path)).replace(/\/$/, '');
    const below = target.replace(/^docs\//, '');
    const anchor = hash ? `#${hash}` : '';
    const from = page === HOME ? '.' : posix.dirname(page);
    if (target === HOME) return posix.relative(from, 'index.html') + anchor;
    if (target.startsWith('docs/') && copied.includes(below)) return posix.relative(from, below);
    const name = below.replace(/\.md$/, '');
    return pages.includes(name) ? posix.relative(from, htmlPath(name)) + anchor : undefined;
  };
}

/**
 * Renders all pages.
 * @returns {Map<string, string | Buffer>} the files of the site by their paths, without scripts and styles
 */
export function buildPages() {
  const pages = pagePaths();
  const copied = filesOfDocs().filter((file) => COPIED.test(file));
  const render = (page, text) => ({
    path: page === HOME ? 'index.html' : htmlPath(page),
    ...renderMarkdown(text, resolverFor(page, pages, copied)),
  });
  const rendered = pages.map((page) => render(page, readFileSync(join(DOCS, `${page}.md`), 'utf8')));
  const titles = new Map(rendered.map(({ path, title }) => [path, title]));
  const sections = SECTIONS.map(({ pages: names, ...section }) => {
    const listed = names.map((name) => ({ path: htmlPath(name), title: titles.get(htmlPath(name)) }));
    return { ...section, pages: listed };
  });
  const home = render(HOME, readFileSync(join(root, HOME), 'utf8').replace(/\]\(docs\/images/g, '](images'));
  home.html += guides(sections);
  const files = new Map([home, ...rendered].map((page) => [page.path, renderPage(page, sections)]));
  for (const file of copied) files.set(file, readFileSync(join(DOCS, file)));
  files.set('search-index.js', searchIndex(rendered));
  return files;
}

/** The pages by their readers, below the text of the first page. */
const guides = (sections) =>
  `<div class="guides">${sections
    .map(({ title, about, pages }) => {
      const links = pages.map((page) => `<a href="${page.path}">${escapeHtml(page.title)}</a>`).join(' · ');
      return `<section><h2>${title}</h2><p>${about}</p><p>${links}</p></section>\n`;
    })
    .join('')}</div>\n`;

/** A script with the index: a page opened as a file may load scripts, but no data. */
function searchIndex(rendered) {
  const search = new MiniSearch(SEARCH);
  for (const { path, title, sections } of rendered) {
    for (const { text, id, words } of sections) {
      search.add({ id: `${path}#${id}`, title: text, page: title, words });
    }
  }
  return `globalThis.searchIndex = ${JSON.stringify(JSON.stringify(search))};\n`;
}
