import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { berthKind } from './berth/berth.kind.js';
import { BoardModule } from './board/board.module.js';
import { HarborOptions } from './harbor-options.js';

/** The API group of a harbor: where ships can lie. */
@ApiGroupPlugin({
  group: 'harbor.example.com',
  versions: ['v1', 'v1beta1'],
  kinds: [berthKind],
  imports: [BoardModule],
  options: HarborOptions,
  pages: [{ path: '/harbor/board/default', title: 'Notice board' }],
  featureGates: { HarborShipCount: { stage: 'alpha', default: false } },
})
export class HarborPlugin {}
