import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultLimitRangeItem } from './limit-range.defaults.js';

/** Shape of v1.LimitRangeItem. */
@ApiType({ name: 'k8s.io.api.core.v1.LimitRangeItem', defaults: defaultLimitRangeItem })
export class LimitRangeItem {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.LimitType' })
  type: string;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList' })
  max?: Record<string, string | number>;

  @Field(3, 'quantity', { map: true, alias: 'v1.ResourceList' })
  min?: Record<string, string | number>;

  @Field(4, 'quantity', { map: true, alias: 'v1.ResourceList' })
  default?: Record<string, string | number>;

  @Field(5, 'quantity', { map: true, alias: 'v1.ResourceList' })
  defaultRequest?: Record<string, string | number>;

  @Field(6, 'quantity', { map: true, alias: 'v1.ResourceList' })
  maxLimitRequestRatio?: Record<string, string | number>;
}

/** Shape of v1.LimitRangeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.LimitRangeSpec' })
export class LimitRangeSpec {
  @Field(1, LimitRangeItem, { list: true, always: true, required: true })
  limits?: LimitRangeItem[];
}

/** Shape of v1.LimitRange. */
@ApiType({ name: 'k8s.io.api.core.v1.LimitRange' })
export class LimitRange {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, LimitRangeSpec)
  spec?: LimitRangeSpec;
}
