import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { mutatingAdmissionPolicyBindingKind } from './mutating-admission-policy-binding/mutating-admission-policy-binding.kind.js';
import { mutatingAdmissionPolicyKind } from './mutating-admission-policy/mutating-admission-policy.kind.js';
import { mutatingWebhookConfigurationKind } from './mutating-webhook-configuration/mutating-webhook-configuration.kind.js';
import { ParameterRights } from './parameter-rights/index.js';
import { StaticManifestsProvider } from './static-manifests/index.js';
import { PolicyStatusController } from './type-checking/policy-status.controller.js';
import { validatingAdmissionPolicyBindingKind } from './validating-admission-policy-binding/validating-admission-policy-binding.kind.js';
import { validatingAdmissionPolicyKind } from './validating-admission-policy/validating-admission-policy.kind.js';
import { validatingWebhookConfigurationKind } from './validating-webhook-configuration/validating-webhook-configuration.kind.js';
import { MutatingPolicyAdmission } from './mutating-policy-admission/mutating-admission-policy.admission.js';
import { ValidatingPolicyAdmission } from './validating-policy-admission/validating-admission-policy.admission.js';
import { MutatingWebhookAdmission } from './webhook-admission/mutating-admission-webhook.admission.js';
import { ValidatingWebhookAdmission } from './webhook-admission/validating-admission-webhook.admission.js';

/** The group of admission configuration: webhooks and policies. */
@ApiGroupPlugin({
  group: 'admissionregistration.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [
    mutatingWebhookConfigurationKind,
    validatingWebhookConfigurationKind,
    validatingAdmissionPolicyKind,
    validatingAdmissionPolicyBindingKind,
    mutatingAdmissionPolicyKind,
    mutatingAdmissionPolicyBindingKind,
  ],
  admission: [MutatingPolicyAdmission, MutatingWebhookAdmission, ValidatingPolicyAdmission, ValidatingWebhookAdmission],
  controllers: [PolicyStatusController],
  providers: [ParameterRights, StaticManifestsProvider],
})
export class AdmissionregistrationPlugin {}
