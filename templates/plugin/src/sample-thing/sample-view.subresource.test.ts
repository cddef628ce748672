import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type TestServer, exampleOf, startTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import type { SampleThingSampleView } from './sample-view.subresource.js';
import { SampleThing } from './sample-thing.v1.js';

let server: TestServer;
before(async () => {
  server = await startTestServer({ plugins: [SampleGroupPlugin] });
});
afterEach(() => server.reset());
after(() => server?.close());

it('shows the SampleThing in one sentence', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  await sampleThings.create(exampleOf(SampleThing, 'a'));
  const view = await sampleThings.subresource<SampleThingSampleView>('sample-view').get('a');
  assert.deepEqual([view.kind, view.summary], ['SampleThingSampleView', 'Open, size 3']);
});

it('cannot be written', async () => {
  const { status } = await server.request(
    'PUT',
    '/apis/sample-group.example.com/v1/namespaces/default/samplethings/a/sample-view',
    { body: {} },
  );
  assert.equal(status, 405);
});
