import { defineKind } from 'binnacle/plugin-api';
import { sampleThingStrategy } from './sample-thing.strategy.js';
import { SampleThing } from './sample-thing.v1.js';

/** An object to begin with: the console offers it, and `binnacle plugin examples` prints it. */
const first: SampleThing = { metadata: { name: 'first' }, spec: { size: 3, note: 'made by kubectl' } };

/** The kind SampleThing: its names, versions and columns. */
export const sampleThingKind = defineKind<SampleThing>({
  kind: 'SampleThing',
  plural: 'samplethings',
  namespaced: true,
  versions: [{ name: 'v1', type: SampleThing, examples: [first] }],
  storageVersion: 'v1',
  strategy: sampleThingStrategy,
  hasStatus: true,
  columns: { Size: 'spec.size', Phase: 'status.phase' },
});
