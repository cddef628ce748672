import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
const SESSION = pathToFileURL(join(ROOT, 'tools', 'terminal', 'session.mjs')).href;
const { SESSION: session } = (await import(SESSION)) as { SESSION: readonly { command: string }[] };

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const picture = readFileSync(join(ROOT, 'docs', 'images', 'terminal.svg'), 'utf8');

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('The README', () => {
  it('fits on a screen', () => {
    expect(readme.split('\n').length).toBeLessThan(50);
  });

  it('has a moving picture of the session that is recorded', () => {
    expect(readme).toMatch(/!\[[^\]]+\]\(docs\/images\/terminal\.svg\)/);
    const typed = [...picture.matchAll(/<tspan class="c"[^>]*>([^<]*)</g)].map(([, text]) => unescaped(text));
    expect(typed).toEqual(session.map(({ command }) => command));
    expect(picture).toContain('Binnacle listens on https://127.0.0.1:6443');
    expect(picture).toMatch(/prefers-reduced-motion/);
  });

  it('has a picture that loads nothing and is small', () => {
    expect(picture.length).toBeLessThan(100_000);
    expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/<script|href=|url\(|src=|http:/);
  });
});
