import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isServiceName, Format, Required } from '../../../src/plugin-api/built-in.js';
import { LoadBalancerStatus, TypedLocalObjectReference } from '../../core/index.js';

/** Shape of v1.ServiceBackendPort. */
@ApiType({
  name: 'k8s.io.api.networking.v1.ServiceBackendPort',
  doc: 'A port of a service: its name or its number.',
  mapType: 'atomic',
})
export class ServiceBackendPort {
  @Field(1, 'string', { doc: 'Name of the port; not beside a number.' })
  name?: string;

  @Field(2, 'int32', { doc: 'Number of the port; not beside a name.' })
  number?: number;
}

/** Shape of v1.IngressServiceBackend. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressServiceBackend', doc: 'A port of a service that requests go to.' })
export class IngressServiceBackend {
  @Field(1, 'string', { always: true, required: true, doc: 'Service in the namespace of the ingress.' })
  @Required()
  @Format(isServiceName)
  name: string;

  @Field(2, ServiceBackendPort, { doc: 'Port of the service.' })
  port?: ServiceBackendPort;
}

/** Shape of v1.IngressBackend. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressBackend', doc: 'Where requests go: a service or another object.' })
export class IngressBackend {
  @Field(3, TypedLocalObjectReference, {
    since: '1.18',
    pointer: true,
    doc: 'Object in the namespace of the ingress; not beside a service.',
  })
  resource?: TypedLocalObjectReference;

  @Field(4, IngressServiceBackend, {
    pointer: true,
    doc: 'Service in the namespace of the ingress; not beside an object.',
  })
  service?: IngressServiceBackend;
}

/** Shape of v1.IngressTLS. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressTLS', doc: 'Which certificate is shown to which hosts.' })
export class IngressTLS {
  @Field(1, 'string', {
    list: true,
    listType: 'atomic',
    doc: 'Hosts the certificate is for; those of the controller when none is named.',
  })
  hosts?: string[];

  @Field(2, 'string', { doc: 'Secret with certificate and key; without one encryption is passed through.' })
  secretName?: string;
}

/** Shape of v1.HTTPIngressPath. */
@ApiType({ name: 'k8s.io.api.networking.v1.HTTPIngressPath', doc: 'A path and where its requests go.' })
export class HTTPIngressPath {
  @Field(1, 'string', { doc: 'Path that is compared with requests; begins with a slash.' })
  path?: string;

  @Field(2, IngressBackend, { always: true, required: true, doc: 'Where requests go.' })
  backend: IngressBackend;

  @Field(3, 'string', {
    variants: [{ until: '1.21', required: undefined }],
    pointer: true,
    always: true,
    required: true,
    enum: ['Exact', 'ImplementationSpecific', 'Prefix'],
    alias: 'v1.PathType',
    doc: 'How paths are compared: Exact, Prefix, or as the controller does it (ImplementationSpecific).',
  })
  pathType: string;
}

/** Shape of v1.HTTPIngressRuleValue. */
@ApiType({ name: 'k8s.io.api.networking.v1.HTTPIngressRuleValue', doc: 'Where HTTP requests go, by path.' })
export class HTTPIngressRuleValue {
  @Field(1, HTTPIngressPath, {
    list: true,
    always: true,
    required: true,
    listType: 'atomic',
    doc: 'Paths and where they lead.',
  })
  @Required()
  paths?: HTTPIngressPath[];
}

/** Shape of v1.IngressRuleValue. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressRuleValue', doc: 'Where requests of a rule go.' })
export class IngressRuleValue {
  // Published as a plain reference, which has the description of its type.
  @Field(1, HTTPIngressRuleValue, { pointer: true })
  http?: HTTPIngressRuleValue;
}

/** Shape of v1.IngressRule. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressRule', doc: 'Where requests for a host go.', embed: 2 })
export class IngressRule extends IngressRuleValue {
  @Field(1, 'string', { doc: 'Host the rule is for, whose first label may be a star; all hosts when unset.' })
  host?: string;
}

/** Shape of v1.IngressSpec. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressSpec', doc: 'What an ingress is to do.' })
export class IngressSpec {
  @Field(1, IngressBackend, { pointer: true, doc: 'Where requests go that no rule is for.' })
  defaultBackend?: IngressBackend;

  @Field(2, IngressTLS, { list: true, listType: 'atomic', doc: 'Certificates of hosts.' })
  tls?: IngressTLS[];

  @Field(3, IngressRule, {
    list: true,
    listType: 'atomic',
    doc: 'Where requests go, by host; the default backend gets all when there are none.',
  })
  rules?: IngressRule[];

  @Field(4, 'string', { since: '1.18', pointer: true, doc: 'Class of the ingress, which names its controller.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  ingressClassName?: string;
}

/** Shape of v1.IngressPortStatus. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressPortStatus', doc: 'What is known of a port.' })
export class IngressPortStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Number of the port.' })
  port: number;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'Transport protocol: TCP, UDP or SCTP.',
  })
  protocol: string;

  @Field(3, 'string', {
    pointer: true,
    doc: 'Why the port is not served, as a name in CamelCase, perhaps with a domain.',
  })
  error?: string;
}

/** Shape of v1.IngressLoadBalancerIngress. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressLoadBalancerIngress', doc: 'A point at which traffic comes in.' })
export class IngressLoadBalancerIngress {
  @Field(1, 'string', { doc: 'Its address, where it has one.' })
  ip?: string;

  @Field(2, 'string', { doc: 'Its host name, where it has one.' })
  hostname?: string;

  @Field(4, IngressPortStatus, { list: true, listType: 'atomic', doc: 'What is known of its ports.' })
  ports?: IngressPortStatus[];
}

/** Shape of v1.IngressLoadBalancerStatus. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressLoadBalancerStatus', doc: 'Where a load balancer takes traffic in.' })
export class IngressLoadBalancerStatus {
  @Field(1, IngressLoadBalancerIngress, { list: true, doc: 'Points at which traffic comes in.' })
  ingress?: IngressLoadBalancerIngress[];
}

/** Shape of v1.IngressStatus. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressStatus', doc: 'What is known of an ingress.' })
export class IngressStatus {
  @Field(1, IngressLoadBalancerStatus, {
    variants: [{ until: '1.25', type: LoadBalancerStatus }],
    doc: 'Where traffic comes in.',
  })
  loadBalancer?: IngressLoadBalancerStatus;
}

/** Shape of v1.Ingress. */
@ApiType({
  name: 'k8s.io.api.networking.v1.Ingress',
  doc: 'Leads requests from outside to services, by host and path.',
})
export class Ingress {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, IngressSpec, { doc: 'What is wanted.' })
  spec?: IngressSpec;

  @Field(3, IngressStatus, { doc: 'What is known.' })
  status?: IngressStatus;
}
