import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { FORMER_MUTATING_WEBHOOK_CONFIGURATION_VERSIONS } from './mutating-webhook-configuration.former-versions.js';
import { mutatingWebhookConfigurationStrategy } from './mutating-webhook-configuration.strategy.js';
import { MutatingWebhookConfiguration } from './mutating-webhook-configuration.v1.js';

/** MutatingWebhookConfiguration: webhooks that are asked about requests. */
export const mutatingWebhookConfigurationKind = defineKind<MutatingWebhookConfiguration>({
  kind: 'MutatingWebhookConfiguration',
  plural: 'mutatingwebhookconfigurations',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: MutatingWebhookConfiguration, introduced: '1.16' },
    ...FORMER_MUTATING_WEBHOOK_CONFIGURATION_VERSIONS,
  ],
  storageVersion: 'v1',
  storagePrefix: 'mutatingwebhookconfigurations',
  quirks: { allowsPlainFinalizers: true },
  strategy: mutatingWebhookConfigurationStrategy,
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
