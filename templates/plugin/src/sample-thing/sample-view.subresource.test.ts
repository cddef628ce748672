import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleOf, useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import type { SampleThingSampleView } from './sample-view.subresource.js';
import { SampleThing } from './sample-thing.v1.js';

const server = useTestServer({ plugins: [SampleGroupPlugin] });

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
