import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { FORMER_VALIDATING_WEBHOOK_CONFIGURATION_VERSIONS } from './validating-webhook-configuration.former-versions.js';
import { validatingWebhookConfigurationStrategy } from './validating-webhook-configuration.strategy.js';
import { ValidatingWebhookConfiguration } from './validating-webhook-configuration.v1.js';

/** ValidatingWebhookConfiguration: webhooks that are asked about requests. */
export const validatingWebhookConfigurationKind = defineKind<ValidatingWebhookConfiguration>({
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: ValidatingWebhookConfiguration, introduced: '1.16' },
    ...FORMER_VALIDATING_WEBHOOK_CONFIGURATION_VERSIONS,
  ],
  storageVersion: 'v1',
  storagePrefix: 'validatingwebhookconfigurations',
  quirks: { allowsPlainFinalizers: true },
  strategy: validatingWebhookConfigurationStrategy,
  generation: 'givenSpec',
  columns: [
    nameColumn(),
    {
      name: 'Webhooks',
      type: 'integer',
      description: 'How many webhooks there are.',
      cell: ({ webhooks }) => webhooks?.length ?? 0,
    },
    ageColumn(),
  ],
  variants: [{ until: '1.17', columns: CREATION_COLUMNS }],
});
