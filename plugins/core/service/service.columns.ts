import { type Column, NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { formatMap } from '../../../src/plugin-api/built-in.js';
import type { Service } from './service.v1.js';

const PENDING_CELL = '<pending>';

/** The columns of `kubectl get services`. */
export const serviceColumns: readonly Column<Service>[] = [
  nameColumn(),
  { name: 'Type', type: 'string', description: 'How the service is reached.', cell: ({ spec }) => spec?.type ?? '' },
  {
    name: 'Cluster-IP',
    type: 'string',
    description: 'Address inside the cluster.',
    cell: ({ spec }) => spec?.clusterIPs?.[0] ?? NONE_CELL,
  },
  {
    name: 'External-IP',
    type: 'string',
    description: 'Addresses outside the cluster.',
    cell: (service) => formatExternal(service) || NONE_CELL,
  },
  { name: 'Port(s)', type: 'string', description: 'Ports and protocols.', cell: formatPorts },
  ageColumn(),
  {
    name: 'Selector',
    type: 'string',
    priority: 1,
    description: 'Labels of the pods behind it.',
    cell: ({ spec }) => formatMap(spec?.selector),
  },
];

function formatExternal({ spec = {}, status }: Service): string {
  const externalIps = spec.externalIPs ?? [];
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName ?? '';
    case 'LoadBalancer': {
      const found = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
      const ingress = [...new Set(found.filter((text) => text !== ''))].sort();
      return [...ingress, ...externalIps].join(',') || PENDING_CELL;
    }
    case 'ClusterIP':
    case 'NodePort':
      return externalIps.join(',');
    default:
      return '<unknown>';
  }
}

function formatPorts({ spec }: Service): string {
  const ports = spec?.ports ?? [];
  if (ports.length === 0) return NONE_CELL;
  return ports.map(({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`).join(',');
}
