import { defaultMatchResources } from '../match-resources/match-resources.defaults.js';

/** The members of a webhook that have defaults. */
export interface DefaultedWebhook {
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: object;
  objectSelector?: object;
  timeoutSeconds?: number;
  reinvocationPolicy?: string;
}

/** Fills in what a webhook does not say. */
export function defaultWebhook(webhook: DefaultedWebhook): void {
  defaultMatchResources(webhook);
  webhook.failurePolicy ??= 'Fail';
  webhook.timeoutSeconds ??= 10;
}

/** Fills in what a webhook that may change objects does not say. */
export function defaultMutatingWebhook(webhook: DefaultedWebhook): void {
  defaultWebhook(webhook);
  webhook.reinvocationPolicy ??= 'Never';
}

/** Fills in the port of a service. */
export function defaultServiceReference(service: { port?: number }): void {
  service.port ??= 443;
}
