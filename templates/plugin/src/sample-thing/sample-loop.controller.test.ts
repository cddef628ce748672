import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { type TestServer, exampleOf, startTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { SampleThing } from './sample-thing.v1.js';

let server: TestServer;
before(async () => {
  server = await startTestServer({ plugins: [SampleGroupPlugin], controllers: 'stepped' });
});
afterEach(() => server.reset());
after(() => server?.close());

it('labels the objects', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  await sampleThings.create(exampleOf(SampleThing, 'a'));
  await server.settled();
  const { metadata } = await sampleThings.get('a');
  assert.equal(metadata.labels?.['sample-group.example.com/sample-loop'], 'seen');
});
