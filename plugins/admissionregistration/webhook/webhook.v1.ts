import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { isFullyQualifiedName, AtLeast, AtMost, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { RuleWithOperations } from '../match-resources/match-resources.v1.js';
import { defaultServiceReference } from './webhook.defaults.js';

/** Shape of v1.ServiceReference. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ServiceReference',
  doc: 'A service inside the cluster.',
  defaults: defaultServiceReference,
})
export class ServiceReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Namespace of the service.' })
  @Required('service namespace is required', { detailUntil: '1.33' })
  namespace: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the service.' })
  @Required('service name is required', { detailUntil: '1.33' })
  name: string;

  @Field(3, 'string', { pointer: true, doc: 'Path that is asked for.' })
  path?: string;

  @Field(4, 'int32', { pointer: true, doc: 'Port of the service.' })
  port?: number;
}

/** Shape of v1.WebhookClientConfig. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1.WebhookClientConfig', doc: 'How a webhook is reached.' })
export class WebhookClientConfig {
  @Field(1, ServiceReference, { pointer: true, doc: 'The service that is called; not together with url.' })
  service?: ServiceReference;

  @Field(2, 'bytes', { doc: 'Certificates, in PEM, that the server has to be certified by.' })
  caBundle?: string;

  @Field(3, 'string', { pointer: true, doc: 'Address of the webhook; not together with service.' })
  url?: string;
}

/** The fields of webhooks of either sort; no type of the API has this name. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1.Webhook' })
export class Webhook {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Full name of the webhook, such as imagepolicy.example.com.',
  })
  @Required()
  @Format(isFullyQualifiedName)
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
  @OneOf('Fail', 'Ignore')
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
  @AtLeast(1, 'the timeout value must be between 1 and 30 seconds')
  @AtMost(30, 'the timeout value must be between 1 and 30 seconds')
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
  @OneOf('Equivalent', 'Exact')
  matchPolicy?: string;
}
