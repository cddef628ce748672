import type { Strategy } from '../../../src/plugin-api/index.js';
import { loadForWebhooks } from '../expression/load-expressions.js';
import { reserveStaticNames } from '../static-manifests/index.js';
import { validateWebhooks } from '../webhook/webhook.validation.js';
import type { ValidatingWebhookConfiguration } from './validating-webhook-configuration.v1.js';

/** The rules of webhook configurations. */
export const validatingWebhookConfigurationStrategy: Strategy<ValidatingWebhookConfiguration> = {
  repeatedMetadataCheck: 'object',
  loadRules: loadForWebhooks,
  ...reserveStaticNames<ValidatingWebhookConfiguration>({
    validate: ({ webhooks }, context) => validateWebhooks(webhooks, context),
    validateUpdate: ({ webhooks }, old, context) => validateWebhooks(webhooks, context, old.webhooks ?? []),
  }),
};
