import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultMutatingWebhook } from '../webhook/webhook.defaults.js';
import { WebhookClientConfig } from '../webhook/webhook.v1.js';
import { MatchCondition, RuleWithOperations } from '../match-resources/match-resources.v1.js';

/** Shape of v1.MutatingWebhook. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.MutatingWebhook',
  doc: 'A webhook that may change objects, and which requests it is asked about.',
  defaults: defaultMutatingWebhook,
})
export class MutatingWebhook {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Full name of the webhook, such as imagepolicy.example.com.',
  })
  name: string;

  @Field(2, WebhookClientConfig, { always: true, required: true, doc: 'How the webhook is reached.' })
  clientConfig: WebhookClientConfig;

  @Field(3, RuleWithOperations, { list: true, doc: 'Which operations on which resources it is asked about.' })
  rules?: RuleWithOperations[];

  @Field(4, 'string', {
    pointer: true,
    enum: ['Fail', 'Ignore'],
    alias: 'v1.FailurePolicyType',
    doc: 'What happens when there is no good answer: Ignore or Fail.',
  })
  failurePolicy?: string;

  @Field(5, LabelSelector, { pointer: true, doc: 'Which namespaces are meant, by their labels.' })
  namespaceSelector?: LabelSelector;

  @Field(6, 'string', {
    pointer: true,
    always: true,
    required: true,
    enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'],
    alias: 'v1.SideEffectClass',
    doc: 'Whether a call changes anything elsewhere: None or NoneOnDryRun.',
  })
  sideEffects: string;

  @Field(7, 'int32', { pointer: true, doc: 'How long an answer is waited for.' })
  timeoutSeconds?: number;

  @Field(8, 'string', {
    list: true,
    always: true,
    required: true,
    doc: 'Versions of AdmissionReview the webhook understands, best first.',
  })
  admissionReviewVersions?: string[];

  @Field(9, 'string', {
    pointer: true,
    enum: ['Equivalent', 'Exact'],
    alias: 'v1.MatchPolicyType',
    doc: 'Whether a rule means other versions of the same resource too (Equivalent) or not (Exact).',
  })
  matchPolicy?: string;

  @Field(10, 'string', {
    pointer: true,
    enum: ['IfNeeded', 'Never'],
    alias: 'v1.ReinvocationPolicyType',
    doc: 'Whether it is asked again after others have changed the object: Never or IfNeeded.',
  })
  reinvocationPolicy?: string;

  @Field(11, LabelSelector, { pointer: true, doc: 'Which objects are meant, by their labels.' })
  objectSelector?: LabelSelector;

  @Field(12, MatchCondition, {
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
    doc: 'The webhooks, in the order they are asked.',
  })
  webhooks?: MutatingWebhook[];
}
