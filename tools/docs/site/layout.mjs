import { escapeHtml } from './markdown.mjs';

/** @typedef {{ path: string, title: string }} NavigationPage its path is that of the HTML file */

const navigation = (sections, current, base) =>
  sections
    .map(({ title, pages }) => {
      const items = pages.map(({ path, title: name }) => {
        const here = path === current ? ' aria-current="page"' : '';
        return `<li><a href="${base}${path}"${here}>${escapeHtml(name)}</a></li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join('\n')}</ul>`;
    })
    .join('\n');

const contents = (sections) => {
  const items = sections.filter(({ depth }) => depth === 2);
  if (items.length < 2) return '';
  const links = items.map(({ text, id }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2>\n<ul>${links.join('\n')}</ul></nav>`;
};

/**
 * Returns the HTML of a page.
 * @param {{ path: string, title: string, html: string, sections: import('./markdown.mjs').Section[] }} page
 * @param {readonly { title: string, pages: readonly NavigationPage[] }[]} sections the navigation
 */
export function renderPage({ path, title, html, sections: headings }, sections) {
  const base = '../'.repeat(path.split('/').length - 1);
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:">
<title>${escapeHtml(title)} · Binnacle</title>
<link rel="icon" href="${base}icon.svg">
<link rel="stylesheet" href="${base}site.css">
<script src="${base}theme.js"></script>
<script src="${base}site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button id="menu" aria-expanded="false" aria-controls="pages">Menu</button>
<a class="home" href="${base}index.html">Binnacle</a>
<div class="search"><input id="search" type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off" spellcheck="false"><ol id="results" hidden></ol></div>
<button id="theme" aria-label="Switch between dark and light">◐</button>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">
${navigation(sections, path, base)}
</nav>
<main id="content">
${html}</main>
${contents(headings)}
</div>
</body>
</html>
`;
}
