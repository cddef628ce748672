import { ApiType, Field } from './decorators.js';
import { ObjectMeta } from './meta.v1.js';

/** Shape of v1.ScaleSpec. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ScaleSpec', doc: 'How many pods are wanted.' })
export class ScaleSpec {
  @Field(1, 'int32', {
    variants: [{ since: '1.34', openapiDefault: 0 }],
    doc: 'Number of pods that are wanted; 0 when unset.',
  })
  replicas?: number;
}

/** Shape of v1.ScaleStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ScaleStatus', doc: 'How many pods there are, and how they are found.' })
export class ScaleStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Number of pods there are.' })
  replicas: number;

  @Field(2, 'string', { doc: 'Labels by which pods are found, in text form.' })
  selector?: string;
}

/** Shape of v1.Scale. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.Scale', doc: 'Wanted and actual size of a workload.' })
export class Scale {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ScaleSpec, { doc: 'How many pods are wanted.' })
  spec?: ScaleSpec;

  @Field(3, ScaleStatus, { doc: 'How many pods there are, and how they are found.' })
  status?: ScaleStatus;
}
