import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { LocalObjectReference, ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.ServiceAccount. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceAccount' })
export class ServiceAccount {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ObjectReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
  })
  secrets?: ObjectReference[];

  @Field(3, LocalObjectReference, { list: true })
  imagePullSecrets?: LocalObjectReference[];

  @Field(4, 'bool', { pointer: true })
  automountServiceAccountToken?: boolean;
}
