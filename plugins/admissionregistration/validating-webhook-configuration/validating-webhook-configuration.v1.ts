import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultWebhook } from '../webhook/webhook.defaults.js';
import { Webhook } from '../webhook/webhook.v1.js';
import { MatchCondition } from '../match-resources/match-resources.v1.js';

/** Shape of v1.ValidatingWebhook. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingWebhook',
  doc: 'A webhook that may refuse requests, and which ones it is asked about.',
  inherits: true,
  defaults: defaultWebhook,
})
export class ValidatingWebhook extends Webhook {
  @Field(10, LabelSelector, { pointer: true, doc: 'Which objects are meant, by their labels.' })
  objectSelector?: LabelSelector;

  @Field(11, MatchCondition, {
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

/** Shape of v1.ValidatingWebhookConfiguration. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  doc: 'Webhooks that are asked about requests and may refuse them.',
})
export class ValidatingWebhookConfiguration {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ValidatingWebhook, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'The webhooks, in the order they are asked.',
  })
  webhooks?: ValidatingWebhook[];
}
