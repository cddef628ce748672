import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultServiceReference } from './webhook.defaults.js';

/** Shape of v1.ServiceReference. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ServiceReference',
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
@ApiType({ name: 'k8s.io.api.admissionregistration.v1.WebhookClientConfig', doc: 'How a webhook is reached.' })
export class WebhookClientConfig {
  @Field(1, ServiceReference, { pointer: true, doc: 'The service that is called; not together with url.' })
  service?: ServiceReference;

  @Field(2, 'bytes', { doc: 'Certificates, in PEM, that the server has to be certified by.' })
  caBundle?: string;

  @Field(3, 'string', { pointer: true, doc: 'Address of the webhook; not together with service.' })
  url?: string;
}
