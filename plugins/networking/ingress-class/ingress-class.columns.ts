import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { IngressClass } from './ingress-class.v1.js';

/** The columns of `kubectl get ingressclasses`. */
export const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn(),
  {
    name: 'Controller',
    type: 'string',
    description: 'Who serves ingresses of the class.',
    cell: ({ spec }) => spec?.controller ?? '',
  },
  {
    name: 'Parameters',
    type: 'string',
    description: 'Object with parameters of the controller.',
    cell: formatParameters,
  },
  ageColumn(),
];

function formatParameters({ spec }: IngressClass): string {
  if (!spec?.parameters) return NONE_CELL;
  const { kind, apiGroup, name } = spec.parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
