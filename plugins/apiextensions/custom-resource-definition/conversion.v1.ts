import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultServiceReference } from './custom-resource-definition.defaults.js';

/** Shape of v1.ServiceReference. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.ServiceReference',
  doc: 'A service inside the cluster.',
  defaults: defaultServiceReference,
})
export class ServiceReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Namespace of the service.' })
  namespace: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the service.' })
  name: string;

  @Field(3, 'string', { pointer: true, doc: 'Path that is asked for.' })
  path?: string;

  @Field(4, 'int32', { pointer: true, doc: 'Port of the service.' })
  port?: number;
}

/** Shape of v1.WebhookClientConfig. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig',
  doc: 'How a webhook is reached.',
})
export class WebhookClientConfig {
  @Field(1, ServiceReference, { pointer: true, doc: 'The service that is called; not together with url.' })
  service?: ServiceReference;

  @Field(2, 'bytes', { doc: 'Certificates, in PEM, that the server has to be certified by.' })
  caBundle?: string;

  @Field(3, 'string', { pointer: true, doc: 'Address of the webhook; not together with service.' })
  url?: string;
}

/** Shape of v1.WebhookConversion. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.WebhookConversion',
  doc: 'The webhook that converts objects.',
})
export class WebhookConversion {
  @Field(2, WebhookClientConfig, { pointer: true, doc: 'How the webhook is reached.' })
  clientConfig?: WebhookClientConfig;

  @Field(3, 'string', {
    list: true,
    always: true,
    required: true,
    doc: 'Versions of ConversionReview the webhook understands, best first.',
  })
  conversionReviewVersions?: string[];
}

/** Shape of v1.CustomResourceConversion. */
@ApiType({
  name: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion',
  doc: 'How objects are brought from one version to another.',
})
export class CustomResourceConversion {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConversionStrategyType',
    doc: 'None: only apiVersion changes; Webhook: a webhook converts.',
  })
  @Required()
  @OneOf('None', 'Webhook')
  strategy: string;

  @Field(2, WebhookConversion, { pointer: true, doc: 'The webhook; for strategy Webhook only.' })
  webhook?: WebhookConversion;
}
