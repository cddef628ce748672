import { defineKind } from '../../../src/plugin-api/index.js';
import { secretColumns } from './secret.columns.js';
import { secretStrategy } from './secret.strategy.js';
import { Secret } from './secret.v1.js';

/** Secret: values that only few may read. */
export const secretKind = defineKind<Secret>({
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
  versions: [{ name: 'v1', type: Secret }],
  storageVersion: 'v1',
  strategy: secretStrategy,
  selectableFields: { type: ({ type }) => type ?? '' },
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: secretColumns,
});
