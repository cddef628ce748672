import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleOf, useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { SampleThing } from './sample-thing.v1.js';

const server = useTestServer({ plugins: [SampleGroupPlugin] });

it('labels what is written', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  const { metadata } = await sampleThings.create(exampleOf(SampleThing, 'a'));
  assert.equal(metadata.labels?.['sample-group.example.com/sample-check'], 'true');
});

it('refuses sealed objects', async () => {
  const sealed = exampleOf(SampleThing, 'b');
  sealed.metadata.annotations = { 'sample-group.example.com/sealed': '' };
  const request = server.client.of(SampleThing).namespace('default').create(sealed);
  await assert.rejects(request, /must not write sealed objects/);
});
