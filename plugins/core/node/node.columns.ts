import { type Column, NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { UNKNOWN_CELL } from '../../../src/plugin-api/built-in.js';
import type { Node } from './node.v1.js';

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE_LABEL = 'kubernetes.io/role';

type Cell = Column<Node>['cell'];

/** The columns of `kubectl get nodes`. */
export const nodeColumns: readonly Column<Node>[] = [
  nameColumn(),
  text('Status', 'Whether the node is ready and takes pods.', formatStatus),
  text('Roles', 'Roles from the labels.', formatRoles),
  ageColumn(),
  text('Version', 'Version of its kubelet.', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
  wide('Internal-IP', 'Address inside the cluster.', (node) => addressOf(node, 'InternalIP')),
  wide('External-IP', 'Address outside the cluster.', (node) => addressOf(node, 'ExternalIP')),
  wide('OS-Image', 'Operating system.', ({ status }) => status?.nodeInfo?.osImage || UNKNOWN_CELL),
  wide('Kernel-Version', 'Version of the kernel.', ({ status }) => status?.nodeInfo?.kernelVersion || UNKNOWN_CELL),
  wide(
    'Container-Runtime',
    'Container runtime and its version.',
    ({ status }) => status?.nodeInfo?.containerRuntimeVersion || UNKNOWN_CELL,
  ),
];

function text(name: string, description: string, cell: Cell): Column<Node> {
  return { name, type: 'string', description, cell };
}

function wide(name: string, description: string, cell: Cell): Column<Node> {
  return { name, type: 'string', description, priority: 1, cell };
}

function formatStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === 'Ready');
  const words = [ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown'];
  if (spec?.unschedulable) words.push('SchedulingDisabled');
  return words.join(',');
}

function formatRoles({ metadata }: Node): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX)) roles.add(key.slice(ROLE_PREFIX.length));
    else if (key === ROLE_LABEL) roles.add(value);
  }
  roles.delete('');
  return roles.size === 0 ? NONE_CELL : [...roles].sort().join(',');
}

function addressOf({ status }: Node, type: string): string {
  return status?.addresses?.find((address) => address.type === type)?.address ?? NONE_CELL;
}
