import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleOf, useTestServer } from 'binnacle/testing';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { SampleThing } from './sample-thing.v1.js';
import { SampleThingV1beta1 } from './sample-thing.v1beta1.js';

/**
 * Further objects of the round trip; add one for each case that the conversion distinguishes. One with every member set, and those
 * that lack one, are tried by the server itself when it starts.
 */
const SPECS: SampleThingV1beta1['spec'][] = [];

// Controllers write when asked to: none comes between a read and a write.
const server = useTestServer({ plugins: [SampleGroupPlugin], controllers: 'stepped' });

it('survives being read in the older version and written back', async () => {
  const older = server.client.of(SampleThingV1beta1).namespace('default');
  const newer = server.client.of(SampleThing).namespace('default');
  const created = await newer.create(exampleOf(SampleThing, 'a'));
  await older.update(await older.get('a'));
  assert.deepEqual((await newer.get('a')).spec, created.spec);
});

it('survives being read in the newer version and written back', async () => {
  const older = server.client.of(SampleThingV1beta1).namespace('default');
  const newer = server.client.of(SampleThing).namespace('default');
  for (const [i, spec] of SPECS.entries()) {
    const created = await older.create({ metadata: { name: `a${i}` }, spec });
    await newer.update(await newer.get(`a${i}`));
    assert.deepEqual((await older.get(`a${i}`)).spec, created.spec);
  }
});
