export * from './client-identity.js';
export { retry, WEBHOOK_BACKOFF } from './backoff.js';
export * from './connection.js';
export { KubeconfigSource } from './kubeconfig/kubeconfig-source.js';
export * from './outbound-client.js';
export * from './outbound-error.js';
export { OutboundMetrics } from './outbound-metrics.js';
export { type AttemptOutcome, type ReviewAnswer, ReviewClient, type ReviewClientSettings } from './review-client.js';
export * from './webhook/index.js';
