import { ApiType, Field } from './decorators.js';
import { ObjectMeta } from './meta.v1.js';

/** Shape of v1.ScaleSpec. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ScaleSpec' })
export class ScaleSpec {
  @Field(1, 'int32')
  replicas?: number;
}

/** Shape of v1.ScaleStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ScaleStatus' })
export class ScaleStatus {
  @Field(1, 'int32', { always: true, required: true })
  replicas: number;

  @Field(2, 'string')
  selector?: string;
}

/** Shape of v1.Scale. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.Scale' })
export class Scale {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ScaleSpec)
  spec?: ScaleSpec;

  @Field(3, ScaleStatus)
  status?: ScaleStatus;
}
