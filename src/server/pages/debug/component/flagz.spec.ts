import { flagzPage } from './flagz.js';
import { WARNING, type ZpageFacts } from './zpage.js';

const factsAt = (release: string): ZpageFacts => ({
  release,
  isEnabled: () => true,
  listedPaths: () => [],
  flags: async () => [
    ['a', '1'],
    ['b', ''],
  ],
});

describe('flagzPage()', () => {
  it.each([
    ['1.32', 'flags', '\n'],
    ['1.34', 'flags', '\n'],
    ['1.35', 'flagz', ''],
    ['1.36', 'flagz', ''],
  ])('of %s has the title %s', async (release, title, blank) => {
    const text = await flagzPage().text('apiserver', factsAt(release));
    expect(text.replace(/^([ab])(: |:|=| )/gm, '$1:')).toBe(`\napiserver ${title}\n${WARNING}\n${blank}a:1\nb:\n`);
  });

  it('shows flags as members', async () => {
    expect(await flagzPage().members(factsAt('1.36'))).toEqual({ flags: { a: '1', b: '' } });
  });

  it('keeps the delimiter of its text', async () => {
    const page = flagzPage();
    const texts = new Set<string>();
    for (let i = 0; i < 8; i++) texts.add(await page.text('apiserver', factsAt('1.36')));
    expect(texts.size).toBe(1);
  });
});
