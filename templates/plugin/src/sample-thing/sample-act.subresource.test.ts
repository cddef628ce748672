import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleOf, useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import type { SampleThingSampleAct } from './sample-act.subresource.js';
import { SampleThing } from './sample-thing.v1.js';

const server = useTestServer({ plugins: [SampleGroupPlugin] });

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
