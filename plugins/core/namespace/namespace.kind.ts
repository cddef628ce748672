import { defineKind } from '../../../src/plugin-api/index.js';
import { labelNameRule } from '../../../src/plugin-api/built-in.js';
import { namespaceColumns } from './namespace.columns.js';
import { NamespaceFinalizeHandler } from './namespace-finalize.subresource.js';
import { namespaceStrategy } from './namespace.strategy.js';
import { Namespace } from './namespace.v1.js';

/** Namespace: a part of the cluster whose names are its own. */
export const namespaceKind = defineKind<Namespace>({
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
  quirks: { nameIsNamespace: true },
  versions: [{ name: 'v1', type: Namespace }],
  storageVersion: 'v1',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  nameRule: labelNameRule,
  strategy: namespaceStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  subresources: [
    {
      name: 'finalize',
      verbs: ['update'],
      group: '',
      version: 'v1',
      kind: 'Namespace',
      type: Namespace,
      handler: NamespaceFinalizeHandler,
    },
  ],
  selectableFields: { 'status.phase': ({ status }) => status?.phase ?? '' },
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: namespaceColumns,
});
