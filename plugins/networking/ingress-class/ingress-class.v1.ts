import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, Format, MaxBytes, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { TypedLocalObjectReference } from '../../core/index.js';
import { defaultIngressClass } from './ingress-class.defaults.js';

/** Shape of v1.IngressClassParametersReference. */
@ApiType({
  name: 'k8s.io.api.networking.v1.IngressClassParametersReference',
  doc: 'An object with parameters of a controller.',
})
export class IngressClassParametersReference {
  @Field(1, 'string', { pointer: true, doc: 'Group of the object; the core group when unset.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Kind of the object.' })
  @Required('kind is required', { detailUntil: '1.33' })
  @Format(isPathSegmentName)
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the object.' })
  @Required('name is required', { detailUntil: '1.33' })
  @Format(isPathSegmentName)
  name: string;

  @Field(4, 'string', {
    pointer: true,
    always: true,
    doc: 'Whether the object is of the Cluster or in a Namespace; Cluster when unset.',
  })
  @Required()
  @OneOf('Cluster', 'Namespace')
  scope?: string;

  @Field(5, 'string', { pointer: true, doc: 'Namespace of the object, where its scope is Namespace.' })
  namespace?: string;
}

/** Shape of v1.IngressClassSpec. */
@ApiType({ name: 'k8s.io.api.networking.v1.IngressClassSpec', doc: 'What a class stands for.' })
export class IngressClassSpec {
  @Field(1, 'string', { doc: 'Controller of ingresses of this class, such as example.com/ingress; cannot change.' })
  @MaxBytes(250)
  controller?: string;

  @Field(2, IngressClassParametersReference, {
    pointer: true,
    variants: [{ until: '1.20', type: TypedLocalObjectReference }],
    doc: 'Object with parameters of the controller.',
  })
  parameters?: IngressClassParametersReference;
}

/** Shape of v1.IngressClass. */
@ApiType({
  name: 'k8s.io.api.networking.v1.IngressClass',
  doc: 'Names the controller of ingresses.',
  defaults: defaultIngressClass,
})
export class IngressClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, IngressClassSpec, { doc: 'What the class stands for.' })
  spec?: IngressClassSpec;
}
