import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultNodeSpec, defaultNodeStatus } from './node.defaults.js';

/** Shape of v1.Taint. */
@ApiType({ name: 'k8s.io.api.core.v1.Taint' })
export class Taint {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string')
  value?: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
    alias: 'v1.TaintEffect',
  })
  effect: string;

  @Field(4, 'time', { pointer: true })
  timeAdded?: string;
}

/** Shape of v1.ConfigMapNodeConfigSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMapNodeConfigSource' })
export class ConfigMapNodeConfigSource {
  @Field(1, 'string', { always: true, required: true })
  namespace: string;

  @Field(2, 'string', { always: true, required: true })
  name: string;

  @Field(3, 'string')
  uid?: string;

  @Field(4, 'string')
  resourceVersion?: string;

  @Field(5, 'string', { always: true, required: true })
  kubeletConfigKey: string;
}

/** Shape of v1.NodeConfigSource. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeConfigSource' })
export class NodeConfigSource {
  @Field(2, ConfigMapNodeConfigSource, { pointer: true })
  configMap?: ConfigMapNodeConfigSource;
}

/** Shape of v1.NodeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSpec', defaults: defaultNodeSpec })
export class NodeSpec {
  @Field(1, 'string')
  podCIDR?: string;

  @Field(2, 'string')
  externalID?: string;

  @Field(3, 'string')
  providerID?: string;

  @Field(4, 'bool')
  unschedulable?: boolean;

  @Field(5, Taint, { list: true })
  taints?: Taint[];

  @Field(6, NodeConfigSource, { pointer: true })
  configSource?: NodeConfigSource;

  @Field(7, 'string', { list: true, listType: 'set', patchStrategy: ['merge'] })
  podCIDRs?: string[];
}

/** Shape of v1.NodeCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeCondition' })
export class NodeCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.NodeConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'time')
  lastHeartbeatTime?: string;

  @Field(4, 'time')
  lastTransitionTime?: string;

  @Field(5, 'string')
  reason?: string;

  @Field(6, 'string')
  message?: string;
}

/** Shape of v1.NodeAddress. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeAddress' })
export class NodeAddress {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.NodeAddressType' })
  type: string;

  @Field(2, 'string', { always: true, required: true })
  address: string;
}

/** Shape of v1.DaemonEndpoint. */
@ApiType({ name: 'k8s.io.api.core.v1.DaemonEndpoint' })
export class DaemonEndpoint {
  @Field(1, 'int32', { always: true, required: true })
  Port: number;
}

/** Shape of v1.NodeDaemonEndpoints. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeDaemonEndpoints' })
export class NodeDaemonEndpoints {
  @Field(1, DaemonEndpoint)
  kubeletEndpoint?: DaemonEndpoint;
}

/** Shape of v1.NodeSystemInfo. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSystemInfo' })
export class NodeSystemInfo {
  @Field(1, 'string', { always: true, required: true })
  machineID: string;

  @Field(2, 'string', { always: true, required: true })
  systemUUID: string;

  @Field(3, 'string', { always: true, required: true })
  bootID: string;

  @Field(4, 'string', { always: true, required: true })
  kernelVersion: string;

  @Field(5, 'string', { always: true, required: true })
  osImage: string;

  @Field(6, 'string', { always: true, required: true })
  containerRuntimeVersion: string;

  @Field(7, 'string', { always: true, required: true })
  kubeletVersion: string;

  @Field(8, 'string', { always: true, required: true })
  kubeProxyVersion: string;

  @Field(9, 'string', { always: true, required: true })
  operatingSystem: string;

  @Field(10, 'string', { always: true, required: true })
  architecture: string;
}

/** Shape of v1.ContainerImage. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerImage' })
export class ContainerImage {
  @Field(1, 'string', { list: true, always: true })
  names?: string[];

  @Field(2, 'int64')
  sizeBytes?: number;
}

/** Shape of v1.AttachedVolume. */
@ApiType({ name: 'k8s.io.api.core.v1.AttachedVolume' })
export class AttachedVolume {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.UniqueVolumeName' })
  name: string;

  @Field(2, 'string', { always: true, required: true })
  devicePath: string;
}

/** Shape of v1.NodeConfigStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeConfigStatus' })
export class NodeConfigStatus {
  @Field(1, NodeConfigSource, { pointer: true })
  assigned?: NodeConfigSource;

  @Field(2, NodeConfigSource, { pointer: true })
  active?: NodeConfigSource;

  @Field(3, NodeConfigSource, { pointer: true })
  lastKnownGood?: NodeConfigSource;

  @Field(4, 'string')
  error?: string;
}

/** Shape of v1.NodeRuntimeHandlerFeatures. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeRuntimeHandlerFeatures' })
export class NodeRuntimeHandlerFeatures {
  @Field(1, 'bool', { pointer: true })
  recursiveReadOnlyMounts?: boolean;

  @Field(2, 'bool', { pointer: true })
  userNamespaces?: boolean;
}

/** Shape of v1.NodeRuntimeHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeRuntimeHandler' })
export class NodeRuntimeHandler {
  @Field(1, 'string', { always: true })
  name?: string;

  @Field(2, NodeRuntimeHandlerFeatures, { pointer: true })
  features?: NodeRuntimeHandlerFeatures;
}

/** Shape of v1.NodeFeatures. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeFeatures' })
export class NodeFeatures {
  @Field(1, 'bool', { pointer: true })
  supplementalGroupsPolicy?: boolean;
}

/** Shape of v1.NodeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeStatus', defaults: defaultNodeStatus })
export class NodeStatus {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList' })
  capacity?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList' })
  allocatable?: Record<string, string | number>;

  @Field(3, 'string', { enum: ['Pending', 'Running', 'Terminated'], alias: 'v1.NodePhase' })
  phase?: string;

  @Field(4, NodeCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: NodeCondition[];

  @Field(5, NodeAddress, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  addresses?: NodeAddress[];

  @Field(6, NodeDaemonEndpoints)
  daemonEndpoints?: NodeDaemonEndpoints;

  @Field(7, NodeSystemInfo)
  nodeInfo?: NodeSystemInfo;

  @Field(8, ContainerImage, { list: true })
  images?: ContainerImage[];

  @Field(9, 'string', { list: true, alias: 'v1.UniqueVolumeName' })
  volumesInUse?: string[];

  @Field(10, AttachedVolume, { list: true })
  volumesAttached?: AttachedVolume[];

  @Field(11, NodeConfigStatus, { pointer: true })
  config?: NodeConfigStatus;

  @Field(12, NodeRuntimeHandler, { list: true })
  runtimeHandlers?: NodeRuntimeHandler[];

  @Field(13, NodeFeatures, { pointer: true })
  features?: NodeFeatures;
}

/** Shape of v1.Node. */
@ApiType({ name: 'k8s.io.api.core.v1.Node' })
export class Node {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, NodeSpec)
  spec?: NodeSpec;

  @Field(3, NodeStatus)
  status?: NodeStatus;
}
