import type { Strategy } from '../../../src/plugin-api/index.js';
import { loadForWebhooks } from '../expression/load-expressions.js';
import { validateWebhooks } from '../webhook/webhook.validation.js';
import type { MutatingWebhookConfiguration } from './mutating-webhook-configuration.v1.js';

/** The rules of webhook configurations. */
export const mutatingWebhookConfigurationStrategy: Strategy<MutatingWebhookConfiguration> = {
  repeatedMetadataCheck: 'object',
  loadRules: loadForWebhooks,
  validate: ({ webhooks }, context) => validateWebhooks(webhooks, context),
  validateUpdate: ({ webhooks }, old, context) => validateWebhooks(webhooks, context, old.webhooks ?? []),
};
