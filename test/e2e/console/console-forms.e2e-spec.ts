import type { ResourceKind } from '../../../src/client/index.js';
import { describeWithChromium } from '../../support/chromium.js';
import { type ConsolePage, fill, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const kind = (group: string, name: string, resource: string): ResourceKind => ({
  ...{ group, version: 'v1', kind: name, resource },
  scope: 'Namespaced',
});
const DEFINITIONS: ResourceKind = {
  ...kind('apiextensions.k8s.io', 'CustomResourceDefinition', 'customresourcedefinitions'),
  scope: 'Cluster',
};
const SHIPS = kind('sea.example.com', 'Ship', 'ships');

const SPEC_SCHEMA = {
  type: 'object',
  required: ['flag'],
  properties: {
    flag: { type: 'string' },
    size: { type: 'string', enum: ['small', 'large'] },
    crew: { type: 'integer', minimum: 1 },
    holds: { type: 'array', items: { type: 'object', properties: { cargo: { type: 'string' } } } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};
const DEFINITION = {
  metadata: { name: 'ships.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    scope: 'Namespaced',
    names: { plural: 'ships', singular: 'ship', kind: 'Ship' },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        subresources: { scale: { specReplicasPath: '.spec.crew', statusReplicasPath: '.status.crew' } },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC_SCHEMA } } },
      },
    ],
  },
};

describeWithChromium('forms, graphs and plugins in the console', () => {
  let console: ConsoleServer;
  let open: ConsolePage;
  const inDefault = (each: ResourceKind) => console.client.of(each).namespace('default');
  /** The input in the label that begins with a text. */
  const field = (name: string) =>
    open.page.locator(`::-p-xpath(//label[starts-with(., "${name}")]//*[self::input or self::select])`);

  beforeAll(async () => {
    console = await startConsoleServer(['--plugins=plugins/example', '--disable-admission-plugins=ServiceAccount']);
    await console.client.of(DEFINITIONS).create(DEFINITION as never);
    const labels = { app: 'web' };
    const volumes = [{ name: 'v', configMap: { name: 'files' } }];
    await inDefault(kind('', 'ConfigMap', 'configmaps')).create({ metadata: { name: 'files' } });
    await inDefault(kind('', 'Pod', 'pods')).create({
      metadata: { name: 'p', labels },
      spec: { containers: [{ name: 'c', image: 'i:1' }], volumes },
    } as never);
    await inDefault(kind('', 'Service', 'services')).create({
      metadata: { name: 'front' },
      spec: { selector: labels, ports: [{ port: 80 }] },
    } as never);
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
    await open.signIn('admin-token');
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  it('creates and changes a custom resource in a form of its schema', async () => {
    await open.go('#/r/sea.example.com/ships/default/+/form');
    await fill(open, 'object-name', 'titanic');
    await field('flag').fill('uk');
    await field('size').fill('large');
    await field('crew').fill('0');
    await open.page.locator('::-p-xpath(//summary[starts-with(., "holds")])').click();
    await open.click('Add to holds');
    await field('cargo').fill('coal');
    await open.click('Review');
    await open.shows('spec.crew');
    await field('crew').fill('885');
    await open.click('Review');
    await open.shows('What would be stored');
    await open.click('Create');
    await open.shows('titanic was created');
    expect(await inDefault(SHIPS).get('titanic')).toMatchObject({
      spec: { flag: 'uk', size: 'large', crew: 885, holds: [{ cargo: 'coal' }] },
    });
    await open.go('#/r/sea.example.com/ships/default/titanic/form');
    await field('flag').fill('us');
    await open.click('Review');
    await open.shows('What would be stored');
    const lines = await open.page.$$eval('.diff-line.added .diff-text', (all) => all.map((line) => line.textContent));
    expect(lines).toContain('  flag: us');
    await open.click('Write');
    await open.shows('titanic was written');
    expect(await inDefault(SHIPS).get('titanic')).toMatchObject({ spec: { flag: 'us', crew: 885 } });
  });

  it('scales a custom resource by the path that its definition names', async () => {
    await inDefault(SHIPS).create({ metadata: { name: 'raft' }, spec: { flag: 'uk', crew: 3 } } as never);
    await open.go('#/r/sea.example.com/ships/default/raft');
    await open.click('Scale');
    const value = await open.page.waitForSelector('[name=replicas]');
    expect(await value!.evaluate((input) => (input as { value?: string }).value)).toBe('3');
    await fill(open, 'replicas', '5');
    await open.shows('spec.replicas');
    await open.page.locator('dialog .bar .primary:not(:disabled)').click();
    await open.shows('Scale: raft');
    expect(await inDefault(SHIPS).get('raft')).toMatchObject({ spec: { crew: 5 } });
  });

  it('leaves parts without a schema to the YAML', async () => {
    await open.go('#/r/sea.example.com/ships/default/+/form');
    await open.page.locator('::-p-xpath(//summary[starts-with(., "free")])').click();
    await open.shows('The schema leaves this open: change it in the YAML.');
  });

  it('shows what selects and names an object', async () => {
    await open.go('#/r/core/pods/default/p/owners');
    await open.page.locator('::-p-xpath(//summary[starts-with(., "Relations in words")])').click();
    await open.shows('Service front routes to Pod p');
    await open.shows('Pod p mounts ConfigMap files');
  });

  it('shows the kinds, examples, health and metrics of a plugin', async () => {
    await open.go('#/groups');
    await open.page.locator('::-p-xpath(//td/a[text()="harbor.example.com"])').click();
    await open.shows('v1.harbor.example.com');
    await open.shows('Metrics');
    await open.page.locator('::-p-xpath(//summary[starts-with(., "Berth")])').click();
    await open.shows('container-north');
    await open.page.waitForSelector('a[href="#/r/harbor.example.com/berths/_"]');
  });
});
