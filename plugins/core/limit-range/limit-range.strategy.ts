import { type Strategy } from '../../../src/plugin-api/index.js';
import { newUuid } from '../../../src/plugin-api/built-in.js';
import type { LimitRange } from './limit-range.v1.js';
import { validateLimitRange } from './limit-range.validation.js';

/** The rules of LimitRanges. */
export const limitRangeStrategy: Strategy<LimitRange> = {
  repeatedMetadataCheck: 'object',
  prepareForCreate({ metadata }) {
    if (!metadata.name) metadata.name = newUuid();
  },
  validate: validateLimitRange,
  validateUpdate: validateLimitRange,
};
