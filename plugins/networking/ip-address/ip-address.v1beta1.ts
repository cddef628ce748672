import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, Format, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1beta1.ParentReference. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.ParentReference', doc: 'The object an address belongs to.' })
export class ParentReference {
  @Field(1, 'string', { doc: 'Group of the object.' })
  @Format(isDns1123Subdomain)
  group?: string;

  @Field(2, 'string', { required: true, doc: 'Resource of the object.' })
  @Required()
  @Format(isPathSegmentName)
  resource: string;

  @Field(3, 'string', { doc: 'Namespace of the object.' })
  @Format(isPathSegmentName)
  namespace?: string;

  @Field(4, 'string', { required: true, doc: 'Name of the object.' })
  @Required()
  @Format(isPathSegmentName)
  name: string;

  @Field(5, 'string', { until: '1.28', alias: 'types.UID', doc: 'UID of the object.' })
  uid?: string;
}

/** Shape of v1beta1.IPAddressSpec. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IPAddressSpec', doc: 'Who holds an address.' })
export class IPAddressSpec {
  @Field(1, ParentReference, { pointer: true, required: true, doc: 'The object that holds it; cannot change.' })
  @Required()
  parentRef: ParentReference;
}

/** Shape of v1beta1.IPAddress. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IPAddress', doc: 'An address that is taken; its name is the address.' })
export class IPAddress {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, IPAddressSpec, { variants: [{ since: '1.36', required: true }], doc: 'Who holds the address.' })
  spec?: IPAddressSpec;
}
