import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiServer, startApiServer } from 'binnacle';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { TestRequests } from '../requests.js';
import { sampleThingFromV1beta1 } from './sample-thing-v1beta1.conversion.js';
import type { SampleThingV1beta1 } from './sample-thing.v1beta1.js';

const pathIn = (version: string): string => `/apis/sample-group.example.com/${version}/namespaces/default/samplethings`;

/**
 * The objects of the round trip; add one for each case that the conversion distinguishes. One with every member set is tried by
 * the server itself when it starts.
 */
const OBJECTS: Omit<SampleThingV1beta1, 'metadata'>[] = [{ spec: {} }];

describe('SampleThing in v1beta1', () => {
  let server: ApiServer;
  let requests: TestRequests;

  before(async () => {
    server = await startApiServer({ plugins: [SampleGroupPlugin], controllers: 'stepped' });
    requests = new TestRequests(server);
  });

  after(async () => {
    requests.close();
    await server.close();
  });

  it('is converted to v1 and back without loss', () => {
    for (const object of OBJECTS) {
      const older = { metadata: { name: 'a' }, ...object };
      assert.deepEqual(sampleThingFromV1beta1.fromHub(sampleThingFromV1beta1.toHub(older)), older);
    }
  });

  it('survives being read in the other version and written back', async () => {
    for (const [i, object] of OBJECTS.entries()) {
      const created = await requests.post(pathIn('v1beta1'), { metadata: { name: `a${i}` }, ...object });
      assert.equal(created.status, 201);
      const newer = await requests.get(`${pathIn('v1')}/a${i}`);
      assert.equal((await requests.put(`${pathIn('v1')}/a${i}`, newer.body)).status, 200);
      assert.deepEqual((await requests.get(`${pathIn('v1beta1')}/a${i}`)).body.spec, created.body.spec);
    }
  });
});
