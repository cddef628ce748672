/** The labels that a kubelet may set of those that belong to the system. */
const KUBELET_LABELS: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);
const KUBELET_DOMAINS = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const SYSTEM_DOMAINS = ['kubernetes.io', 'k8s.io'];
/** Labels of this domain are for administrators that decide what may run on a node. */
const RESTRICTED_DOMAIN = 'node-restriction.kubernetes.io';

type Labels = Readonly<Record<string, string>>;

/** Returns the labels that differ between two states of a node and that its kubelet must not change; sorted. */
export function forbiddenLabels(labels: Labels = {}, old: Labels = {}): string[] {
  const changed = Object.keys({ ...labels, ...old }).filter((label) => labels[label] !== old[label]);
  return changed.filter(isForbidden).sort();
}

function isForbidden(label: string): boolean {
  const domain = label.includes('/') ? label.slice(0, label.indexOf('/')) : '';
  if (isOf(domain, [RESTRICTED_DOMAIN])) return true;
  return isOf(domain, SYSTEM_DOMAINS) && !KUBELET_LABELS.has(label) && !isOf(domain, KUBELET_DOMAINS);
}

function isOf(domain: string, parents: readonly string[]): boolean {
  return parents.some((parent) => domain === parent || domain.endsWith(`.${parent}`));
}
