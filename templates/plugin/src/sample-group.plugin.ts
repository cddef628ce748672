import { ApiGroupPlugin } from 'binnacle/plugin-api';
import { sampleThingKind } from './sample-thing/sample-thing.kind.js';

/** The API group sample-group.example.com. */
@ApiGroupPlugin({
  group: 'sample-group.example.com',
  versions: ['v1'],
  kinds: [sampleThingKind],
})
export class SampleGroupPlugin {}
