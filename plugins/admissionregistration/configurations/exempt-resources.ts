import type { GroupResource } from '../../../src/plugin-api/built-in.js';

const GROUP = 'admissionregistration.k8s.io';
const POLICIES = [
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
];
const WEBHOOKS = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'];

/** Resources of the group that must stay writable to repair a configuration that rejects its repair. */
const CONFIGURATIONS: ReadonlySet<string> = new Set([...POLICIES, ...WEBHOOKS]);
const POLICY_RESOURCES: ReadonlySet<string> = new Set(POLICIES);
/** Questions about access, without which a cluster does not work. Nothing of them is stored. */
const REVIEWS: ReadonlySet<string> = new Set([
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
]);

/** Reports whether webhooks of the API are never asked about a resource; those of manifests are. */
export function isExemptFromWebhooks({ group, resource }: GroupResource): boolean {
  return group === GROUP && CONFIGURATIONS.has(resource);
}

/** Reports whether policies of the API never look at a resource, though those of manifests do; both look at webhooks. */
export function isExemptFromStoredPolicies({ group, resource }: GroupResource): boolean {
  return group === GROUP && POLICY_RESOURCES.has(resource);
}

/** Reports whether no policy looks at a resource. */
export function isExemptFromPolicies({ group, resource }: GroupResource): boolean {
  return REVIEWS.has(`${resource}.${group}`);
}
