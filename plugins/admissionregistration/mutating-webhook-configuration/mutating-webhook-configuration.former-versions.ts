import { type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { MutatingWebhookConfigurationV1beta1 } from './mutating-webhook-configuration.v1beta1.js';

/** The versions of the kind before v1. */
export const FORMER_MUTATING_WEBHOOK_CONFIGURATION_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: MutatingWebhookConfigurationV1beta1,
    conversion: sameShape,
    introduced: '1.9',
    deprecated: '1.16',
    removed: '1.22',
    replacement: 'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration',
  },
];
