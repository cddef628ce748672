import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { SampleThing } from './sample-thing.v1.js';

const server = useTestServer({ plugins: [SampleGroupPlugin] });

it('gives a SampleThing defaults and a phase', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  const { spec, status } = await sampleThings.create({ metadata: { name: 'plain' }, spec: {} });
  assert.deepEqual([spec, status], [{ size: 1 }, { phase: 'Open' }]);
});

it('refuses a SampleThing that breaks a rule', async () => {
  const sampleThings = server.client.of(SampleThing).namespace('default');
  const large = sampleThings.create({ metadata: { name: 'large' }, spec: { size: 101 } });
  await assert.rejects(large, /spec\.size: Invalid value: 101/);
  const closed = sampleThings.create({ metadata: { name: 'closed' }, spec: { size: 0 } });
  await assert.rejects(closed, /spec\.note: Required value: say why there is no room/);
});
