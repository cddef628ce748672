import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { RuntimeClass } from './runtime-class.v1.js';

/** The columns of `kubectl get runtimeclasses`. */
export const runtimeClassColumns: readonly Column<RuntimeClass>[] = [
  nameColumn(),
  { name: 'Handler', type: 'string', description: '', cell: ({ handler }) => handler },
  ageColumn(),
];
