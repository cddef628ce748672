import { CrewPlugin } from '../../docs/examples/plugin-api/access.js';
import { DockV1alpha1 } from '../../docs/examples/plugin-api/conversion.js';
import { DocksPlugin } from '../../docs/examples/plugin-api/plugin.js';
import { Crane, type CraneSpec } from '../../docs/examples/plugin-api/rules.js';
import { type DockCranes, type Repair } from '../../docs/examples/plugin-api/subresources.js';
import { Dock, Plan } from '../../docs/examples/plugin-api/types.js';
import type { ApiObject } from '../../src/plugin-api/index.js';
import { type TestServer, startTestServer } from '../../src/testing/index.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: [DocksPlugin, CrewPlugin], controllers: 'stepped' });
});
afterAll(() => server.close());

const docks = () => server.client.of(Dock).namespace('default');
const dock = (name: string, spec: Partial<Dock['spec']> = {}): Dock => ({
  metadata: { name },
  spec: { length: 50, ...spec },
});

it('has the dock of the start hook', async () => {
  expect((await docks().get('first')).spec).toEqual({ length: 100, lift: '5k' });
});

it.each<[string, Partial<Dock['spec']>, RegExp]>([
  ['length', { length: 7 }, /spec\.length: Invalid value: 7: must be a multiple of 5/],
  ['crane', { cranes: ['Slewing/a'] }, /spec\.cranes\[0\]: Unsupported value/],
  ['name of a crane', { cranes: ['Jib/A_1'] }, /spec\.cranes\[0\]: Invalid value: "A_1"/],
  ['selector', { ships: { matchLabels: { a: '?' } } }, /spec\.ships\.matchLabels: Invalid value/],
])('refuses a wrong %s', async (_what, spec, message) => {
  await expect(docks().create(dock('wrong', spec))).rejects.toThrow(message);
});

it('converts docks of the older version', async () => {
  const older = server.client.of(DockV1alpha1).namespace('default');
  await older.create({ metadata: { name: 'old' }, meters: 20, cranes: 'Jib/a,Jib/b' });
  expect((await docks().get('old')).spec).toEqual({ length: 20, cranes: ['Jib/a', 'Jib/b'] });
  expect((await older.get('old')).cranes).toBe('Jib/a,Jib/b');
});

it('notes the maker of a dock', async () => {
  const { metadata } = await docks().create(dock('made'));
  expect(metadata.annotations).toEqual({ 'docks.example.com/maker': expect.any(String) });
});

it('orders a repair', async () => {
  await docks().create(dock('repairing'));
  const order: Repair = { metadata: {}, at: '2026-01-02T03:04:05Z' };
  await docks().subresource<Repair>('repair').create('repairing', order);
  expect((await docks().get('repairing')).status?.lastShip).toBe('2026-01-02T03:04:05Z');
});

it.each<[keyof CraneSpec, Partial<CraneSpec>, RegExp]>([
  ['sort', { sort: 'Slewing' }, /spec\.sort: Unsupported value: "Slewing"/],
  ['number', { number: 'A13' }, /spec\.number/],
  ['tons', { tons: 900 }, /spec\.tons: Invalid value: 900/],
  ['drivers', { drivers: ['ada', 'ada'] }, /spec\.drivers/],
  ['unit', { unit: 'lb' }, /spec\.unit/],
])('checks the rules of %s at the field', async (field, wrong, message) => {
  const cranes = server.client.of(Crane).namespace('default');
  const spec: CraneSpec = { sort: 'Jib', number: 'B7', tons: 5, drivers: ['ada'], unit: 'kg' };
  const metadata = { name: `crane-${field}` };
  await expect(cranes.create({ metadata, spec: { ...spec, ...wrong } })).rejects.toThrow(message);
  expect((await cranes.create({ metadata, spec })).spec).toEqual(spec);
});

it('shows the cranes of a dock by a subresource', async () => {
  await docks().create(dock('equipped', { cranes: ['Jib/a'] }));
  const answer = docks().subresource<DockCranes>('cranes').get('equipped');
  expect((await answer).cranes).toEqual(['Jib/a']);
});

it('serves a kind that its start hook declares', async () => {
  const tide = { group: 'tides.example.com', version: 'v1', kind: 'Tide', resource: 'tides' };
  const tides = server.client.of<ApiObject & { spec: object }>({ ...tide, scope: 'Namespaced' }).namespace('default');
  await expect(tides.create({ metadata: { name: 'low' }, spec: { height: 0 } })).rejects.toThrow(/spec\.height/);
});

it('runs its controllers', async () => {
  const { metadata } = await docks().create(dock('reconciled'));
  await server.settled();
  expect((await docks().get('reconciled')).status?.lastShip).toBe(metadata.creationTimestamp);
  expect((await server.client.of(Plan).get('default')).metadata.labels).toEqual({
    'docks.example.com/planned': 'true',
  });
});
