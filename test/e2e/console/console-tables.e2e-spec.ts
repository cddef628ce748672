import { describeWithChromium } from '../../support/chromium.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsolePage, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };
const PLACE = '#/r/core/configmaps/many';
const NAMESPACES: ResourceKind = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  scope: 'Cluster',
};
const COUNT = 3000;
const names = Array.from({ length: COUNT }, (_, i) => `many-${String(i).padStart(4, '0')}`);

describeWithChromium('collections in the console', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  const maps = () => console.client.of(MAPS).namespace('many');

  beforeAll(async () => {
    console = await startConsoleServer();
    await console.client.of(NAMESPACES).create({ metadata: { name: 'many' } });
    for (let at = 0; at < COUNT; at += 100) {
      const some = names.slice(at, at + 100);
      await Promise.all(
        some.map((name, i) => maps().create({ metadata: { name, labels: { app: `app-${(at + i) % 50}` } } })),
      );
    }
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
    await open.signIn('admin-token');
    await open.go(PLACE);
    await counts('3,001 objects');
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  const counts = (text: string): Promise<unknown> =>
    open.page.waitForFunction(`document.querySelector('.count-line')?.innerText.trim() === ${JSON.stringify(text)}`);
  const rowsShown = (): Promise<(string | null)[]> =>
    open.page.$$eval('tbody td.name', (cells) => cells.map(({ textContent }) => textContent));
  const filter = async (text: string): Promise<void> => {
    await open.page.click('main [type=search]', { count: 3 });
    await open.page.type('main [type=search]', text);
  };

  it('count, filter and sort all objects, and follow them', async () => {
    await filter('many-299');
    await counts('10 of 3,001 objects');
    expect(await rowsShown()).toEqual(names.slice(2990));
    await open.click('Name');
    await open.click('Name');
    await open.page.waitForFunction(`document.querySelector('tbody td.name').textContent === 'many-2999'`);
    await maps().delete('many-2999');
    await counts('9 of 3,000 objects');
    await maps().create({ metadata: { name: 'later-many-2990' } });
    await maps().create({ metadata: { name: 'other' } });
    await counts('10 of 3,002 objects');
    expect(await rowsShown()).toEqual([...names.slice(2990, 2999).reverse(), 'later-many-2990']);
    await filter('nothing-like-it');
    await open.shows('Nothing matches the filter');
    await maps().delete('later-many-2990');
    await maps().delete('other');
    await maps().create({ metadata: { name: 'many-2999', labels: { app: 'app-49' } } });
  });

  it('keep the rows in view in the page alone, and reach all of them', async () => {
    expect((await rowsShown()).length).toBeLessThan(100);
    await open.page.evaluate(`document.querySelector('.table-scroll.rows').scrollTop = 1e9`);
    await open.page.waitForFunction(
      `[...document.querySelectorAll('tbody td.name')].at(-1).textContent === 'many-2999'`,
    );
    await open.page.keyboard.press('j');
    await open.page.waitForFunction(`document.activeElement.dataset.index === '0'`);
    await open.page.keyboard.press('End');
    await open.page.waitForFunction(`document.activeElement.dataset.index === '3000'`);
    expect(await open.page.$eval('table', (table) => table.getAttribute('aria-rowcount'))).toBe('3002');
  });

  it('send selectors to the server, and show its refusal', async () => {
    await filter('label:app=app-7');
    await counts('60 objects');
    await filter('label:"app in (app-7, app-8)" many-00');
    await counts('4 of 120 objects');
    await filter('field:metadata.name=many-1234');
    await counts('1 object');
    expect(await rowsShown()).toEqual(['many-1234']);
    await filter('field:spec.nothing=1');
    await open.shows('is not a known field selector');
  });

  it('show labels on demand, and sort by them', async () => {
    await open.page.keyboard.press('l');
    await open.page.waitForFunction(`document.querySelector('tbody').innerText.includes('app=app-0')`);
    await open.click('Labels');
    await open.page.waitForFunction(`!document.querySelector('tbody').innerText.includes('app=')`);
    await open.click('Labels');
    await open.page.locator('::-p-xpath(//th//button[contains(., "Labels")])').click();
    await open.page.waitForFunction(`document.querySelectorAll('tbody td.name')[2].textContent === 'many-0050'`);
  });

  it('say that a connection is interrupted while it is, and not longer', async () => {
    await open.shows('live');
    await open.page.setOfflineMode(true);
    // Connections that are open do not end by it.
    await console.server.kill();
    await open.page.waitForFunction(`document.querySelector('.live')?.innerText.startsWith('interrupted, read at')`);
    expect(await rowsShown()).toContain('many-0000');
    open.forgive(/ERR_/);
    await open.close();
    console = await startConsoleServer();
    open = await openConsole(console.server.url);
  });
});
