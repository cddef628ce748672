export { MANIFESTS_SPAN } from './manifests-gate.js';
export { policyManifests } from './policy-manifests.js';
export { StaticManifests } from './static-manifests.js';
export { StaticManifestsProvider } from './static-manifests.provider.js';
export { reserveStaticNames } from './static-name.rules.js';
export { webhookManifests } from './webhook-manifests.js';
