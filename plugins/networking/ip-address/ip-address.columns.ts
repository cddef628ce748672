import { nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { IPAddress } from './ip-address.v1beta1.js';

/** The columns of `kubectl get ipaddresses`. */
export const ipAddressColumns: readonly Column<IPAddress>[] = [
  nameColumn(),
  { name: 'ParentRef', type: 'string', description: 'Who holds the address.', cell: formatParent },
];

function formatParent({ spec }: IPAddress): string {
  if (!spec?.parentRef) return NONE_CELL;
  const { group, resource, namespace = '', name } = spec.parentRef;
  return `${(group ? `${resource}.${group}` : resource).toLowerCase()}/${namespace}/${name}`;
}
