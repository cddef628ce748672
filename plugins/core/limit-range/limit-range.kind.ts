import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { limitRangeStrategy } from './limit-range.strategy.js';
import { LimitRange } from './limit-range.v1.js';

/** LimitRange: bounds and defaults for what containers and claims of a namespace ask for. */
export const limitRangeKind = defineKind<LimitRange>({
  kind: 'LimitRange',
  plural: 'limitranges',
  shortNames: ['limits'],
  namespaced: true,
  versions: [{ name: 'v1', type: LimitRange }],
  storageVersion: 'v1',
  strategy: limitRangeStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: CREATION_COLUMNS,
});
