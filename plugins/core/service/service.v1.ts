import {
  ApiType,
  Condition,
  Field,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  ObjectMeta,
} from '../../../src/plugin-api/index.js';
import { isPortNumber, isValidIp, AtLeast, AtMost, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultService } from './service.defaults.js';

/** Shape of v1.ServicePort. */
@ApiType({ name: 'k8s.io.api.core.v1.ServicePort', doc: 'A port a service listens on.' })
export class ServicePort {
  @Field(1, 'string', { doc: 'Name, unique in the service; required with more than one port.' })
  @Format(isDns1123Label)
  name?: string;

  @Field(2, 'string', {
    default: 'TCP',
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'TCP, UDP or SCTP; TCP when unset.',
  })
  @Required()
  @OneOf('SCTP', 'TCP', 'UDP')
  protocol?: string;

  @Field(3, 'int32', { always: true, required: true, doc: 'Number on the address of the service.' })
  @Format(isPortNumber, { ofEmpty: true })
  port: number;

  @Field(4, 'intOrString', { doc: 'Number or name of the port on the pods; same as port when unset.' })
  targetPort?: number | string;

  @Field(5, 'int32', { doc: 'Port on every node, for NodePort and LoadBalancer; allocated when unset.' })
  nodePort?: number;

  @Field(6, 'string', {
    since: '1.18',
    pointer: true,
    doc: 'Hint at the protocol spoken on top, such as kubernetes.io/h2c.',
  })
  @Format(isQualifiedName, { ofEmpty: true })
  appProtocol?: string;
}

/** Shape of v1.ClientIPConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.ClientIPConfig', doc: 'Settings of session affinity by client address.' })
export class ClientIPConfig {
  @Field(1, 'int32', { pointer: true, doc: 'Seconds a client stays on one pod: 1 to 86400, 10800 when unset.' })
  @Required('when session affinity type is ClientIP')
  @AtLeast(1, 'must be greater than 0 and less than 86400')
  @AtMost(86_400, 'must be greater than 0 and less than 86400')
  timeoutSeconds?: number;
}

/** Shape of v1.SessionAffinityConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.SessionAffinityConfig', doc: 'Details of keeping a client on one pod.' })
export class SessionAffinityConfig {
  @Field(1, ClientIPConfig, { pointer: true, doc: 'How long a client address keeps its pod.' })
  clientIP?: ClientIPConfig;
}

/** Shape of v1.ServiceSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceSpec', doc: 'Which pods a service leads to and how it is reached.' })
export class ServiceSpec {
  @Field(1, ServicePort, {
    list: true,
    listType: 'map',
    listMapKeys: ['port', 'protocol'],
    patchStrategy: ['merge'],
    patchMergeKey: 'port',
    doc: 'Ports the service listens on.',
  })
  ports?: ServicePort[];

  @Field(2, 'string', {
    map: true,
    mapType: 'atomic',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Labels of the pods to lead to; without it, endpoints are set by hand.',
  })
  selector?: Record<string, string>;

  @Field(3, 'string', { doc: 'Virtual address; None makes the service headless; allocated when unset.' })
  clusterIP?: string;

  @Field(4, 'string', {
    enum: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'],
    alias: 'v1.ServiceType',
    doc: 'How it is offered: ClusterIP (default), NodePort, LoadBalancer or ExternalName.',
  })
  @Required()
  @OneOf('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')
  type?: string;

  @Field(5, 'string', { list: true, doc: 'Further addresses at which nodes accept traffic; routed by others.' })
  externalIPs?: string[];

  @Field(7, 'string', {
    enum: ['ClientIP', 'None'],
    alias: 'v1.ServiceAffinity',
    doc: 'ClientIP keeps a client on one pod; None when unset.',
  })
  @Required()
  @OneOf('ClientIP', 'None')
  sessionAffinity?: string;

  @Field(8, 'string', { doc: 'Deprecated: use annotations of the load balancer provider.' })
  loadBalancerIP?: string;

  @Field(9, 'string', { list: true, doc: 'Client CIDRs the load balancer accepts; all when unset.' })
  loadBalancerSourceRanges?: string[];

  @Field(10, 'string', { doc: 'DNS name to answer with as a CNAME; only for type ExternalName.' })
  externalName?: string;

  @Field(11, 'string', {
    enum: ['Cluster', 'Local'],
    alias: 'v1.ServiceExternalTrafficPolicy',
    doc: 'Outside traffic goes to any pod (Cluster, the default) or to pods of the same node (Local).',
  })
  externalTrafficPolicy?: string;

  @Field(12, 'int32', { doc: 'Node port for health checks, with LoadBalancer and policy Local only.' })
  healthCheckNodePort?: number;

  @Field(13, 'bool', { doc: 'Whether pods count as ready even when they are not.' })
  publishNotReadyAddresses?: boolean;

  @Field(14, SessionAffinityConfig, { pointer: true, doc: 'Details of keeping a client on one pod.' })
  sessionAffinityConfig?: SessionAffinityConfig;

  @Field(15, 'string', {
    since: '1.16',
    until: '1.19',
    alias: 'v1.IPFamily',
    pointer: true,
    doc: 'Family of the cluster IP: IPv4 or IPv6.',
  })
  ipFamily?: string;

  @Field(16, 'string', {
    since: '1.17',
    until: '1.21',
    list: true,
    doc: 'Labels of nodes by which near endpoints are preferred, in order.',
  })
  topologyKeys?: string[];

  @Field(17, 'string', {
    since: '1.20',
    pointer: true,
    enum: ['PreferDualStack', 'RequireDualStack', 'SingleStack'],
    alias: 'v1.IPFamilyPolicy',
    doc: 'SingleStack, PreferDualStack or RequireDualStack; SingleStack when unset.',
  })
  @OneOf('PreferDualStack', 'RequireDualStack', 'SingleStack')
  ipFamilyPolicy?: string;

  @Field(18, 'string', {
    since: '1.20',
    list: true,
    listType: 'atomic',
    doc: 'Virtual addresses, one for each family; the first equals clusterIP.',
  })
  clusterIPs?: string[];

  @Field(19, 'string', {
    since: '1.20',
    list: true,
    enum: ['', 'IPv4', 'IPv6'],
    alias: 'v1.IPFamily',
    listType: 'atomic',
    doc: 'IPv4, IPv6 or both in order; the first cannot be changed.',
  })
  ipFamilies?: string[];

  @Field(20, 'bool', {
    since: '1.20',
    pointer: true,
    doc: 'Whether a LoadBalancer service gets node ports; true when unset.',
  })
  allocateLoadBalancerNodePorts?: boolean;

  @Field(21, 'string', {
    since: '1.21',
    pointer: true,
    doc: 'Load balancer implementation to use; fixed while the type is LoadBalancer.',
  })
  loadBalancerClass?: string;

  @Field(22, 'string', {
    since: '1.21',
    pointer: true,
    enum: ['Cluster', 'Local'],
    alias: 'v1.ServiceInternalTrafficPolicy',
    doc: 'Inside traffic goes to any pod (Cluster, the default) or to pods of the same node (Local).',
  })
  @OneOf('Cluster', 'Local')
  internalTrafficPolicy?: string;

  @Field(23, 'string', {
    since: '1.30',
    pointer: true,
    doc: 'Which endpoints are preferred; PreferClose for near ones.',
  })
  trafficDistribution?: string;
}

/** Shape of v1.PortStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PortStatus', doc: 'How one port of a load balancer is doing.' })
export class PortStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Number of the service port.' })
  port: number;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'TCP, UDP or SCTP, as in the service port.',
  })
  protocol: string;

  @Field(3, 'string', { pointer: true, doc: 'Why the port could not be set up; unset while it works.' })
  error?: string;
}

/** Shape of v1.LoadBalancerIngress. */
@ApiType({ name: 'k8s.io.api.core.v1.LoadBalancerIngress', doc: 'One entry point of a load balancer.' })
export class LoadBalancerIngress {
  @Field(1, 'string', { doc: 'IP address of the entry point, for load balancers known by address.' })
  @Format(isValidIp)
  ip?: string;

  @Field(2, 'string', { doc: 'DNS name of the entry point, for load balancers known by name.' })
  @Format(isDns1123Subdomain)
  hostname?: string;

  @Field(3, 'string', {
    since: '1.29',
    pointer: true,
    alias: 'v1.LoadBalancerIPMode',
    doc: 'VIP if traffic keeps that destination address, else Proxy; only with ip.',
  })
  ipMode?: string;

  @Field(4, PortStatus, {
    since: '1.20',
    list: true,
    listType: 'atomic',
    doc: 'State of each service port at the entry point.',
  })
  ports?: PortStatus[];
}

/** Shape of v1.LoadBalancerStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.LoadBalancerStatus', doc: 'What is known of the load balancer of a service.' })
export class LoadBalancerStatus {
  @Field(1, LoadBalancerIngress, { list: true, doc: 'Entry points through which traffic reaches the service.' })
  ingress?: LoadBalancerIngress[];
}

/** Shape of v1.ServiceStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceStatus', doc: 'What is known of a service.' })
export class ServiceStatus {
  @Field(1, LoadBalancerStatus, { doc: 'Where the load balancer is reached; only for type LoadBalancer.' })
  loadBalancer?: LoadBalancerStatus;

  @Field(2, Condition, {
    since: '1.20',
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'States the service is in.',
  })
  conditions?: Condition[];
}

/** Shape of v1.Service. */
@ApiType({
  name: 'k8s.io.api.core.v1.Service',
  doc: 'A stable address and name for a set of pods.',
  defaults: defaultService,
})
export class Service {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ServiceSpec, { doc: 'What is wanted: ports, pods and reach.' })
  spec?: ServiceSpec;

  @Field(3, ServiceStatus, { doc: 'What is known of the service.' })
  status?: ServiceStatus;
}
