import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { Ingress } from './ingress.v1.js';

type Cell = Column<Ingress>['cell'];

const SHOWN_HOSTS = 3;

/** The columns of `kubectl get ingresses`. */
export const ingressColumns: readonly ReleaseColumn<Ingress>[] = [
  nameColumn(),
  { ...column('Class', 'Class of the ingress.', ({ spec }) => spec?.ingressClassName ?? NONE_CELL), since: '1.18' },
  column('Hosts', 'Hosts it has rules for.', formatHosts),
  column('Address', 'Where traffic comes in.', formatAddresses),
  column('Ports', 'Ports it serves.', ({ spec }) => (spec?.tls?.length ? '80, 443' : '80')),
  ageColumn(),
];

function column(name: string, description: string, cell: Cell): Column<Ingress> {
  return { name, type: 'string', description, cell };
}

/** Counted are rules, also those for all hosts, as in the reference. */
function formatHosts({ spec }: Ingress): string {
  const rules = spec?.rules ?? [];
  const hosts: string[] = [];
  let hasMore = false;
  for (const { host } of rules) {
    if (hosts.length === SHOWN_HOSTS) hasMore = true;
    else if (host) hosts.push(host);
  }
  if (hosts.length === 0) return '*';
  return hasMore ? `${hosts.join(',')} + ${rules.length - SHOWN_HOSTS} more...` : hosts.join(',');
}

function formatAddresses({ status }: Ingress): string {
  const found = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
  return [...new Set(found.filter((text) => text !== ''))].sort().join(',');
}
