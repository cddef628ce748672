import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleOf, useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { SampleThing } from './sample-thing.v1.js';

const server = useTestServer({ plugins: [SampleGroupPlugin], controllers: 'stepped' });

it('labels the objects', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  await sampleThings.create(exampleOf(SampleThing, 'a'));
  await server.settled();
  const { metadata } = await sampleThings.get('a');
  assert.equal(metadata.labels?.['sample-group.example.com/sample-loop'], 'seen');
});
