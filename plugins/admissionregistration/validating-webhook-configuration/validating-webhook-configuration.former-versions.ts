import { type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { ValidatingWebhookConfigurationV1beta1 } from './validating-webhook-configuration.v1beta1.js';

/** The versions of the kind before v1. */
export const FORMER_VALIDATING_WEBHOOK_CONFIGURATION_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: ValidatingWebhookConfigurationV1beta1,
    conversion: sameShape,
    introduced: '1.9',
    deprecated: '1.16',
    removed: '1.22',
    replacement: 'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
  },
];
