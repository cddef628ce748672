import {
  type ApiObject,
  type Client,
  Informers,
  type KindClient,
  type ResourceKind,
  connect,
} from '../../src/client/index.js';
import { ClientCapturePlugin, capturedClients } from '../support/client-capture.plugin.js';
import { define } from '../support/custom-definitions.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

interface Meter extends ApiObject {
  spec?: { readonly reading?: number | bigint; readonly unit?: string; readonly past?: readonly (number | bigint)[] };
  status?: { readonly total?: number | bigint; readonly phase?: string };
}

const METERS: ResourceKind<Meter> = {
  group: 'meters.example.com',
  version: 'v1',
  kind: 'Meter',
  resource: 'meters',
  scope: 'Namespaced',
};
const INT64 = { type: 'integer', format: 'int64' };
const SPEC = { reading: INT64, unit: { type: 'string' }, past: { type: 'array', items: INT64 } };
const STATUS = { total: INT64, phase: { type: 'string' } };
const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: SPEC }, status: { type: 'object', properties: STATUS } },
};
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'meters.meters.example.com' },
  spec: {
    group: METERS.group,
    scope: METERS.scope,
    names: { plural: 'meters', singular: 'meter', kind: 'Meter' },
    versions: [
      { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
    ],
  },
};

const PATH = '/apis/meters.example.com/v1/namespaces/default/meters/north';
/** No number holds them. */
const READING = 9007199254740993n;
const LARGEST = 9223372036854775807n;

describe('integers of 64 bits in the client', () => {
  let server: TestServer;
  let outside: Client;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [ClientCapturePlugin] });
    await define(server, DEFINITION);
    const certificates = { authority: server.certificateAuthority };
    outside = await connect({ url: server.url, token: ADMIN_TOKEN, certificates, fieldManager: 'reader' });
  });

  afterAll(async () => {
    await outside.close();
    await server.close();
  });

  const ways = { 'over HTTP': () => outside, 'inside the server': () => capturedClients.at(-1)! };

  describe.each(Object.entries(ways))('%s', (_way, clientOf) => {
    let meters: KindClient<Meter>;

    beforeEach(async () => {
      meters = clientOf().of(METERS).namespace('default');
      await meters.create({ metadata: { name: 'north' }, spec: { past: [1, -READING], reading: READING } });
    });

    afterEach(() => meters.deleteCollection());

    /** The stored object as text. */
    const stored = async (): Promise<string> => (await server.request('GET', PATH)).text;

    it('are written, read and listed exactly; others are numbers', async () => {
      expect(await stored()).toContain('"past":[1,-9007199254740993],"reading":9007199254740993');
      const read = { reading: READING, past: [1, -READING] };
      expect((await meters.get('north')).spec).toEqual(read);
      expect((await meters.list()).items.map(({ spec }) => spec)).toEqual([read]);
      expect(await clientOf().request({ method: 'GET', path: PATH })).toMatchObject({ spec: read });
    });

    it('outlast updates that change something else', async () => {
      const updated = await meters.modify('north', (meter) => ({ ...meter, spec: { ...meter.spec, unit: 'm' } }));
      expect(updated.spec).toEqual({ reading: READING, past: [1, -READING], unit: 'm' });
      expect(await stored()).toContain('"past":[1,-9007199254740993],"reading":9007199254740993,"unit":"m"');
      await meters.status.update({ ...updated, status: { total: READING } });
      const busy = await meters.get('north');
      await meters.status.update({ ...busy, status: { ...busy.status, phase: 'Busy' } });
      expect(await stored()).toContain('"status":{"total":9007199254740993,"phase":"Busy"}');
    });

    it('are patched and applied exactly', async () => {
      const merged = await meters.patch('north', { spec: { reading: LARGEST } });
      expect(merged.spec?.reading).toBe(LARGEST);
      const operations = [{ op: 'replace', path: '/spec/reading', value: -LARGEST }];
      expect((await meters.patch('north', operations, { type: 'json' })).spec?.reading).toBe(-LARGEST);
      const configuration = { metadata: { name: 'north' }, spec: { reading: READING + 2n } };
      const applied = await meters.apply(configuration, { fieldManager: 'writer', force: true });
      expect(applied.spec?.reading).toBe(READING + 2n);
      await meters.status.patch('north', { status: { total: READING } });
      expect(await stored()).toMatch(/"reading":9007199254740995.*"total":9007199254740993/);
    });

    it('are watched exactly, from the first list on', async () => {
      const events = meters.watch();
      const next = async (): Promise<unknown> => {
        const { value } = (await events.next()) as IteratorResult<{ type: string; object: Meter }, undefined>;
        return [value?.type, value?.object.spec?.reading];
      };
      expect(await next()).toEqual(['ADDED', READING]);
      await meters.patch('north', { spec: { reading: LARGEST } });
      expect(await next()).toEqual(['MODIFIED', LARGEST]);
      await events.return(undefined);
      const informer = new Informers(clientOf()).of(METERS).start();
      await informer.synced();
      expect(informer.lister.list().map(({ spec }) => spec?.reading)).toEqual([LARGEST]);
      await informer.stop();
    });
  });
});
