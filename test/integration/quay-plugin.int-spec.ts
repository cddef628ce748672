import { type TestServer, startTestServer } from '../../src/testing/index.js';
import { Quay, type QuayOutlook } from '../../plugins/example/quay/quay.v1.js';
import { QuayPlugin } from '../../plugins/example/quay/quay.plugin.js';
import { Ship } from '../../plugins/example/quay/ship.v1.js';
import { ShipV1beta1 } from '../../plugins/example/quay/ship.v1beta1.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: [QuayPlugin], controllers: 'stepped' });
});
afterEach(() => server.reset());
afterAll(() => server.close());

const ships = () => server.client.of(Ship).namespace('default');
const oldShips = () => server.client.of(ShipV1beta1).namespace('default');
const quays = () => server.client.of(Quay).namespace('default');

it('fills in a ship', async () => {
  const { spec } = await ships().create({
    metadata: { name: 'ark' },
    spec: { quay: 'north', size: { lengthMeters: 95 } },
  });
  expect(spec).toEqual({ quay: 'north', cargo: 'General', size: { lengthMeters: 95, draughtMeters: 10 } });
});

it('refuses a change of the cargo', async () => {
  const ark = await ships().create({ metadata: { name: 'ark' }, spec: { quay: 'north' } });
  const changed = ships().update({ ...ark, spec: { ...ark.spec, cargo: 'Oil' } });
  await expect(changed).rejects.toThrow(/spec.cargo.*field is immutable/);
});

it('converts ships between its versions', async () => {
  const older = await oldShips().create({
    metadata: { name: 'ark' },
    spec: { quay: 'north', length: 50, load: 'Oil' },
  });
  await ships().update(await ships().get('ark'));
  expect((await oldShips().get('ark')).spec).toEqual(older.spec);
});

it('names the fields of the version that a client speaks', async () => {
  const deep = oldShips().create({ metadata: { name: 'deep' }, spec: { quay: 'north', draught: 31 } });
  await expect(deep).rejects.toThrow(/spec.draught: Invalid value: 31: no quay is that deep/);
  const { metadata } = await oldShips().create({ metadata: { name: 'flat' }, spec: { quay: 'north' } });
  const sunk = oldShips().update({ metadata, spec: { quay: 'north', draught: 31 } });
  await expect(sunk).rejects.toThrow(/spec.draught: Invalid value: 31/);
  const odd = oldShips().create({ metadata: { name: 'odd' }, spec: { quay: 'north', load: 'Bananas' } });
  await expect(odd).rejects.toThrow(/spec.load: Unsupported value/);
});

it('counts the ships of a quay, and shows how deep they may be', async () => {
  await quays().create({ metadata: { name: 'north' }, spec: {} });
  await ships().create({ metadata: { name: 'ark' }, spec: { quay: 'north' } });
  await server.settled();
  expect((await quays().get('north')).status).toEqual({ ships: 1 });
  const outlook = await quays().subresource<QuayOutlook>('outlook').get('north');
  expect(outlook).toMatchObject({ apiVersion: 'quay.example.com/v1', kind: 'QuayOutlook', maxDraught: 9 });
});

it('refuses a ship for which its quay is not deep enough', async () => {
  await quays().create({ metadata: { name: 'north' }, spec: { depthMeters: 5 } });
  const ship = (lengthMeters: number) => ({
    metadata: { name: 'ark' },
    spec: { quay: 'north', size: { lengthMeters } },
  });
  await expect(ships().create(ship(41))).rejects.toThrow(/quay "north" is not deep enough/);
  await ships().create(ship(40));
});
