import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultService } from './service.defaults.js';

/** Shape of v1.ServicePort. */
@ApiType({ name: 'k8s.io.api.core.v1.ServicePort' })
export class ServicePort {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'string', { default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'], alias: 'v1.Protocol' })
  protocol?: string;

  @Field(3, 'int32', { always: true, required: true })
  port: number;

  @Field(4, 'intOrString')
  targetPort?: number | string;

  @Field(5, 'int32')
  nodePort?: number;

  @Field(6, 'string', { pointer: true })
  appProtocol?: string;
}

/** Shape of v1.ClientIPConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.ClientIPConfig' })
export class ClientIPConfig {
  @Field(1, 'int32', { pointer: true })
  timeoutSeconds?: number;
}

/** Shape of v1.SessionAffinityConfig. */
@ApiType({ name: 'k8s.io.api.core.v1.SessionAffinityConfig' })
export class SessionAffinityConfig {
  @Field(1, ClientIPConfig, { pointer: true })
  clientIP?: ClientIPConfig;
}

/** Shape of v1.ServiceSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceSpec' })
export class ServiceSpec {
  @Field(1, ServicePort, {
    list: true,
    listType: 'map',
    listMapKeys: ['port', 'protocol'],
    patchStrategy: ['merge'],
    patchMergeKey: 'port',
  })
  ports?: ServicePort[];

  @Field(2, 'string', { map: true, mapType: 'atomic' })
  selector?: Record<string, string>;

  @Field(3, 'string')
  clusterIP?: string;

  @Field(4, 'string', { enum: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'], alias: 'v1.ServiceType' })
  type?: string;

  @Field(5, 'string', { list: true })
  externalIPs?: string[];

  @Field(7, 'string', { enum: ['ClientIP', 'None'], alias: 'v1.ServiceAffinity' })
  sessionAffinity?: string;

  @Field(8, 'string')
  loadBalancerIP?: string;

  @Field(9, 'string', { list: true })
  loadBalancerSourceRanges?: string[];

  @Field(10, 'string')
  externalName?: string;

  @Field(11, 'string', { enum: ['Cluster', 'Local'], alias: 'v1.ServiceExternalTrafficPolicy' })
  externalTrafficPolicy?: string;

  @Field(12, 'int32')
  healthCheckNodePort?: number;

  @Field(13, 'bool')
  publishNotReadyAddresses?: boolean;

  @Field(14, SessionAffinityConfig, { pointer: true })
  sessionAffinityConfig?: SessionAffinityConfig;

  @Field(17, 'string', {
    pointer: true,
    enum: ['PreferDualStack', 'RequireDualStack', 'SingleStack'],
    alias: 'v1.IPFamilyPolicy',
  })
  ipFamilyPolicy?: string;

  @Field(18, 'string', { list: true })
  clusterIPs?: string[];

  @Field(19, 'string', { list: true, enum: ['', 'IPv4', 'IPv6'], alias: 'v1.IPFamily' })
  ipFamilies?: string[];

  @Field(20, 'bool', { pointer: true })
  allocateLoadBalancerNodePorts?: boolean;

  @Field(21, 'string', { pointer: true })
  loadBalancerClass?: string;

  @Field(22, 'string', { pointer: true, enum: ['Cluster', 'Local'], alias: 'v1.ServiceInternalTrafficPolicy' })
  internalTrafficPolicy?: string;

  @Field(23, 'string', { pointer: true })
  trafficDistribution?: string;
}

/** Shape of v1.PortStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PortStatus' })
export class PortStatus {
  @Field(1, 'int32', { always: true, required: true })
  port: number;

  @Field(2, 'string', { always: true, required: true, enum: ['SCTP', 'TCP', 'UDP'], alias: 'v1.Protocol' })
  protocol: string;

  @Field(3, 'string', { pointer: true })
  error?: string;
}

/** Shape of v1.LoadBalancerIngress. */
@ApiType({ name: 'k8s.io.api.core.v1.LoadBalancerIngress' })
export class LoadBalancerIngress {
  @Field(1, 'string')
  ip?: string;

  @Field(2, 'string')
  hostname?: string;

  @Field(3, 'string', { pointer: true, alias: 'v1.LoadBalancerIPMode' })
  ipMode?: string;

  @Field(4, PortStatus, { list: true })
  ports?: PortStatus[];
}

/** Shape of v1.LoadBalancerStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.LoadBalancerStatus' })
export class LoadBalancerStatus {
  @Field(1, LoadBalancerIngress, { list: true })
  ingress?: LoadBalancerIngress[];
}

/** Shape of v1.ServiceStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceStatus' })
export class ServiceStatus {
  @Field(1, LoadBalancerStatus)
  loadBalancer?: LoadBalancerStatus;

  @Field(2, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: Condition[];
}

/** Shape of v1.Service. */
@ApiType({ name: 'k8s.io.api.core.v1.Service', defaults: defaultService })
export class Service {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ServiceSpec)
  spec?: ServiceSpec;

  @Field(3, ServiceStatus)
  status?: ServiceStatus;
}
