import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultFormerMutatingWebhook } from '../webhook/former-webhook.defaults.js';
import { MutatingWebhook, MutatingWebhookConfiguration } from './mutating-webhook-configuration.v1.js';

/** Shape of v1beta1.MutatingWebhook. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.MutatingWebhook',
  doc: 'A webhook that may change objects, and which ones it is asked about.',
  inherits: true,
  defaults: defaultFormerMutatingWebhook,
})
export class MutatingWebhookV1beta1 extends MutatingWebhook {
  @Field(6, 'string', {
    pointer: true,
    alias: 'v1beta1.SideEffectClass',
    doc: 'Whether a call changes anything elsewhere: Unknown, None, Some or NoneOnDryRun.',
  })
  override sideEffects: string;

  @Field(8, 'string', { list: true, doc: 'Versions of AdmissionReview the webhook understands, best first.' })
  override admissionReviewVersions?: string[];
}

/** MutatingWebhookConfiguration as admissionregistration.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1beta1.MutatingWebhookConfiguration', inherits: true })
export class MutatingWebhookConfigurationV1beta1 extends MutatingWebhookConfiguration {
  @Field(2, MutatingWebhookV1beta1, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'The webhooks, in the order they are asked.',
  })
  override webhooks?: MutatingWebhookV1beta1[];
}
