import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ResourceClaimSpec } from '../resource-claim/resource-claim.v1.js';

/** Shape of v1.ResourceClaimTemplateSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1.ResourceClaimTemplateSpec',
  doc: 'Metadata and contents of the claims that are made.',
})
export class ResourceClaimTemplateSpec {
  @Field(1, ObjectMeta, { doc: 'Labels and annotations of the claims that are made.' })
  metadata?: ObjectMeta;

  @Field(2, ResourceClaimSpec, { always: true, required: true, doc: 'Contents of the claims that are made.' })
  spec: ResourceClaimSpec;
}

/** Shape of v1.ResourceClaimTemplate. */
@ApiType({
  name: 'k8s.io.api.resource.v1.ResourceClaimTemplate',
  doc: 'What claims are made from, one for every pod.',
})
export class ResourceClaimTemplate {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceClaimTemplateSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: ResourceClaimTemplateSpec;
}
