import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { mutatingAdmissionPolicyBindingKind } from './mutating-admission-policy-binding/mutating-admission-policy-binding.kind.js';
import { mutatingAdmissionPolicyKind } from './mutating-admission-policy/mutating-admission-policy.kind.js';
import { MUTATING_POLICY_GATE } from './mutating-admission-policy/mutating-policy-gate.js';
import { mutatingWebhookConfigurationKind } from './mutating-webhook-configuration/mutating-webhook-configuration.kind.js';
import { validatingAdmissionPolicyBindingKind } from './validating-admission-policy-binding/validating-admission-policy-binding.kind.js';
import { validatingAdmissionPolicyKind } from './validating-admission-policy/validating-admission-policy.kind.js';
import { validatingWebhookConfigurationKind } from './validating-webhook-configuration/validating-webhook-configuration.kind.js';
import { StaticManifestsProvider } from './static-manifests/index.js';
import { MutatingPolicyAdmission } from './mutating-policy-admission/mutating-admission-policy.admission.js';
import { ValidatingPolicyAdmission } from './validating-policy-admission/validating-admission-policy.admission.js';
import { MutatingWebhookAdmission } from './webhook-admission/mutating-admission-webhook.admission.js';
import { ValidatingWebhookAdmission } from './webhook-admission/validating-admission-webhook.admission.js';

const GROUP = 'admissionregistration.k8s.io';

/** The webhooks and policies of the cluster that an extension server belongs to: they are about its objects, too. */
@ApiGroupPlugin({
  group: GROUP,
  versions: ['v1'],
  kinds: [],
  clusterKinds: [
    { group: GROUP, definition: mutatingWebhookConfigurationKind },
    { group: GROUP, definition: validatingWebhookConfigurationKind },
    { group: GROUP, definition: validatingAdmissionPolicyKind },
    { group: GROUP, definition: validatingAdmissionPolicyBindingKind },
    { group: GROUP, definition: mutatingAdmissionPolicyKind, featureGate: MUTATING_POLICY_GATE },
    { group: GROUP, definition: mutatingAdmissionPolicyBindingKind, featureGate: MUTATING_POLICY_GATE },
  ],
  admission: [MutatingPolicyAdmission, MutatingWebhookAdmission, ValidatingPolicyAdmission, ValidatingWebhookAdmission],
  providers: [StaticManifestsProvider],
})
export class ClusterAdmissionPlugin {}
