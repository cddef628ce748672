import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';

const LANGUAGES = { sh: 'bash', console: 'bash', text: 'plaintext' };

/** @typedef {{ depth: number, text: string, id: string, words: string }} Section a heading and the text below it */
/** @typedef {{ title: string, html: string, sections: Section[] }} RenderedPage */

export const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/** The anchor of a heading, as GitHub makes it. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const plainText = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name]);

/** Code with its syntax marked; a `file=` behind the language is its caption. */
function renderCode({ text, lang = '' }) {
  const [word, ...marks] = lang.split(' ');
  const language = LANGUAGES[word] ?? word;
  const html = hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escapeHtml(text);
  const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
  const caption = file ? `<figcaption>${escapeHtml(file)}</figcaption>` : '';
  return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
}

/**
 * Renders a page.
 * @param {string} text Markdown
 * @param {(href: string) => string | undefined} resolveLink the target on the site; undefined where there is no such page
 * @returns {RenderedPage}
 */
export function renderMarkdown(text, resolveLink) {
  const sections = [];
  const taken = new Map();
  const idOf = (heading) => {
    const slug = slugOf(heading);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  const renderer = {
    code: renderCode,
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const heading = plainText(html);
      const id = idOf(heading);
      sections.push({ depth, text: heading, id, words: '' });
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const target = resolveLink(href);
      const html = this.parser.parseInline(tokens);
      return target === undefined ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
    },
    image({ href, text: alt }) {
      return `<img src="${escapeHtml(href)}" alt="${escapeHtml(alt)}" loading="lazy">`;
    },
    html: ({ text: html }) => (html.startsWith('<!--') ? '' : html),
  };
  const html = new Marked({ renderer })
    .parse(text)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
  fillWords(sections, html);
  return { title: sections.find(({ depth }) => depth === 1)?.text ?? '', html, sections };
}

/** Adds to each section the words between its heading and the next one. */
function fillWords(sections, html) {
  const [, ...parts] = html.split(/<h[1-6] id=/);
  parts.forEach((part, i) => {
    sections[i].words = plainText(part.slice(part.indexOf('</h') + '</hN>'.length))
      .replace(/\s+/g, ' ')
      .trim();
  });
}
