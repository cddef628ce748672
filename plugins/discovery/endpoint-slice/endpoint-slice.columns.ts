import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { EndpointSlice } from './endpoint-slice.v1.js';

type Cell = Column<EndpointSlice>['cell'];

const SHOWN = 3;

/** The columns of `kubectl get endpointslices`. */
export const endpointSliceColumns: readonly Column<EndpointSlice>[] = [
  nameColumn(),
  column('AddressType', 'What the addresses are.', ({ addressType }) => addressType),
  column('Ports', 'The first ports.', ({ ports }) =>
    formatList((ports ?? []).map(({ port, name }) => `${port ?? name ?? '*'}`)),
  ),
  column('Endpoints', 'The first addresses.', ({ endpoints }) =>
    formatList((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  ),
  ageColumn(),
];

function column(name: string, description: string, cell: Cell): Column<EndpointSlice> {
  return { name, type: 'string', description, cell };
}

function formatList(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN).join(',');
  if (texts.length > SHOWN) return `${shown} + ${texts.length - SHOWN} more...`;
  return shown || '<unset>';
}
