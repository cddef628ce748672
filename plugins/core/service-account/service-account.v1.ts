import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { LocalObjectReference, ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.ServiceAccount. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceAccount', doc: 'An identity for the processes in pods.' })
export class ServiceAccount {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ObjectReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Secrets its pods may mount, where an annotation enforces that.',
  })
  secrets?: ObjectReference[];

  @Field(3, LocalObjectReference, { list: true, doc: 'Secrets for pulling images, given to pods that list none.' })
  imagePullSecrets?: LocalObjectReference[];

  @Field(4, 'bool', { pointer: true, doc: 'Whether pods mount its token; yes when unset; a pod may decide otherwise.' })
  automountServiceAccountToken?: boolean;
}
