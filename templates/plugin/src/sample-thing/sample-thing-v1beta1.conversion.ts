import { movedFields } from 'binnacle/plugin-api';
import type { SampleThing } from './sample-thing.v1.js';
import type { SampleThingV1beta1 } from './sample-thing.v1beta1.js';

/**
 * Both directions between v1beta1 and v1, the storage version. The versions are alike at first; name the fields here that have
 * another name, place or form in v1beta1, as in `'spec.length': 'spec.size.length'`. One field of v1beta1 becomes several by
 * `'spec.size': { to: ['spec.width', 'spec.height'], toHub: …, fromHub: … }`, several become one by `with: ['spec.height']`.
 */
export const sampleThingFromV1beta1 = movedFields<SampleThingV1beta1, SampleThing>({});
