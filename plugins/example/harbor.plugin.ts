import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { berthKind } from './berth/berth.kind.js';
import { BoardModule } from './board/board.module.js';

/** The API group of a harbor: where ships can lie. */
@ApiGroupPlugin({
  group: 'harbor.example.com',
  versions: ['v1', 'v1beta1'],
  kinds: [berthKind],
  imports: [BoardModule],
})
export class HarborPlugin {}
