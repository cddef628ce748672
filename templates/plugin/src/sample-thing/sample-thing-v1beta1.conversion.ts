import type { Conversion } from 'binnacle/plugin-api';
import type { SampleThing } from './sample-thing.v1.js';
import type { SampleThingV1beta1 } from './sample-thing.v1beta1.js';

/**
 * Between v1beta1 and v1, the storage version: pure, and without loss in either direction. The versions are alike at first;
 * take members apart here that differ, as in `({ spec: { length, ...same }, ...rest })`.
 */
export const sampleThingFromV1beta1: Conversion<SampleThingV1beta1, SampleThing> = {
  toHub(older) {
    return { ...older };
  },

  fromHub(hub) {
    return { ...hub };
  },
};
