import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';

/** The columns of `kubectl get namespaces`. */
export const namespaceColumns: readonly Column<Namespace>[] = [
  nameColumn(),
  { name: 'Status', type: 'string', description: 'Active or Terminating.', cell: ({ status }) => status?.phase ?? '' },
  ageColumn(),
];
