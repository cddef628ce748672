import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { OneOf } from '../../../src/plugin-api/built-in.js';
import { defaultMutatingWebhook } from '../webhook/webhook.defaults.js';
import { Webhook } from '../webhook/webhook.v1.js';
import { MatchCondition } from '../match-resources/match-resources.v1.js';

/** Shape of v1.MutatingWebhook. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.MutatingWebhook',
  doc: 'A webhook that may change objects, and which requests it is asked about.',
  inherits: true,
  defaults: defaultMutatingWebhook,
})
export class MutatingWebhook extends Webhook {
  @Field(10, 'string', {
    pointer: true,
    enum: ['IfNeeded', 'Never'],
    alias: 'v1.ReinvocationPolicyType',
    variants: [{ since: '1.34', until: '1.34', enum: undefined }],
    doc: 'Whether it is asked again after others have changed the object: Never or IfNeeded.',
  })
  @OneOf('IfNeeded', 'Never')
  reinvocationPolicy?: string;

  @Field(11, LabelSelector, { pointer: true, doc: 'Which objects are meant, by their labels.' })
  objectSelector?: LabelSelector;

  @Field(12, MatchCondition, {
    since: '1.27',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Conditions that a request must meet besides.',
  })
  matchConditions?: MatchCondition[];
}

/** Shape of v1.MutatingWebhookConfiguration. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.MutatingWebhookConfiguration',
  doc: 'Webhooks that are asked about requests and may change objects.',
})
export class MutatingWebhookConfiguration {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, MutatingWebhook, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'The webhooks, in the order they are asked.',
  })
  webhooks?: MutatingWebhook[];
}
