import { type Column, nameColumn } from '../../../src/plugin-api/index.js';
import type { PodSecurityPolicy, PodSecurityPolicySpec } from './pod-security-policy.v1beta1.js';

type Cell = (spec: Partial<PodSecurityPolicySpec>) => string;

const column = (name: string, description: string, cell: Cell): Column<PodSecurityPolicy> => ({
  name,
  type: 'string',
  description,
  cell: ({ spec = {} }: { spec?: Partial<PodSecurityPolicySpec> }) => cell(spec),
});

/** The columns of `kubectl get podsecuritypolicies`. */
export const podSecurityPolicyColumns: readonly Column<PodSecurityPolicy>[] = [
  nameColumn(),
  column('Priv', 'Whether pods may be privileged.', ({ privileged }) => String(privileged ?? false)),
  column('Caps', 'Capabilities that may be added.', ({ allowedCapabilities }) => (allowedCapabilities ?? []).join(',')),
  column('Selinux', 'Which SELinux labels are allowed.', ({ seLinux }) => seLinux?.rule ?? ''),
  column('RunAsUser', 'Which users are allowed.', ({ runAsUser }) => runAsUser?.rule ?? ''),
  column('FsGroup', 'Which groups of volumes are allowed.', ({ fsGroup }) => fsGroup?.rule ?? ''),
  column('SupGroup', 'Which further groups are allowed.', (spec) => spec.supplementalGroups?.rule ?? ''),
  column('ReadOnlyRootFs', 'Whether root file systems have to be read-only.', (spec) =>
    String(spec.readOnlyRootFilesystem ?? false),
  ),
  column('Volumes', 'Kinds of volumes that are allowed.', ({ volumes }) => (volumes ?? []).join(',')),
];
