import type { Strategy } from '../../../src/plugin-api/index.js';
import { validateWebhooks } from '../webhook/webhook.validation.js';
import type { MutatingWebhookConfiguration } from './mutating-webhook-configuration.v1.js';

/** The rules of webhook configurations. */
export const mutatingWebhookConfigurationStrategy: Strategy<MutatingWebhookConfiguration> = {
  validate: ({ webhooks }) => validateWebhooks(webhooks),
  validateUpdate: ({ webhooks }, old) => validateWebhooks(webhooks, old.webhooks ?? []),
};
