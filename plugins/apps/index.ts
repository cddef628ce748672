export * from './apps.plugin.js';
export * from './controller-revision/controller-revision.v1.js';
export * from './daemon-set/daemon-set.v1.js';
export * from './deployment/deployment.v1.js';
export { FORMER_SCALES } from './former-scale.v1beta1.js';
export { validateAtMostAll, validatePositiveIntOrPercent } from './int-or-percent.validation.js';
export * from './replica-set/replica-set.v1.js';
export * from './stateful-set/stateful-set.v1.js';
