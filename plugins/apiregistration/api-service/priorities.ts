/** Where a group stands among the others, and its versions among themselves; higher first. */
export interface Priorities {
  readonly group: number;
  readonly versions: Readonly<Record<string, number>>;
}

const STABLE = { v1: 15, v1beta1: 9, v1alpha1: 1 };

/** The places of the built-in groups, which clients order their output by (upstream: the APIService priorities). */
const BUILT_IN: Readonly<Record<string, Priorities>> = {
  '': { group: 18_000, versions: { v1: 1 } },
  extensions: { group: 17_900, versions: { v1beta1: 1 } },
  apps: { group: 17_800, versions: STABLE },
  'events.k8s.io': { group: 17_750, versions: { v1: 15, v1beta1: 5 } },
  'authentication.k8s.io': { group: 17_700, versions: STABLE },
  'authorization.k8s.io': { group: 17_600, versions: STABLE },
  autoscaling: { group: 17_500, versions: { v1: 15, v2: 30, v2beta1: 9, v2beta2: 1 } },
  batch: { group: 17_400, versions: STABLE },
  'certificates.k8s.io': { group: 17_300, versions: STABLE },
  'networking.k8s.io': { group: 17_200, versions: STABLE },
  policy: { group: 17_100, versions: STABLE },
  'rbac.authorization.k8s.io': { group: 17_000, versions: STABLE },
  'storage.k8s.io': { group: 16_800, versions: STABLE },
  'apiextensions.k8s.io': { group: 16_700, versions: STABLE },
  'admissionregistration.k8s.io': { group: 16_700, versions: { v1: 15, v1beta1: 12, v1alpha1: 9 } },
  'scheduling.k8s.io': { group: 16_600, versions: STABLE },
  'coordination.k8s.io': { group: 16_500, versions: { v1: 15, v1beta1: 13, v1alpha2: 12 } },
  'node.k8s.io': { group: 16_300, versions: STABLE },
  'discovery.k8s.io': { group: 16_200, versions: { v1: 15, v1beta1: 12 } },
  'flowcontrol.apiserver.k8s.io': { group: 16_100, versions: { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12 } },
  'internal.apiserver.k8s.io': { group: 16_000, versions: { v1alpha1: 9 } },
  'resource.k8s.io': { group: 15_900, versions: { v1beta1: 15, v1alpha3: 9 } },
  'storagemigration.k8s.io': { group: 15_800, versions: { v1alpha1: 9 } },
};

/** The places of groups that come with other plugins, as those of custom resources have them. */
const OTHERS = { group: 1000, version: 100 };

/** Reports whether a group is one of Kubernetes itself. */
export function isBuiltIn(group: string): boolean {
  return Object.hasOwn(BUILT_IN, group);
}

/** Returns the places of a group and one of its versions. */
export function prioritiesOf(group: string, version: string): { group: number; version: number } {
  const known = isBuiltIn(group) ? BUILT_IN[group] : undefined;
  if (!known) return OTHERS;
  return { group: known.group, version: known.versions[version] ?? 1 };
}
