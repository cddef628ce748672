import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarborPlugin } from '../../plugins/example/index.js';
import { startApiServer } from '../../src/index.js';
import { NoMetadataPlugin, UnknownStorageVersionPlugin } from '../fixtures/plugins/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const V1 = '/apis/harbor.example.com/v1/namespaces/default/berths';
const V1BETA1 = '/apis/harbor.example.com/v1beta1/namespaces/default/berths';

const DEPRECATION = '299 - "v1beta1 Berth will go; use v1"';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [HarborPlugin] });
});

afterAll(() => server.close());

const berth = (name: string, spec: Json): Json => ({
  apiVersion: 'harbor.example.com/v1',
  kind: 'Berth',
  metadata: { name },
  spec,
});

const oldBerth = (name: string, spec: Json): Json => ({
  ...berth(name, spec),
  apiVersion: 'harbor.example.com/v1beta1',
});

const causesOf = (status: Json): string[] =>
  (status.details.causes as Json[]).map(({ field, message }) => `${field}: ${message}`);

describe('a plugin with two versions', () => {
  it('is announced with its preferred version first', async () => {
    const { body } = await server.client.get('/apis/harbor.example.com');
    expect(body.preferredVersion.version).toBe('v1');
    expect(body.versions.map((v: Json) => v.version)).toEqual(['v1', 'v1beta1']);
    const resources = (await server.client.get('/apis/harbor.example.com/v1')).body.resources as Json[];
    expect(resources.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'berths Berth',
      'berths/scale Scale',
      'berths/status Berth',
    ]);
  });

  it('fills in declared defaults, computed ones, and what the strategy sets', async () => {
    const { status, body } = await server.client.post(V1, berth('defaults', { size: { lengthMeters: 110 } }));
    expect(status).toBe(201);
    expect(body.spec).toEqual({ size: { lengthMeters: 110, draughtMeters: 5 }, cargo: 'General', slots: 1 });
    expect(body.status).toEqual({ phase: 'Free' });
  });

  it('stores what is sent in the older version in the newer shape', async () => {
    const spec = { lengthMeters: 90, cargoType: 'Bulk', services: 'fuel,water' };
    const created = await server.client.post(V1BETA1, oldBerth('older', spec));
    expect(created.headers.warning).toBe(DEPRECATION);
    expect(created.body.apiVersion).toBe('harbor.example.com/v1beta1');
    expect(created.body.spec).toEqual({ ...spec, draughtMeters: 4, slots: 1 });
    const { body } = await server.client.get(`${V1}/older`);
    expect(body.apiVersion).toBe('harbor.example.com/v1');
    expect(body.spec).toEqual({
      size: { lengthMeters: 90, draughtMeters: 4 },
      cargo: 'Bulk',
      slots: 1,
      services: ['fuel', 'water'],
    });
  });

  it.each<{ title: string; spec: Json }>([
    { title: 'the least', spec: { size: { lengthMeters: 1, draughtMeters: 1 }, cargo: 'Oil', slots: 0 } },
    { title: 'one service', spec: { size: { lengthMeters: 400 }, services: ['power'] } },
    {
      title: 'everything',
      spec: {
        size: { lengthMeters: 300, draughtMeters: 16 },
        cargo: 'Container',
        slots: 3,
        services: ['water', 'fuel'],
      },
    },
  ])('loses nothing on the way through the older version: $title', async ({ spec }) => {
    const { metadata, ...created } = (await server.client.post(V1, berth('round-trip', spec))).body;
    const older = (await server.client.get(`${V1BETA1}/round-trip`)).body;
    expect((await server.client.put(`${V1BETA1}/round-trip`, older)).body).toEqual(older);
    const { metadata: after, ...again } = (await server.client.get(`${V1}/round-trip`)).body;
    expect(again).toEqual(created);
    expect(after.generation).toBe(metadata.generation);
    await server.client.delete(`${V1}/round-trip`);
  });

  it('lists, watches and patches in either version', async () => {
    await server.client.post(V1, berth('listed', { size: { lengthMeters: 50 } }));
    const { body } = await server.client.get(`${V1BETA1}?fieldSelector=metadata.name%3Dlisted`);
    expect(body.items.map((item: Json) => item.spec.lengthMeters)).toEqual([50]);
    const patched = await server.client.patch(`${V1BETA1}/listed`, 'merge-patch', { spec: { services: 'water' } });
    expect(patched.body.spec.services).toBe('water');
    const watch = await server.client.watch(`${V1BETA1}?fieldSelector=metadata.name%3Dlisted`);
    const event = await watch.next();
    watch.stop();
    expect(event?.object).toEqual(patched.body);
  });
});

describe('the subresources of a plugin', () => {
  beforeAll(async () => {
    await server.client.post(V1, berth('shared', { size: { lengthMeters: 100 }, cargo: 'Oil' }));
  });

  it('shows and sets the scale', async () => {
    const { body } = await server.client.patch(`${V1}/shared/scale`, 'merge-patch', { spec: { replicas: 4 } });
    expect(body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 4 },
      status: { replicas: 0, selector: 'harbor.example.com/berth=shared' },
    });
    expect((await server.client.get(`${V1}/shared`)).body.spec.slots).toBe(4);
  });

  it('writes the status and nothing else through status, and the other way round', async () => {
    const change = { spec: { slots: 9 }, status: { phase: 'Busy', occupied: 2 } };
    const throughStatus = await server.client.patch(`${V1}/shared/status`, 'merge-patch', change);
    expect(throughStatus.body.spec.slots).not.toBe(9);
    expect(throughStatus.body.status).toEqual(change.status);
    const throughMain = await server.client.patch(`${V1}/shared`, 'merge-patch', { status: { phase: 'Full' } });
    expect(throughMain.body.status).toEqual(change.status);
  });
});

describe('what a plugin shows', () => {
  it('prints its columns', async () => {
    await server.client.post(V1, berth('shown', { size: { lengthMeters: 10 }, services: ['power', 'fuel'] }));
    const { body } = await server.request('GET', `${V1}/shown`, {
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
    });
    expect(body.columnDefinitions.map((c: Json) => `${c.name} ${c.priority}`)).toEqual([
      'Name 0',
      'Cargo 0',
      'Slots 0',
      'Phase 0',
      'Age 0',
      'Services 1',
    ]);
    expect(body.rows[0].cells).toEqual(['shown', 'General', 1, 'Free', expect.any(String), 'power,fuel']);
  });

  it('selects by its fields, and refuses others', async () => {
    await server.client.post(V1, berth('tanker', { size: { lengthMeters: 200 }, cargo: 'Oil' }));
    const found = await server.client.get(`${V1}?fieldSelector=spec.cargo%3DOil,metadata.name%3Dtanker`);
    expect(found.body.items).toHaveLength(1);
    const refused = await server.client.get(`${V1}?fieldSelector=spec.slots%3D1`);
    expect(refused.status).toBe(400);
  });

  it('warns', async () => {
    const { headers } = await server.client.post(V1, berth('closed', { size: { lengthMeters: 30 }, slots: 0 }));
    expect(headers.warning).toBe('299 - "spec.slots: no ship can lie at a berth without slots"');
  });
});

describe('the rules of a plugin', () => {
  it.each<{ title: string; spec: Json; causes: string[] }>([
    {
      title: 'a missing length',
      spec: {},
      causes: ['spec.size.lengthMeters: Required value'],
    },
    {
      title: 'numbers out of range',
      spec: { size: { lengthMeters: 401, draughtMeters: 0 }, slots: -1 },
      causes: [
        'spec.size.lengthMeters: Invalid value: 401: must be less than or equal to 400',
        'spec.size.draughtMeters: Invalid value: 0: must be greater than or equal to 1',
        'spec.slots: Invalid value: -1: must be greater than or equal to 0',
      ],
    },
    {
      title: 'values that are not supported',
      spec: { size: { lengthMeters: 10 }, cargo: 'Gold', services: ['water', 'beer'] },
      causes: [
        'spec.cargo: Unsupported value: "Gold": supported values: "Bulk", "Container", "General", "Oil"',
        'spec.services[1]: Unsupported value: "beer": supported values: "fuel", "power", "water"',
      ],
    },
    {
      title: 'fields that do not go together',
      spec: { size: { lengthMeters: 100 }, cargo: 'Container' },
      causes: ['spec.size.draughtMeters: Invalid value: 4: container ships need at least 8 meters'],
    },
  ])('name $title', async ({ spec, causes }) => {
    const { status, body } = await server.client.post(V1, berth('wrong', spec));
    expect(status).toBe(422);
    expect(causesOf(body)).toEqual(causes);
  });

  it('are those of the stored version for every version, with the names of its fields', async () => {
    const { body } = await server.client.post(V1BETA1, oldBerth('wrong', { lengthMeters: 500, services: 'beer' }));
    expect(causesOf(body)).toEqual([
      'spec.lengthMeters: Invalid value: 500: must be less than or equal to 400',
      'spec.services: Unsupported value: "beer": supported values: "fuel", "power", "water"',
    ]);
  });

  it('hold for changes', async () => {
    await server.client.post(V1, berth('kept', { size: { lengthMeters: 100 }, cargo: 'Oil' }));
    const { status, body } = await server.client.patch(`${V1}/kept`, 'merge-patch', { spec: { cargo: 'Bulk' } });
    expect(status).toBe(422);
    expect(causesOf(body)).toEqual(['spec.cargo: Invalid value: "Bulk": field is immutable']);
  });
});

describe('a start with wrong plugins', () => {
  it('names every mistake and creates nothing', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'binnacle-plugins-'));
    const dataDir = join(parent, 'data');
    const plugins = [HarborPlugin, NoMetadataPlugin, UnknownStorageVersionPlugin];
    const start = startApiServer({ plugins, storage: { dataDir } });
    await expect(start).rejects.toMatchObject({
      name: 'PluginError',
      mistakes: [
        expect.stringMatching(/^NoMetadataPlugin: Widget\/v1: has no "metadata" field; .* \(.*:\d+:\d+\)$/),
        expect.stringMatching(/^UnknownStorageVersionPlugin: Widget: storage version "v2" is not one of .* \(v1\) /),
        expect.stringContaining('Widget/v1: has no conversion; give one with toHub and fromHub (v2 is the hub)'),
        expect.stringContaining('kind "Widget" of group "fixture.example.com" is already brought by NoMetadataPlugin'),
        expect.stringContaining('resource "widgets" of group'),
      ],
    });
    expect(existsSync(dataDir)).toBe(false);
    await rm(parent, { recursive: true });
  });
});
