import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultPodSecurityPolicySpec } from './pod-security-policy.defaults.js';
import {
  FSGroupStrategyOptions,
  RunAsGroupStrategyOptions,
  RunAsUserStrategyOptions,
  SELinuxStrategyOptions,
  SupplementalGroupsStrategyOptions,
} from './strategy-options.v1beta1.js';

/** Shape of v1beta1.AllowedCSIDriver. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.AllowedCSIDriver', doc: 'A CSI driver that pods may use.' })
export class AllowedCSIDriver {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  name: string;
}

/** Shape of v1beta1.AllowedFlexVolume. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.AllowedFlexVolume', doc: 'A flex volume driver that pods may use.' })
export class AllowedFlexVolume {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the driver.' })
  driver: string;
}

/** Shape of v1beta1.AllowedHostPath. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.AllowedHostPath', doc: 'Paths of the node that pods may mount.' })
export class AllowedHostPath {
  @Field(1, 'string', { doc: 'What the paths begin with.' })
  pathPrefix?: string;

  @Field(2, 'bool', { doc: 'Whether they may only be read.' })
  readOnly?: boolean;
}

/** Shape of v1beta1.HostPortRange. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.HostPortRange', doc: 'Ports of the node, both ends included.' })
export class HostPortRange {
  @Field(1, 'int32', { always: true, required: true, doc: 'The first one.' })
  min: number;

  @Field(2, 'int32', { always: true, required: true, doc: 'The last one.' })
  max: number;
}

/** Shape of v1beta1.RuntimeClassStrategyOptions. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.RuntimeClassStrategyOptions', doc: 'Which runtime classes are allowed.' })
export class RuntimeClassStrategyOptions {
  @Field(1, 'string', { list: true, always: true, required: true, doc: 'Their names; * means all.' })
  allowedRuntimeClassNames?: string[];

  @Field(2, 'string', { pointer: true, doc: 'The one of pods that name none.' })
  defaultRuntimeClassName?: string;
}

/** Shape of v1beta1.PodSecurityPolicySpec. */
@ApiType({
  name: 'k8s.io.api.policy.v1beta1.PodSecurityPolicySpec',
  doc: 'What pods may ask for, and what they get unasked.',
  defaults: defaultPodSecurityPolicySpec,
})
export class PodSecurityPolicySpec {
  @Field(1, 'bool', { doc: 'Whether pods may be privileged.' })
  privileged?: boolean;

  @Field(2, 'string', { list: true, doc: 'Capabilities that containers get unasked.' })
  defaultAddCapabilities?: string[];

  @Field(3, 'string', { list: true, doc: 'Capabilities that containers must drop.' })
  requiredDropCapabilities?: string[];

  @Field(4, 'string', { list: true, doc: 'Capabilities that may be added; * means all.' })
  allowedCapabilities?: string[];

  @Field(5, 'string', { list: true, doc: 'Kinds of volumes that are allowed; * means all.' })
  volumes?: string[];

  @Field(6, 'bool', { doc: 'Whether pods may use the network of the node.' })
  hostNetwork?: boolean;

  @Field(7, HostPortRange, { list: true, doc: 'Ports of the node that pods may use.' })
  hostPorts?: HostPortRange[];

  @Field(8, 'bool', { doc: 'Whether pods may see the processes of the node.' })
  hostPID?: boolean;

  @Field(9, 'bool', { doc: 'Whether pods may use the IPC of the node.' })
  hostIPC?: boolean;

  @Field(10, SELinuxStrategyOptions, { always: true, required: true, doc: 'Which SELinux labels are allowed.' })
  seLinux: SELinuxStrategyOptions;

  @Field(11, RunAsUserStrategyOptions, { always: true, required: true, doc: 'Which users are allowed.' })
  runAsUser: RunAsUserStrategyOptions;

  @Field(12, SupplementalGroupsStrategyOptions, {
    always: true,
    required: true,
    doc: 'Which further groups are allowed.',
  })
  supplementalGroups: SupplementalGroupsStrategyOptions;

  @Field(13, FSGroupStrategyOptions, { always: true, required: true, doc: 'Which groups of volumes are allowed.' })
  fsGroup: FSGroupStrategyOptions;

  @Field(14, 'bool', { doc: 'Whether root file systems have to be read-only.' })
  readOnlyRootFilesystem?: boolean;

  @Field(15, 'bool', { pointer: true, doc: 'Whether processes may gain privileges unless they say otherwise.' })
  defaultAllowPrivilegeEscalation?: boolean;

  @Field(16, 'bool', { pointer: true, doc: 'Whether processes may gain privileges.' })
  allowPrivilegeEscalation?: boolean;

  @Field(17, AllowedHostPath, { list: true, doc: 'Paths of the node that are allowed; all when empty.' })
  allowedHostPaths?: AllowedHostPath[];

  @Field(18, AllowedFlexVolume, { list: true, doc: 'Flex volume drivers that are allowed; all when empty.' })
  allowedFlexVolumes?: AllowedFlexVolume[];

  @Field(19, 'string', { list: true, doc: 'Unsafe sysctls that are allowed; * at the end means all that begin so.' })
  allowedUnsafeSysctls?: string[];

  @Field(20, 'string', { list: true, doc: 'Sysctls that are forbidden; * at the end means all that begin so.' })
  forbiddenSysctls?: string[];

  @Field(21, 'string', { list: true, doc: 'How /proc may be mounted besides Default.' })
  allowedProcMountTypes?: string[];

  @Field(22, RunAsGroupStrategyOptions, { pointer: true, doc: 'Which groups are allowed.' })
  runAsGroup?: RunAsGroupStrategyOptions;

  @Field(23, AllowedCSIDriver, { list: true, doc: 'CSI drivers of inline volumes that are allowed; all when empty.' })
  allowedCSIDrivers?: AllowedCSIDriver[];

  @Field(24, RuntimeClassStrategyOptions, { pointer: true, doc: 'Which runtime classes are allowed.' })
  runtimeClass?: RuntimeClassStrategyOptions;
}

/** Shape of v1beta1.PodSecurityPolicy. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.PodSecurityPolicy', doc: 'Limits on what pods may ask for.' })
export class PodSecurityPolicy {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodSecurityPolicySpec, { doc: 'What pods may ask for.' })
  spec?: PodSecurityPolicySpec;
}

/** PodSecurityPolicy as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.PodSecurityPolicy', inherits: true })
export class PodSecurityPolicyExtensions extends PodSecurityPolicy {}
