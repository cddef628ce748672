import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { IngressClass } from './ingress-class.v1.js';

/** What `kubectl get ingressclasses` shows. */
export const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn(),
  {
    name: 'Controller',
    type: 'string',
    description: 'Who serves ingresses of the class.',
    cell: ({ spec }) => spec?.controller ?? '',
  },
  { name: 'Parameters', type: 'string', description: 'Object that tells the controller more.', cell: formatParameters },
  ageColumn(),
];

function formatParameters({ spec }: IngressClass): string {
  if (!spec?.parameters) return NONE_CELL;
  const { kind, apiGroup, name } = spec.parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}
