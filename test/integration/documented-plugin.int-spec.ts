import { CrewPlugin } from '../../docs/examples/plugin-api/access.js';
import { DockV1alpha1 } from '../../docs/examples/plugin-api/conversion.js';
import { DocksPlugin } from '../../docs/examples/plugin-api/plugin.js';
import { type Repair } from '../../docs/examples/plugin-api/subresources.js';
import { Dock, Plan } from '../../docs/examples/plugin-api/types.js';
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

it('runs its controllers', async () => {
  const { metadata } = await docks().create(dock('reconciled'));
  await server.settled();
  expect((await docks().get('reconciled')).status?.lastShip).toBe(metadata.creationTimestamp);
  expect((await server.client.of(Plan).get('default')).metadata.labels).toEqual({
    'docks.example.com/planned': 'true',
  });
});
