import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type TestServer, exampleOf, startTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import type { SampleThingSampleAct } from './sample-act.subresource.js';
import { SampleThing } from './sample-thing.v1.js';

let server: TestServer;
before(async () => {
  server = await startTestServer({ plugins: [SampleGroupPlugin] });
});
afterEach(() => server.reset());
after(() => server?.close());

it('changes the SampleThing', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  await sampleThings.create(exampleOf(SampleThing, 'a'));
  const { metadata } = await sampleThings
    .subresource<SampleThingSampleAct>('sample-act')
    .create('a', { reason: 'a test' });
  assert.equal(metadata.annotations?.['sample-group.example.com/sample-act'], 'a test');
});

it('refuses what the class of its body does', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  await sampleThings.create(exampleOf(SampleThing, 'a'));
  const request = sampleThings.subresource<SampleThingSampleAct>('sample-act').create('a', { reason: 'x'.repeat(201) });
  await assert.rejects(request, /reason: Too long/);
});
