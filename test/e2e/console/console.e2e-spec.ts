import { describeWithChromium } from '../../support/chromium.js';
import { type ConsolePage, EDITOR, fill, openConsole, pressChord, replaceInEditor } from './console-page.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };

/** A script of the page: the bytes of the scripts and styles that were loaded. */
const LOADED_BYTES = `performance.getEntriesByType('resource').filter(({ name }) => /\\.(js|css)$/.test(name))
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`;

/** A script of the page: the first request is never answered. */
const HOLD_FIRST_REQUEST = `{ const { fetch } = window; let count = 0;
  window.fetch = (...given) => (count++ === 0 ? new Promise(() => undefined) : fetch(...given)); }`;

describeWithChromium('the console in Chromium', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  beforeAll(async () => {
    console = await startConsoleServer(['--plugins=plugins/example']);
    await console.client
      .of(MAPS)
      .namespace('default')
      .create({ metadata: { name: 'first' }, data: { a: '1' } } as never);
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  const maps = () => console.client.of(MAPS).namespace('default');
  const clusterPath = '#/r/core/configmaps/default';

  it('refuses a token that is unknown, and keeps none outside of its memory', async () => {
    await open.page.type('#token', 'wrong');
    await open.page.keyboard.press('Enter');
    await open.shows('The server does not know this token.');
    await open.page.reload();
    await open.signIn('admin-token');
    const kept = await open.page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).toBe('[{},{},""]');
    await open.page.reload();
    await open.page.waitForSelector('#token');
  });

  it('loads less than 200 kB to begin with, and less than 500 kB with the editor', async () => {
    expect(await open.page.evaluate(LOADED_BYTES)).toBeLessThan(200_000);
    // A place that is opened by its address, without those before it.
    await open.go(`${clusterPath}/first/yaml`);
    await open.signIn('admin-token');
    await open.click('Edit');
    await open.page.waitForFunction(EDITOR);
    const bytes = await open.page.evaluate(LOADED_BYTES);
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(500_000);
  });

  it('lists a collection and follows its changes', async () => {
    await open.signIn('admin-token');
    await open.go(clusterPath);
    await open.shows('first');
    await open.shows('live');
    await maps().create({ metadata: { name: 'second' } });
    await open.shows('second');
    await open.page.keyboard.press('w');
    await maps().delete('second');
    await open.shows('DELETED');
    const names = await open.page.$$eval('tbody td.name', (cells) => cells.map(({ textContent }) => textContent));
    expect(names).toContain('first');
    expect(names).not.toContain('second');
  });

  it('writes a change after a dry run that shows what would be stored', async () => {
    await open.signIn('admin-token');
    await open.go(`${clusterPath}/first/yaml`);
    await open.click('Edit');
    const text = await replaceInEditor(open, 'a: "1"', ['  a: "2"']);
    expect(text).toContain('a: "2"');
    await open.click('Review');
    await open.shows('What would be stored');
    await open.page.waitForSelector('.diff-line.added');
    const lines = await open.page.$$eval('.diff-line.added .diff-text', (all) => all.map((line) => line.textContent));
    expect(lines).toContain('  a: "2"');
    expect(await maps().get('first')).toMatchObject({ data: { a: '1' } });
    await open.click('Write');
    await open.shows('first was written');
    expect(await maps().get('first')).toMatchObject({ data: { a: '2' } });
    await open.go(`${clusterPath}/first/history`);
    await open.shows('replace /data/a');
    await open.go(`${clusterPath}/first/fields`);
    await open.shows('binnacle-console');
  });

  it('links to pages of plugins, and begins a new object with an example of its kind', async () => {
    await open.signIn('admin-token');
    await open.page.waitForSelector('.pages a[href="/harbor/board/default"]');
    await open.go('#/r/harbor.example.com/berths/default/+/new');
    await open.page.waitForSelector('select[aria-label=Example]');
    const [, option] = await open.page.$$eval('select[aria-label=Example] option', (all) =>
      all.map(({ value, textContent }) => [value, textContent]),
    );
    expect(option[1]).toBe('container-north');
    await open.page.select('select[aria-label=Example]', option[0]!);
    await open.page.waitForFunction(`${EDITOR}?.innerText.includes('cargo: Container')`);
    await open.click('Review');
    await open.shows('What would be stored');
    await open.click('Create');
    await open.shows('container-north was created');
  });

  it('takes a token while the question about the certificate has no answer', async () => {
    await open.page.evaluateOnNewDocument(HOLD_FIRST_REQUEST);
    await open.page.reload();
    await open.signIn('admin-token');
  });

  it('shows why the server refuses a change', async () => {
    await open.signIn('admin-token');
    await open.go(`${clusterPath}/first/yaml`);
    await open.click('Edit');
    await replaceInEditor(open, 'kind: ConfigMap', ['kind: ConfigMap', 'nonsense: 1']);
    await open.click('Review');
    await open.shows('The server refuses it');
    await open.shows('unknown field "nonsense"');
  });

  it('shows who was denied what, and which authorizer said so', async () => {
    await open.signIn('bob-token');
    await open.go(clusterPath);
    await open.shows('User "bob" cannot list resource "configmaps"');
    await open.page.reload();
    await open.signIn('admin-token');
    await open.go('#/access');
    await fill(open, 'resource', 'configmaps');
    await fill(open, 'name', 'first');
    await fill(open, 'user', 'bob');
    await fill(open, 'groups', 'devs');
    await open.click('May the user?');
    await open.shows('bob may not');
    await open.shows('NoOpinion');
    await open.click('Who can?');
    await open.shows('system:masters');
  });

  it('is used by keys alone', async () => {
    await open.signIn('admin-token');
    await open.page.keyboard.press('?');
    await open.shows('Go to a resource');
    await open.page.keyboard.press('Escape');
    await open.page.waitForFunction(`!document.querySelector('dialog')`);
    await pressChord(open, 'k');
    await open.page.waitForSelector('.palette-text:focus');
    await open.page.keyboard.type('cm');
    await open.page.keyboard.press('Enter');
    await open.shows('first');
    await open.page.keyboard.press('/');
    await open.page.keyboard.type('first');
    await open.shows('1 of');
    await open.page.keyboard.press('Enter');
    await open.page.keyboard.press('j');
    await open.page.keyboard.press('Enter');
    await open.page.waitForFunction(`location.hash.endsWith('/default/first/details')`);
  });

  it.each([
    ['#/explain/core/v1/configmaps', 'immutable'],
    ['#/groups', 'ConfigMap'],
    ['#/health', 'all pass'],
    [`${clusterPath}/first/owners`, 'It has no owner'],
    [`${clusterPath}/first/events`, 'No events'],
    [`${clusterPath}/lost/yaml`, 'Look for it in the history'],
    ['#/r/example.com/things/_', 'The server has no resource things.example.com'],
  ])('shows %s', async (fragment, text) => {
    await open.signIn('admin-token');
    await open.go(fragment);
    await open.shows(text);
  });
});
