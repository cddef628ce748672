export { CheckMetrics, errorTypeOf } from './check-metrics.js';
export { type Param, PolicyConfigurationError } from './collect-params.js';
export { readPolicyAdmission } from './policy-admission.configuration.js';
export { type FailedInvocation, type PolicyInvocation, PolicySelection } from './policy-invocations.js';
export { PolicyRegistry } from './policy-registry.js';
export { RequestViews } from './request-views.js';
export { findServedKind } from './served-kind.js';
