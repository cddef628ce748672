import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultFormerWebhook } from '../webhook/former-webhook.defaults.js';
import { ValidatingWebhook, ValidatingWebhookConfiguration } from './validating-webhook-configuration.v1.js';

/** Shape of v1beta1.ValidatingWebhook. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingWebhook',
  doc: 'A webhook that may refuse requests, and which ones it is asked about.',
  inherits: true,
  defaults: defaultFormerWebhook,
})
export class ValidatingWebhookV1beta1 extends ValidatingWebhook {
  @Field(6, 'string', {
    pointer: true,
    alias: 'v1beta1.SideEffectClass',
    doc: 'Whether a call changes anything elsewhere: Unknown, None, Some or NoneOnDryRun.',
  })
  override sideEffects: string;

  @Field(8, 'string', { list: true, doc: 'Versions of AdmissionReview the webhook understands, best first.' })
  override admissionReviewVersions?: string[];
}

/** ValidatingWebhookConfiguration as admissionregistration.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingWebhookConfiguration', inherits: true })
export class ValidatingWebhookConfigurationV1beta1 extends ValidatingWebhookConfiguration {
  @Field(2, ValidatingWebhookV1beta1, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'The webhooks, in the order they are asked.',
  })
  override webhooks?: ValidatingWebhookV1beta1[];
}
