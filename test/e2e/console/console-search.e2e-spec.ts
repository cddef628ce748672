import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../../support/built-server.js';
import { describeWithChromium } from '../../support/chromium.js';
import { type Client, type ResourceKind, connect } from '../../../src/client/index.js';
import { type ConsolePage, fill, openConsole, pressChord } from './console-page.js';

const TOKENS = 'admin-token,admin,1,"system:masters"\n';
const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };

describeWithChromium('access and search in the console', () => {
  let directory: string;
  let server: BuiltServer;
  let client: Client;
  let open: ConsolePage;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-console-'));
    await writeFile(join(directory, 'tokens.csv'), TOKENS);
    const tokens = `--token-auth-file=${join(directory, 'tokens.csv')}`;
    server = await startBuiltServer(['--console', '--decision-trace', tokens]);
    client = await connect({ kubeconfig: server.kubeconfigPath, fieldManager: 'tester' });
  });

  beforeEach(async () => {
    open = await openConsole(server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(async () => {
    await client.close();
    await server.stop();
    await rm(directory, { recursive: true });
  });

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
    await client
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
