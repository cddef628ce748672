import { describeWithChromium } from '../../support/chromium.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsolePage, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };
const EVENTS: ResourceKind = { group: '', version: 'v1', kind: 'Event', resource: 'events', scope: 'Namespaced' };

describeWithChromium('the overview of the console', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  beforeAll(async () => {
    console = await startConsoleServer();
    const { client } = console;
    const involvedObject = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'written' };
    const event = { type: 'Warning', reason: 'Broken', message: 'It has a leak', involvedObject };
    const events = client.of(EVENTS).namespace('default');
    await events.create({ metadata: { name: 'written.1' }, ...event } as never);
    await events.create({ metadata: { name: 'written.2' }, ...event, type: 'Normal', message: 'All is well' } as never);
    await client
      .of(MAPS)
      .namespace('default')
      .create({ metadata: { name: 'written' } });
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  const textOf = (label: string): Promise<string> =>
    open.page.evaluate(`document.querySelector('[aria-label="${label}"]').innerText`) as Promise<string>;
  const has = (label: string, text: string): Promise<unknown> =>
    open.page.waitForFunction(
      `document.querySelector('[aria-label="${label}"]')?.innerText.includes(${JSON.stringify(text)})`,
    );

  it('says whether the server is well, what it does, what there is and what happened last', async () => {
    await open.signIn('admin-token');
    await open.shows('Well: ready and alive');
    await has('Store', 'B');
    for (const title of ['Requests', 'Errors', 'Latency', 'Watches', 'Objects'])
      expect(await textOf(title)).toMatch(/\d/);
    // The first picture is there before two readings make a line.
    expect(await open.page.$$eval('.stat svg line.level', (lines) => lines.length)).toBe(6);
    await has('Objects by kind', 'clusterroles');
    await has('Latest warnings', 'It has a leak');
    expect(await textOf('Latest warnings')).not.toContain('All is well');
    await has('Latest changes', 'default/written');
    await open.page.waitForFunction(
      `[...document.querySelectorAll('.stat path.line')].some((line) => /L/.test(line.getAttribute('d')))`,
    );
  });

  it('says which rights are missing, and counts what may be listed', async () => {
    await open.signIn('bob-token');
    await open.shows('Well: ready and alive');
    await open.shows('users who may get the path /metrics, which you may not');
    await open.shows('kinds could not be counted: you may not list them');
    await has('Latest warnings', 'cannot list resource "events"');
  });

  it('shows charts before the checks, of which those that pass are folded', async () => {
    await open.signIn('admin-token');
    await open.go('#/health');
    await open.shows('all pass');
    await open.page.waitForSelector('.charts svg');
    expect(await open.page.$$eval('details[open] .checks', (lists) => lists.length)).toBe(0);
    const tops = await open.page.evaluate(
      `['.stats', '.charts', '.columns'].map((name) => document.querySelector(name).getBoundingClientRect().top)`,
    );
    expect(tops).toEqual([...(tops as number[])].sort((a, b) => a - b));
    await open.page.click('[aria-label=Ready] summary');
    await has('Ready', 'etcd');
  });

  it.each([
    ['#/nothing/here', 'The console has no page at this address'],
    ['#/r/core/pod/_', 'Similar ones'],
    ['#/explain/core/v9/pods', 'The console has no page at this address'],
    ['#/r/core/configmaps/default/written/nothing', 'The page of an object has no part nothing'],
  ])('says of %s that it is unknown', async (fragment, text) => {
    await open.signIn('admin-token');
    await open.go(fragment);
    await open.shows(text);
    expect(await open.page.evaluate('document.body.innerText')).not.toContain('may have been removed');
  });
});
