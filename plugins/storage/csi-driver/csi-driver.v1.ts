import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost, OneOf } from '../../../src/plugin-api/built-in.js';
import { defaultCsiDriver } from './csi-driver.defaults.js';

/** Shape of v1.TokenRequest. */
@ApiType({ name: 'k8s.io.api.storage.v1.TokenRequest', doc: "A token of a pod's service account that a driver gets." })
export class TokenRequest {
  @Field(1, 'string', { always: true, required: true, doc: 'Who the token is for.' })
  audience: string;

  @Field(2, 'int64', { pointer: true, doc: 'How long the token is good.' })
  @AtLeast(600, 'may not specify a duration less than 10 minutes')
  @AtMost(2 ** 32, 'may not specify a duration larger than 2^32 seconds')
  expirationSeconds?: number;
}

/** Shape of v1.CSIDriverSpec. */
@ApiType({ name: 'k8s.io.api.storage.v1.CSIDriverSpec', doc: 'How a driver is to be dealt with.' })
export class CSIDriverSpec {
  @Field(1, 'bool', { pointer: true, doc: 'Whether volumes have to be attached to nodes first; cannot change.' })
  attachRequired?: boolean;

  @Field(2, 'bool', { pointer: true, doc: 'Whether pod info is passed to the driver on mount.' })
  podInfoOnMount?: boolean;

  @Field(3, 'string', {
    list: true,
    listType: 'set',
    alias: 'v1.VolumeLifecycleMode',
    doc: 'What volumes it serves: Persistent ones, Ephemeral ones or both; cannot change.',
  })
  volumeLifecycleModes?: string[];

  @Field(4, 'bool', { since: '1.19', pointer: true, doc: 'Whether pods only go where the driver says there is room.' })
  storageCapacity?: boolean;

  @Field(5, 'string', {
    since: '1.19',
    pointer: true,
    alias: 'v1.FSGroupPolicy',
    doc: 'Whether ownership of a volume is changed before it is mounted: ReadWriteOnceWithFSType, File or None.',
  })
  @OneOf('File', 'None', 'ReadWriteOnceWithFSType')
  fsGroupPolicy?: string;

  @Field(6, TokenRequest, {
    since: '1.20',
    list: true,
    listType: 'atomic',
    doc: 'Tokens the driver gets when it mounts.',
  })
  tokenRequests?: TokenRequest[];

  @Field(7, 'bool', {
    since: '1.20',
    pointer: true,
    doc: 'Whether the driver is called now and then while a volume is mounted.',
  })
  requiresRepublish?: boolean;

  @Field(8, 'bool', { since: '1.25', pointer: true, doc: 'Whether the driver can mount with an SELinux label.' })
  seLinuxMount?: boolean;

  @Field(9, 'int64', {
    since: '1.33',
    pointer: true,
    doc: 'Seconds between updates of how many volumes a node can attach.',
  })
  nodeAllocatableUpdatePeriodSeconds?: number;

  @Field(10, 'bool', {
    since: '1.35',
    pointer: true,
    doc: 'Tokens are handed to the driver among the secrets, not in the volume context.',
  })
  serviceAccountTokenInSecrets?: boolean;

  @Field(11, 'bool', { since: '1.36', pointer: true, doc: 'Pods are not scheduled to nodes without the driver.' })
  preventPodSchedulingIfMissing?: boolean;
}

/** Shape of v1.CSIDriver. */
@ApiType({
  name: 'k8s.io.api.storage.v1.CSIDriver',
  doc: "A driver of volumes; its name is the driver's.",
  defaults: defaultCsiDriver,
})
export class CSIDriver {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CSIDriverSpec, { always: true, required: true, doc: 'How to deal with the driver.' })
  spec: CSIDriverSpec;
}
