import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { BindingHandler } from './binding.review.js';
import { Binding } from './binding.v1.js';

/** Binding: gives a pod to a node. */
export const bindingKind = defineKind<Binding>({
  kind: 'Binding',
  plural: 'bindings',
  namespaced: true,
  versions: [{ name: 'v1', type: Binding }],
  storageVersion: 'v1',
  review: BindingHandler,
  columns: CREATION_COLUMNS,
});
