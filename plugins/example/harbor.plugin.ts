import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { berthKind } from './berth/berth.kind.js';

/** The API group of a harbor: where ships can lie. */
@ApiGroupPlugin({ group: 'harbor.example.com', versions: ['v1', 'v1beta1'], kinds: [berthKind] })
export class HarborPlugin {}
