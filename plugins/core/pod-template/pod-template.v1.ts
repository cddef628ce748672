import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../pod/shape/pod.v1.js';

/** Shape of v1.PodTemplate. */
@ApiType({ name: 'k8s.io.api.core.v1.PodTemplate', doc: 'A stored description of pods.' })
export class PodTemplate {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodTemplateSpec, { doc: 'Metadata and spec of pods that are created from it.' })
  template?: PodTemplateSpec;
}
