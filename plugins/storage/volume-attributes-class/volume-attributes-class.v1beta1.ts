import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1beta1.VolumeAttributesClass. */
@ApiType({
  name: 'k8s.io.api.storage.v1beta1.VolumeAttributesClass',
  doc: 'Names attributes that volumes can be given later.',
})
export class VolumeAttributesClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'string', { always: true, required: true, doc: 'Driver of the volumes; cannot change.' })
  driverName: string;

  @Field(3, 'string', { map: true, doc: 'Parameters of the driver; immutable.' })
  parameters?: Record<string, string>;
}
