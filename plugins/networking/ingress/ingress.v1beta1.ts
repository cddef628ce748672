import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { TypedLocalObjectReference } from '../../core/index.js';
import { defaultIngressPath } from './ingress-path.defaults.js';
import { Ingress, IngressTLS } from './ingress.v1.js';

/** Shape of v1beta1.IngressBackend. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IngressBackend', doc: 'Where requests go.' })
export class IngressBackendV1beta1 {
  @Field(1, 'string', {
    variants: [{ until: '1.17', required: true }],
    doc: 'Service in the namespace of the ingress.',
  })
  serviceName?: string;

  @Field(2, 'intOrString', {
    variants: [{ until: '1.17', required: true }],
    doc: 'Name or number of the port of the service.',
  })
  servicePort?: number | string;

  @Field(3, TypedLocalObjectReference, { since: '1.18', pointer: true, doc: 'Object in the namespace of the ingress.' })
  resource?: TypedLocalObjectReference;
}

/** Shape of v1beta1.HTTPIngressPath. */
@ApiType({
  name: 'k8s.io.api.networking.v1beta1.HTTPIngressPath',
  doc: 'A path and where its requests go.',
  defaults: defaultIngressPath,
})
export class HTTPIngressPathV1beta1 {
  @Field(1, 'string', { doc: 'Path that is compared with requests.' })
  path?: string;

  @Field(2, IngressBackendV1beta1, { always: true, required: true, doc: 'Where requests go.' })
  backend: IngressBackendV1beta1;

  @Field(3, 'string', { since: '1.18', pointer: true, alias: 'v1beta1.PathType', doc: 'How paths are compared.' })
  pathType: string;
}

/** Shape of v1beta1.HTTPIngressRuleValue. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.HTTPIngressRuleValue', doc: 'Where HTTP requests go, by path.' })
export class HTTPIngressRuleValueV1beta1 {
  @Field(1, HTTPIngressPathV1beta1, { list: true, always: true, required: true, doc: 'Paths and where they lead.' })
  paths?: HTTPIngressPathV1beta1[];
}

/** Shape of v1beta1.IngressRuleValue. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IngressRuleValue', doc: 'Where requests of a rule go.' })
export class IngressRuleValueV1beta1 {
  @Field(1, HTTPIngressRuleValueV1beta1, { pointer: true, doc: 'Where HTTP requests go.' })
  http?: HTTPIngressRuleValueV1beta1;
}

/** Shape of v1beta1.IngressRule. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IngressRule', doc: 'Where requests for a host go.', embed: 2 })
export class IngressRuleV1beta1 extends IngressRuleValueV1beta1 {
  @Field(1, 'string', { doc: 'Host the rule is for; all hosts when unset.' })
  host?: string;
}

/** Shape of v1beta1.IngressSpec. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IngressSpec', doc: 'What an ingress is to do.' })
export class IngressSpecV1beta1 {
  @Field(1, IngressBackendV1beta1, { pointer: true, doc: 'Where requests go that no rule is for.' })
  backend?: IngressBackendV1beta1;

  @Field(2, IngressTLS, { list: true, doc: 'Which certificates are shown.' })
  tls?: IngressTLS[];

  @Field(3, IngressRuleV1beta1, { list: true, doc: 'Where requests go, by host.' })
  rules?: IngressRuleV1beta1[];

  @Field(4, 'string', { since: '1.18', pointer: true, doc: 'Class of the ingress, which names its controller.' })
  ingressClassName?: string;
}

/** Ingress as networking.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.Ingress', inherits: true })
export class IngressV1beta1 extends Ingress {
  @Field(2, IngressSpecV1beta1, { doc: 'What is wanted.' })
  override spec?: IngressSpecV1beta1;
}

/** Ingress as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.Ingress', inherits: true })
export class IngressExtensions extends IngressV1beta1 {}
