export * from './admissionregistration.plugin.js';
export { ClusterAdmissionPlugin } from './cluster-admission.plugin.js';
export * from './match-resources/match-resources.v1.js';
export * from './mutating-webhook-configuration/mutating-webhook-configuration.v1.js';
export * from './policy/policy.v1.js';
export * from './validating-admission-policy-binding/validating-admission-policy-binding.v1.js';
export * from './validating-admission-policy/validating-admission-policy.v1.js';
export * from './validating-webhook-configuration/validating-webhook-configuration.v1.js';
export { validateWebhookService, validateWebhookUrl } from './webhook/client-config.validation.js';
