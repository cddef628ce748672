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

/** Reports whether webhooks are never asked about a resource. */
export function isExemptFromWebhooks({ group, resource }: GroupResource): boolean {
  return group === GROUP && CONFIGURATIONS.has(resource);
}

/** Reports whether policies never look at a resource; at configurations of webhooks they do. */
export function isExemptFromPolicies({ group, resource }: GroupResource): boolean {
  return (group === GROUP && POLICY_RESOURCES.has(resource)) || REVIEWS.has(`${resource}.${group}`);
}
