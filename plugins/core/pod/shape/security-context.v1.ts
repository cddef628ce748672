import { ApiType, Field } from '../../../../src/plugin-api/index.js';
import { isGroupId, isUserId, Format, OneOf, Required } from '../../../../src/plugin-api/built-in.js';

/** Shape of v1.Capabilities. */
@ApiType({ name: 'k8s.io.api.core.v1.Capabilities', doc: 'Linux capabilities to add or take away.' })
export class Capabilities {
  @Field(1, 'string', { list: true, alias: 'v1.Capability', doc: 'Capabilities given to the container.' })
  add?: string[];

  @Field(2, 'string', { list: true, alias: 'v1.Capability', doc: 'Capabilities taken from the container.' })
  drop?: string[];
}

/** Shape of v1.SELinuxOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.SELinuxOptions', doc: 'Parts of the SELinux label of a container.' })
export class SELinuxOptions {
  @Field(1, 'string', { doc: 'User part of the SELinux label.' })
  user?: string;

  @Field(2, 'string', { doc: 'Role part of the SELinux label.' })
  role?: string;

  @Field(3, 'string', { doc: 'Type part of the SELinux label.' })
  type?: string;

  @Field(4, 'string', { doc: 'Level part of the SELinux label.' })
  level?: string;
}

/** Shape of v1.WindowsSecurityContextOptions. */
@ApiType({
  name: 'k8s.io.api.core.v1.WindowsSecurityContextOptions',
  doc: 'Security settings for containers on Windows.',
})
export class WindowsSecurityContextOptions {
  @Field(1, 'string', { pointer: true, doc: 'Name of the GMSA credential spec.' })
  gmsaCredentialSpecName?: string;

  @Field(2, 'string', { pointer: true, doc: 'Contents of the GMSA credential spec, filled in by a webhook.' })
  gmsaCredentialSpec?: string;

  @Field(3, 'string', {
    since: '1.16',
    pointer: true,
    doc: 'Windows user of the process; by default the one set in the image.',
  })
  runAsUserName?: string;

  @Field(4, 'bool', {
    since: '1.22',
    pointer: true,
    doc: 'Runs on the node itself; same for all containers, needs hostNetwork.',
  })
  hostProcess?: boolean;
}

/** Shape of v1.SeccompProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.SeccompProfile',
  doc: 'Filter of the system calls a process may make.',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class SeccompProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.SeccompProfileType',
    doc: 'RuntimeDefault, Localhost for a file of the node, or Unconfined for none.',
  })
  @Required('type is required when seccompProfile is set')
  @OneOf('Localhost', 'RuntimeDefault', 'Unconfined')
  type: string;

  @Field(2, 'string', {
    pointer: true,
    doc: 'Path under the seccomp directory of the kubelet; only for type Localhost.',
  })
  localhostProfile?: string;
}

/** Shape of v1.AppArmorProfile. */
@ApiType({
  name: 'k8s.io.api.core.v1.AppArmorProfile',
  doc: 'The AppArmor profile of a pod or container.',
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
})
export class AppArmorProfile {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Localhost', 'RuntimeDefault', 'Unconfined'],
    alias: 'v1.AppArmorProfileType',
    doc: 'Which profile is used: Localhost, RuntimeDefault or Unconfined.',
  })
  @Required('type is required when appArmorProfile is set')
  @OneOf('Localhost', 'RuntimeDefault', 'Unconfined')
  type: string;

  @Field(2, 'string', { pointer: true, doc: 'Profile loaded on the node; needed with type Localhost only.' })
  localhostProfile?: string;
}

/** Shape of v1.SecurityContext. */
@ApiType({ name: 'k8s.io.api.core.v1.SecurityContext', doc: 'Security settings of one container.' })
export class SecurityContext {
  @Field(1, Capabilities, { pointer: true, doc: 'Capabilities to add and drop.' })
  capabilities?: Capabilities;

  @Field(2, 'bool', { pointer: true, doc: 'Runs with all rights on the node.' })
  privileged?: boolean;

  @Field(3, SELinuxOptions, { pointer: true, doc: 'SELinux label to apply; overrides that of the pod.' })
  seLinuxOptions?: SELinuxOptions;

  @Field(4, 'int64', { pointer: true, doc: 'User id of the process.' })
  @Format(isUserId)
  runAsUser?: number;

  @Field(5, 'bool', { pointer: true, doc: 'Refuses to run as root.' })
  runAsNonRoot?: boolean;

  @Field(6, 'bool', { pointer: true, doc: 'Forbids writing outside of volumes.' })
  readOnlyRootFilesystem?: boolean;

  @Field(7, 'bool', { pointer: true, doc: 'Whether a process may gain rights.' })
  allowPrivilegeEscalation?: boolean;

  @Field(8, 'int64', { pointer: true, doc: 'Group id of the processes.' })
  @Format(isGroupId)
  runAsGroup?: number;

  @Field(9, 'string', {
    pointer: true,
    enum: ['Default', 'Unmasked'],
    alias: 'v1.ProcMountType',
    doc: 'How /proc is mounted: Default or Unmasked.',
  })
  @OneOf('Default', 'Unmasked')
  procMount?: string;

  @Field(10, WindowsSecurityContextOptions, { pointer: true, doc: 'Settings for Windows; override those of the pod.' })
  windowsOptions?: WindowsSecurityContextOptions;

  @Field(11, SeccompProfile, {
    since: '1.19',
    pointer: true,
    doc: 'Filter of system calls; overrides that of the pod.',
  })
  seccompProfile?: SeccompProfile;

  @Field(12, AppArmorProfile, {
    since: '1.30',
    pointer: true,
    doc: 'AppArmor profile to apply; overrides that of the pod.',
  })
  appArmorProfile?: AppArmorProfile;
}
