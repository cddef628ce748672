import { ApiType, Field, ObjectMeta } from '../../schema/index.js';

/** An object of any kind cut down to its metadata. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata' })
export class PartialObjectMetadata {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;
}
