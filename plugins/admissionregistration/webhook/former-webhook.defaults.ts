import { defaultWebhook, type DefaultedWebhook } from './webhook.defaults.js';

interface FormerWebhook extends DefaultedWebhook {
  sideEffects?: string | null;
  admissionReviewVersions?: string[] | null;
}

/** Fills in what a webhook of v1beta1 does not say. */
export function defaultFormerWebhook(webhook: FormerWebhook): void {
  webhook.failurePolicy ??= 'Ignore';
  webhook.matchPolicy ??= 'Exact';
  webhook.timeoutSeconds ??= 30;
  webhook.sideEffects ??= 'Unknown';
  if (!webhook.admissionReviewVersions?.length) webhook.admissionReviewVersions = ['v1beta1'];
  defaultWebhook(webhook);
}

/** Fills in what a webhook of v1beta1 that may change objects does not say. */
export function defaultFormerMutatingWebhook(webhook: FormerWebhook): void {
  defaultFormerWebhook(webhook);
  webhook.reinvocationPolicy ??= 'Never';
}
