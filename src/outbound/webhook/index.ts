export { certificateFaultText, goErrorText } from './go-error-text.js';
export { type ServiceAddress, type ServiceReference, ServiceResolver } from './service-resolver.js';
export { WebhookCredentials } from './webhook-credentials.js';
export { WebhookCallError, WebhookClient, type WebhookTarget } from './webhook-client.js';
