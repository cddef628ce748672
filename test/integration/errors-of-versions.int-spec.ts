import { HarborPlugin } from '../../plugins/example/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = 'boats.example.com';
const BERTHS = '/apis/harbor.example.com/v1beta1/namespaces/default/berths';
const BOATS = `/apis/${GROUP}/v1beta1/boats`;

/** The fields of v1beta1 berths, as a custom resource has them. */
const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['lengthMeters'],
      properties: {
        lengthMeters: { type: 'integer', minimum: 1, maximum: 400 },
        draughtMeters: { type: 'integer', minimum: 1 },
        cargoType: { type: 'string', enum: ['Bulk', 'Container', 'General', 'Oil'] },
        slots: { type: 'integer', minimum: 0 },
      },
    },
  },
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [HarborPlugin], controllers: 'stepped' });
  const versions = ['v1', 'v1beta1'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: SCHEMA },
  }));
  const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' };
  await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: `boats.${GROUP}` },
    spec: { group: GROUP, scope: 'Cluster', names, versions },
  });
  await server.stepControllers();
});
afterAll(() => server.close());

const fieldsOf = ({ details }: Json): unknown[] => ((details as Json).causes as Json[]).map(({ field }) => field);
const berth = (spec: object): Json => ({ metadata: { name: 'north' }, spec });
const boat = (spec: object): Json => ({
  apiVersion: `${GROUP}/v1beta1`,
  kind: 'Boat',
  metadata: { name: 'north' },
  spec,
});

describe('errors of a write through an older version', () => {
  it.each<[string, object]>([
    ['a missing field', {}],
    ['a number out of bounds', { lengthMeters: 500 }],
    ['a text outside of an enumeration', { lengthMeters: 9, cargoType: 'Ore' }],
    ['a field of both versions', { lengthMeters: 9, slots: -1 }],
    ['several', { lengthMeters: 0, draughtMeters: 0, cargoType: 'Ore', slots: -1 }],
  ])('name its fields, as those of custom resources do: %s', async (_name, spec) => {
    const [own, custom] = [await server.client.post(BERTHS, berth(spec)), await server.client.post(BOATS, boat(spec))];
    expect([own.status, custom.status]).toEqual([422, 422]);
    expect(fieldsOf(own.body).sort()).toEqual(fieldsOf(custom.body).sort());
  });

  it('name its fields where the rules are those of the strategy, and where a text was taken apart', async () => {
    const spec = { lengthMeters: 9, draughtMeters: 2, cargoType: 'Container', services: 'power,steam' };
    expect(fieldsOf((await server.client.post(BERTHS, berth(spec))).body)).toEqual([
      'spec.services',
      'spec.draughtMeters',
    ]);
    const { services: _, ...shallow } = spec;
    expect(fieldsOf((await server.client.post(BERTHS, berth(shallow))).body)).toEqual(['spec.draughtMeters']);
  });

  it.each<[string, string, object]>([
    ['merge-patch+json', '', { spec: { lengthMeters: 900 } }],
    ['json-patch+json', '', [{ op: 'replace', path: '/spec/lengthMeters', value: 900 }]],
    [
      'apply-patch+yaml',
      '?fieldManager=test&force=true',
      { ...berth({ lengthMeters: 900 }), apiVersion: 'harbor.example.com/v1beta1', kind: 'Berth' },
    ],
  ])('name its fields for a %s', async (type, query, patch) => {
    await server.client.post(BERTHS, berth({ lengthMeters: 90 }));
    const headers = { 'content-type': `application/${type}` };
    const { status, body } = await server.client.request('PATCH', `${BERTHS}/north${query}`, { headers, body: patch });
    expect([status, fieldsOf(body)]).toEqual([422, ['spec.lengthMeters']]);
    await server.client.delete(`${BERTHS}/north`);
  });

  it('name those of the storage version there', async () => {
    const path = BERTHS.replace('v1beta1', 'v1');
    const { body } = await server.client.post(path, berth({ size: { lengthMeters: 500 } }));
    expect(fieldsOf(body)).toEqual(['spec.size.lengthMeters']);
  });
});
