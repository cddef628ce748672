import { describeWithChromium } from '../../support/chromium.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';
import { type ConsolePage, fill, openConsole, pressChord } from './console-page.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };

describeWithChromium('access and search in the console', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  beforeAll(async () => {
    console = await startConsoleServer();
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  it.each([
    ['create', { resource: 'pods/exec' }, 'bob may not: nothing allows create pods/exec in default'],
    ['deletecollection', { resource: 'secrets' }, 'bob may not: nothing allows deletecollection secrets'],
    ['post', { path: '/hooks/tide' }, 'bob may not: nothing allows post /hooks/tide'],
  ])('shows what each authorizer says of %s %p', async (verb, target, verdict) => {
    await open.signIn('admin-token');
    await open.go('#/access');
    for (const [name, text] of Object.entries({ verb, user: 'bob', groups: 'devs, night', ...target }))
      await fill(open, name, text);
    await open.click('May the user?');
    await open.shows(verdict);
    await open.shows('rbac');
    await open.shows('NoOpinion');
  });

  it('finds a text in an object, also where it is not shown yet', async () => {
    const data = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key-${index}`, `Harbour.${index}`]));
    await console.client
      .of(MAPS)
      .namespace('default')
      .create({ metadata: { name: 'long' }, data } as never);
    await open.signIn('admin-token');
    await open.go(`#/r/core/configmaps/default/long/yaml`);
    await open.page.waitForFunction(`${TEXT}?.includes('Harbour')`);
    await open.page.click('.editor-host');
    await pressChord(open, 'f');
    await open.page.keyboard.type('harbour.29');
    await finds(open, '1 of 11');
    await open.page.keyboard.press('Enter');
    await finds(open, '2 of 11');
    for (let presses = 0; presses < 2; presses++) await pressShiftEnter(open);
    await finds(open, '11 of 11');
    await open.page.waitForFunction(`${TEXT}?.includes('Harbour.299')`);
    await open.page.keyboard.type('?');
    await finds(open, 'not found');
    await open.page.keyboard.press('Escape');
    await open.page.waitForFunction(`${FOUND} === undefined`);
  });
});

const TEXT = `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-content')?.innerText`;
const FOUND = `document.querySelector('.editor-host')?.shadowRoot?.querySelector('.cm-find span')?.textContent`;

async function finds({ page }: ConsolePage, text: string): Promise<void> {
  await page.waitForFunction(`${FOUND} === ${JSON.stringify(text)}`);
}

async function pressShiftEnter({ page }: ConsolePage): Promise<void> {
  await page.keyboard.down('Shift');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Shift');
}
