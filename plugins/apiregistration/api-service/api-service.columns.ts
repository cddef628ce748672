import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { UNKNOWN_CELL } from '../../../src/plugin-api/built-in.js';
import type { APIService } from './api-service.v1.js';

/** The columns of `kubectl get apiservices`. */
export const apiServiceColumns: readonly Column<APIService>[] = [
  nameColumn(),
  { name: 'Service', type: 'string', description: 'The service that serves it.', cell: formatService },
  { name: 'Available', type: 'string', description: 'Whether it can be reached.', cell: formatAvailable },
  ageColumn(),
];

function formatService({ spec }: APIService): string {
  return spec?.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local';
}

function formatAvailable({ status }: APIService): string {
  const condition = status?.conditions?.find(({ type }) => type === 'Available');
  if (!condition) return UNKNOWN_CELL;
  return condition.status === 'True' ? 'True' : `${condition.status} (${condition.reason ?? ''})`;
}
