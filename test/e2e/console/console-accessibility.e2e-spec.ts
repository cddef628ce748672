import type { Dialog } from 'puppeteer-core';
import axe from 'axe-core';
import { describeWithChromium } from '../../support/chromium.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsolePage, openConsole, pressChord, replaceInEditor } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };
const PODS: ResourceKind = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', scope: 'Namespaced' };
const EVENTS: ResourceKind = { group: '', version: 'v1', kind: 'Event', resource: 'events', scope: 'Namespaced' };

/** The faults that axe finds in the page: rule, element and reason. */
const FAULTS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => [id, target.join(' '), failureSummary].join(' | '))))`;
/** Pixels by which the page, or the view in it, is wider than the screen. */
const OVERFLOW = `Math.max(document.documentElement.scrollWidth - innerWidth,
  document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth)`;

/** Resolves once nothing was being read for some frames: each part of a view begins to read when it is rendered. */
const CALM = `new Promise((resolve) => {
  let calm = 0;
  const look = () => {
    calm = document.querySelector('main h1') && !document.querySelector('.spinner') ? calm + 1 : 0;
    if (calm === 20) resolve();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const LONG = `${'long-name-'.repeat(25)}z`;
const LISTS = '#/r/core/configmaps';
const FIRST = `${LISTS}/default/first`;
const PLACES = [
  ...[
    '#/',
    '#/health',
    '#/groups',
    '#/access',
    '#/plugins/core',
    '#/explain/core/v1/configmaps',
    '#/nothing',
    '#/r/core/nothing/_',
  ],
  ...[`${LISTS}/_`, `${LISTS}/empty`, '#/r/core/events/_', `${LISTS}/default/+/new`],
  ...['details', 'yaml', 'form', 'fields', 'events', 'owners', 'access', 'history', 'nothing'].map(
    (tab) => `${FIRST}/${tab}`,
  ),
  ...['details', 'logs', 'terminal', 'ports', 'form'].map((tab) => `#/r/core/pods/default/first/${tab}`),
  ...[`${LISTS}/default/lost/yaml`, `${LISTS}/default/${LONG}/details`],
];

describeWithChromium('the console for everyone', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  beforeAll(async () => {
    console = await startConsoleServer();
    const maps = console.client.of(MAPS).namespace('default');
    const labels = { app: 'web', [`example.com/${'l'.repeat(63)}`]: 'v'.repeat(63) };
    await maps.create({ metadata: { name: 'first', labels }, data: { a: '1' } } as never);
    await maps.create({ metadata: { name: LONG } });
    const spec = { nodeName: 'none', containers: [{ name: 'main', image: 'nginx' }] };
    await console.client
      .of(PODS)
      .namespace('default')
      .create({ metadata: { name: 'first' }, spec } as never);
    const involvedObject = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'first' };
    const event = { type: 'Warning', reason: 'Broken', message: 'It is broken', involvedObject };
    await console.client
      .of(EVENTS)
      .namespace('default')
      .create({ metadata: { name: 'first.1' }, ...event } as never);
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  const narrow = () => open.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  const isFocused = (selector: string): Promise<unknown> =>
    open.page.waitForFunction(`!!document.activeElement?.closest(${JSON.stringify(selector)})`);
  const isAt = (fragment: string): Promise<unknown> =>
    open.page.waitForFunction(`location.hash === ${JSON.stringify(fragment)}`);

  /** Opens a place, and waits until it is read. */
  async function settle(fragment: string): Promise<void> {
    await open.go(fragment);
    await open.page.evaluate(CALM);
  }

  describe.each([
    ['a phone', true],
    ['a desktop', false],
  ])('on %s', (_, isNarrow) => {
    it.each(['light', 'dark'])('axe finds nothing in any view, which all fit: %s', async (theme) => {
      if (isNarrow) await narrow();
      await open.page.evaluate(`document.documentElement.dataset.theme = '${theme}'; ${axe.source}; undefined`);
      const found: [string, unknown, unknown][] = [['sign in', await open.page.evaluate(FAULTS), 0]];
      await open.signIn('admin-token');
      for (const place of PLACES) {
        await settle(place);
        found.push([place, await open.page.evaluate(FAULTS), await open.page.evaluate(OVERFLOW)]);
      }
      await settle(`${FIRST}/yaml`);
      await open.click('Edit');
      await replaceInEditor(open, 'a: "1"', ['  a b: "1"']);
      await console.client
        .of(MAPS)
        .namespace('default')
        .patch('first', { data: { a: theme, b: theme } } as never);
      await open.click('Compare');
      await open.click('Review');
      await open.page.waitForSelector('.review .failure');
      found.push(['edit', await open.page.evaluate(FAULTS), await open.page.evaluate(OVERFLOW)]);
      open.page.once('dialog', (dialog: Dialog) => void dialog.accept());
      await settle('#/');
      await pressChord(open, 'k');
      await open.page.waitForSelector('.palette-text:focus');
      found.push(['palette', await open.page.evaluate(FAULTS), 0]);
      await open.page.keyboard.press('Escape');
      await open.page.waitForFunction(`!document.querySelector('dialog')`);
      await open.page.keyboard.press('?');
      await open.page.waitForSelector('dialog[open]');
      found.push(['keys', await open.page.evaluate(FAULTS), 0]);
      await console.client
        .of(MAPS)
        .namespace('default')
        .patch('first', { data: { a: '1' } } as never);
      // The pod has no node, and no logs.
      open.forgive(/status of (400|404|500|503|504)/);
      expect(
        found.filter(([, faults, overflow]) => (faults as string[]).length > 0 || (overflow as number) > 0),
      ).toEqual([]);
    });
  });

  it('has the resources of a phone in a drawer, which closes where one is chosen', async () => {
    await narrow();
    await open.signIn('admin-token');
    const isShown = `getComputedStyle(document.querySelector('.sidebar')).visibility === 'visible'`;
    expect(await open.page.evaluate(isShown)).toBe(false);
    await open.page.click('.menu');
    await open.page.waitForFunction(isShown);
    await isFocused('.sidebar');
    await open.page.keyboard.press('Escape');
    await open.page.waitForFunction(`!(${isShown})`);
    await open.page.click('.menu');
    await open.page.waitForFunction(isShown);
    await open.page.click(`.sidebar a[href="${LISTS}/_"]`);
    await open.page.waitForFunction(`!(${isShown})`);
    await isFocused('main');
    await open.page.waitForSelector('tbody tr[data-index]');
  });

  it('stacks tables on a phone, sorts them, and shows all of a long name', async () => {
    await narrow();
    await open.signIn('admin-token');
    await settle(`${LISTS}/default`);
    await open.page.waitForSelector('tbody tr[data-index]');
    const titles = await open.page.evaluate(
      `[...document.querySelectorAll('tbody tr[data-index="0"] td[data-title]')].map((cell) => getComputedStyle(cell, '::before').content)`,
    );
    expect(titles).toContain('"Data"');
    await open.page.select('.sort-by select', '1');
    await open.page.waitForFunction(`document.querySelector('tbody td.name').innerText !== 'first'`);
    const isCut = await open.page.$$eval('td.name a', (links) =>
      links.map((link) => link.scrollHeight > link.clientHeight + 1),
    );
    expect(isCut).not.toContain(true);
  });

  it('is used by keys, with a focus that is seen', async () => {
    await open.signIn('admin-token');
    await settle(`${LISTS}/default`);
    await open.page.waitForSelector('tbody tr[data-index]');
    await open.page.keyboard.press('j');
    await isFocused('tbody tr[data-index="0"]');
    expect(await open.page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid');
    await open.page.keyboard.press('End');
    await isFocused('tbody tr[data-index="2"]');
    await open.page.keyboard.press('Home');
    await isFocused('tbody tr[data-index="0"]');
    await open.page.keyboard.press('Enter');
    await isAt(`${FIRST}/details`);
    await open.page.waitForSelector('[role=tab][aria-selected=true]');
    await open.page.focus('[role=tab][aria-selected=true]');
    await open.page.keyboard.press('ArrowRight');
    await isAt(`${FIRST}/yaml`);
    await open.shows('Edit');
    await open.page.keyboard.press('e');
    await isFocused('.editor-host');
    expect(await open.page.evaluate(`document.title`)).toBe('first, yaml, configmaps · Binnacle console');
  });

  it('moves nothing for users who want less motion', async () => {
    await open.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await open.signIn('admin-token');
    const moving = `document.getAnimations().length`;
    expect(await open.page.evaluate(moving)).toBe(0);
  });
});
