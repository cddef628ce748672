import { ApiType, Field, isQualifiedName, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultNodeSpec, defaultNodeStatus } from './node.defaults.js';

/** Shape of v1.Taint. */
@ApiType({ name: 'k8s.io.api.core.v1.Taint', doc: 'A mark on a node that keeps away pods without a toleration.' })
export class Taint {
  @Field(1, 'string', { always: true, required: true, doc: 'Key by which tolerations match.' })
  @Format(isQualifiedName, { ofEmpty: true })
  key: string;

  @Field(2, 'string', { doc: 'Value that belongs to the key.' })
  value?: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
    alias: 'v1.TaintEffect',
    doc: 'What it does to pods: NoSchedule, PreferNoSchedule or NoExecute.',
  })
  @Required()
  @OneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute')
  effect: string;

  @Field(4, 'time', { pointer: true, doc: 'When the taint was put on; only for NoExecute.' })
  timeAdded?: string;
}

/** Shape of v1.ConfigMapNodeConfigSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapNodeConfigSource',
  doc: 'Deprecated: kubelet settings in a ConfigMap; use a file on the node.',
})
export class ConfigMapNodeConfigSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Namespace of the ConfigMap.' })
  namespace: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the ConfigMap to read.' })
  name: string;

  @Field(3, 'string', { alias: 'types.UID', doc: 'UID of the ConfigMap; only in the status of a node.' })
  uid?: string;

  @Field(4, 'string', { doc: 'Version of the ConfigMap; only in the status of a node.' })
  resourceVersion?: string;

  @Field(5, 'string', { always: true, required: true, doc: 'Key of the kubelet settings in the ConfigMap.' })
  kubeletConfigKey: string;
}

/** Shape of v1.NodeConfigSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeConfigSource',
  doc: 'Deprecated: source of kubelet settings; dynamic configuration was removed.',
})
export class NodeConfigSource {
  @Field(2, ConfigMapNodeConfigSource, { pointer: true, doc: 'ConfigMap that holds the settings of the kubelet.' })
  configMap?: ConfigMapNodeConfigSource;
}

/** Shape of v1.NodeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSpec', doc: 'What a node should be like.', defaults: defaultNodeSpec })
export class NodeSpec {
  @Field(1, 'string', { doc: 'Address range for pods of the node; the same as the first of podCIDRs.' })
  podCIDR?: string;

  @Field(2, 'string', { doc: 'Deprecated: no longer set; use providerID.' })
  externalID?: string;

  @Field(3, 'string', { doc: 'Identifier of the machine at the cloud provider; fixed once set.' })
  providerID?: string;

  @Field(4, 'bool', { doc: 'Keeps new pods off the node; false when unset.' })
  unschedulable?: boolean;

  @Field(5, Taint, { list: true, doc: 'Marks that keep away pods without a matching toleration.' })
  taints?: Taint[];

  @Field(6, NodeConfigSource, {
    pointer: true,
    doc: 'Deprecated: no longer used; dynamic kubelet configuration was removed.',
  })
  configSource?: NodeConfigSource;

  @Field(7, 'string', {
    since: '1.16',
    list: true,
    listType: 'set',
    patchStrategy: ['merge'],
    variants: [{ until: '1.29', listType: undefined }],
    doc: 'Address ranges for pods, at most one per IP family; fixed once set.',
  })
  podCIDRs?: string[];
}

/** Shape of v1.NodeCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeCondition', doc: 'One aspect of the state of a node.' })
export class NodeCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.NodeConditionType',
    doc: 'Name of the condition, unique in the list.',
  })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether the condition holds: True, False or Unknown.',
  })
  status: string;

  @Field(3, 'time', { doc: 'When the node last reported the condition.' })
  lastHeartbeatTime?: string;

  @Field(4, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(5, 'string', { doc: 'Short CamelCase cause of the last change.' })
  reason?: string;

  @Field(6, 'string', { doc: 'Readable details of the last change.' })
  message?: string;
}

/** Shape of v1.NodeAddress. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeAddress', doc: 'One address or name of a node.' })
export class NodeAddress {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.NodeAddressType',
    doc: 'Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.',
  })
  type: string;

  @Field(2, 'string', { always: true, required: true, doc: 'IP address or name, depending on the type.' })
  address: string;
}

/** Shape of v1.DaemonEndpoint. */
@ApiType({ name: 'k8s.io.api.core.v1.DaemonEndpoint', doc: 'Where a daemon of a node can be reached.' })
export class DaemonEndpoint {
  @Field(1, 'int32', { always: true, required: true, doc: 'Port the daemon listens on.' })
  Port: number;
}

/** Shape of v1.NodeDaemonEndpoints. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeDaemonEndpoints', doc: 'Ports of the daemons that run on a node.' })
export class NodeDaemonEndpoints {
  @Field(1, DaemonEndpoint, { doc: 'Port on which the kubelet listens.' })
  kubeletEndpoint?: DaemonEndpoint;
}

/** Shape of v1.NodeSwapStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSwapStatus', doc: 'Swap space of a node.' })
export class NodeSwapStatus {
  @Field(1, 'int64', { pointer: true, doc: 'Size in bytes.' })
  capacity?: number;
}

/** Shape of v1.NodeSystemInfo. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSystemInfo', doc: 'Versions and identifiers of a node and its software.' })
export class NodeSystemInfo {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Identifier of the installed system, from /etc/machine-id on Linux.',
  })
  machineID: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Identifier of the hardware or virtual machine.' })
  systemUUID: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Identifier that changes at each boot of the machine.' })
  bootID: string;

  @Field(4, 'string', { always: true, required: true, doc: 'Version of the kernel of the node.' })
  kernelVersion: string;

  @Field(5, 'string', {
    always: true,
    required: true,
    doc: 'Name and version of the installed system, as it calls itself.',
  })
  osImage: string;

  @Field(6, 'string', {
    always: true,
    required: true,
    doc: 'Container runtime and its version, such as containerd://1.7.0.',
  })
  containerRuntimeVersion: string;

  @Field(7, 'string', { always: true, required: true, doc: 'Version of the kubelet on the node.' })
  kubeletVersion: string;

  @Field(8, 'string', { always: true, required: true, doc: 'Deprecated: not reliable, as the kubelet cannot know it.' })
  kubeProxyVersion: string;

  @Field(9, 'string', { always: true, required: true, doc: 'Operating system of the node: linux or windows.' })
  operatingSystem: string;

  @Field(10, 'string', { always: true, required: true, doc: 'Processor architecture, such as amd64 or arm64.' })
  architecture: string;

  @Field(11, NodeSwapStatus, { since: '1.33', pointer: true, doc: 'Swap space of the node.' })
  swap?: NodeSwapStatus;
}

/** Shape of v1.ContainerImage. */
@ApiType({ name: 'k8s.io.api.core.v1.ContainerImage', doc: 'An image a node has stored.' })
export class ContainerImage {
  @Field(1, 'string', {
    variants: [{ until: '1.21', required: true }],
    list: true,
    always: true,
    doc: 'References that lead to the image.',
  })
  names?: string[];

  @Field(2, 'int64', { doc: 'Space the image takes, in bytes.' })
  sizeBytes?: number;
}

/** Shape of v1.AttachedVolume. */
@ApiType({ name: 'k8s.io.api.core.v1.AttachedVolume', doc: 'A volume attached to a node.' })
export class AttachedVolume {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.UniqueVolumeName',
    doc: 'Unique name of the volume, starting with its plugin.',
  })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of its device on the node.' })
  devicePath: string;
}

/** Shape of v1.NodeConfigStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeConfigStatus',
  doc: 'Deprecated: state of dynamic kubelet configuration, which was removed.',
})
export class NodeConfigStatus {
  @Field(1, NodeConfigSource, { pointer: true, doc: 'Settings the kubelet is to use after its next start.' })
  assigned?: NodeConfigSource;

  @Field(2, NodeConfigSource, { pointer: true, doc: 'Settings the kubelet runs with.' })
  active?: NodeConfigSource;

  @Field(3, NodeConfigSource, { pointer: true, doc: 'Settings to fall back to when the assigned ones fail.' })
  lastKnownGood?: NodeConfigSource;

  @Field(4, 'string', { doc: 'Problem met while changing to the assigned settings.' })
  error?: string;
}

/** Shape of v1.NodeRuntimeHandlerFeatures. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeRuntimeHandlerFeatures', doc: 'What a runtime handler is able to do.' })
export class NodeRuntimeHandlerFeatures {
  @Field(1, 'bool', { pointer: true, doc: 'Whether mounts can be read-only including all mounts below them.' })
  recursiveReadOnlyMounts?: boolean;

  @Field(2, 'bool', { since: '1.31', pointer: true, doc: 'Whether pods can have user namespaces of their own.' })
  userNamespaces?: boolean;
}

/** Shape of v1.NodeRuntimeHandler. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeRuntimeHandler', doc: 'One runtime handler that a node offers.' })
export class NodeRuntimeHandler {
  @Field(1, 'string', { always: true, doc: 'Name of the handler; empty for the default one.' })
  name?: string;

  @Field(2, NodeRuntimeHandlerFeatures, { pointer: true, doc: 'What the handler is able to do.' })
  features?: NodeRuntimeHandlerFeatures;
}

/** Shape of v1.NodeFeatures. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeFeatures', doc: 'What the container runtime of a node is able to do.' })
export class NodeFeatures {
  @Field(1, 'bool', { pointer: true, doc: 'Whether supplementalGroupsPolicy and the user in container status work.' })
  supplementalGroupsPolicy?: boolean;
}

/** Shape of v1.NodeStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeStatus',
  doc: 'What is known of a node and its machine.',
  defaults: defaultNodeStatus,
})
export class NodeStatus {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'All resources the node has.' })
  capacity?: Record<string, string | number>;

  @Field(2, 'quantity', {
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Resources available to pods; capacity when unset.',
  })
  allocatable?: Record<string, string | number>;

  @Field(3, 'string', {
    enum: ['Pending', 'Running', 'Terminated'],
    alias: 'v1.NodePhase',
    doc: 'Deprecated: no longer set; use conditions.',
  })
  phase?: string;

  @Field(4, NodeCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the node is in, such as Ready or DiskPressure.',
  })
  conditions?: NodeCondition[];

  @Field(5, NodeAddress, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Addresses at which the node can be reached.',
  })
  addresses?: NodeAddress[];

  @Field(6, NodeDaemonEndpoints, { doc: 'Ports of the daemons that run on the node.' })
  daemonEndpoints?: NodeDaemonEndpoints;

  @Field(7, NodeSystemInfo, { doc: 'Versions and identifiers of the machine and its software.' })
  nodeInfo?: NodeSystemInfo;

  @Field(8, ContainerImage, { list: true, doc: 'Container images present on the node.' })
  images?: ContainerImage[];

  @Field(9, 'string', {
    list: true,
    alias: 'v1.UniqueVolumeName',
    doc: 'Attachable volumes in use on the node, which must not be detached.',
  })
  volumesInUse?: string[];

  @Field(10, AttachedVolume, { list: true, doc: 'Volumes that are attached to the node.' })
  volumesAttached?: AttachedVolume[];

  @Field(11, NodeConfigStatus, {
    pointer: true,
    doc: 'Deprecated: state of dynamic kubelet configuration, which was removed.',
  })
  config?: NodeConfigStatus;

  @Field(12, NodeRuntimeHandler, { since: '1.30', list: true, doc: 'Runtime handlers that the node offers.' })
  runtimeHandlers?: NodeRuntimeHandler[];

  @Field(13, NodeFeatures, {
    since: '1.31',
    pointer: true,
    doc: 'What the container runtime of the node is able to do.',
  })
  features?: NodeFeatures;

  @Field(14, 'string', { since: '1.35', list: true, listType: 'atomic', doc: 'Features that the node says it has.' })
  declaredFeatures?: string[];
}

/** Shape of v1.Node. */
@ApiType({ name: 'k8s.io.api.core.v1.Node', doc: 'Machine of the cluster that runs pods.' })
export class Node {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, NodeSpec, { doc: 'What the object should be.' })
  spec?: NodeSpec;

  @Field(3, NodeStatus, { doc: 'What is known of the object.' })
  status?: NodeStatus;
}
