import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ResourceClaimSpecV1alpha3 } from '../resource-claim/resource-claim.v1alpha3.js';
import { ResourceClaimTemplate, ResourceClaimTemplateSpec } from './resource-claim-template.v1beta1.js';

/** Shape of v1alpha3.ResourceClaimTemplateSpec. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceClaimTemplateSpec',
  doc: 'Metadata and contents of the claims that are made.',
  inherits: true,
})
export class ResourceClaimTemplateSpecV1alpha3 extends ResourceClaimTemplateSpec {
  @Field(1, ObjectMeta, { doc: 'Labels and annotations of the claims that are made.' })
  override metadata?: ObjectMeta;

  @Field(2, ResourceClaimSpecV1alpha3, { always: true, required: true, doc: 'Contents of the claims that are made.' })
  override spec: ResourceClaimSpecV1alpha3;
}

/** Shape of v1alpha3.ResourceClaimTemplate. */
@ApiType({
  name: 'k8s.io.api.resource.v1alpha3.ResourceClaimTemplate',
  doc: 'What claims are made from, one for every pod.',
  inherits: true,
})
export class ResourceClaimTemplateV1alpha3 extends ResourceClaimTemplate {
  @Field(2, ResourceClaimTemplateSpecV1alpha3, { always: true, required: true, doc: 'What is wanted.' })
  override spec: ResourceClaimTemplateSpecV1alpha3;
}
