import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultLimitRangeItem } from './limit-range.defaults.js';

/** Shape of v1.LimitRangeItem. */
@ApiType({
  name: 'k8s.io.api.core.v1.LimitRangeItem',
  doc: 'Limits and defaults for one kind of object.',
  defaults: defaultLimitRangeItem,
})
export class LimitRangeItem {
  @Field(1, 'string', {
    variants: [{ until: '1.17', required: undefined }],
    always: true,
    required: true,
    alias: 'v1.LimitType',
    doc: 'What the limits are for: Container, Pod or PersistentVolumeClaim.',
  })
  type: string;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Largest amount of each resource allowed.' })
  max?: Record<string, string | number>;

  @Field(3, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Smallest amount of each resource allowed.' })
  min?: Record<string, string | number>;

  @Field(4, 'quantity', {
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Limit given to containers that set none; not allowed for type Pod.',
  })
  default?: Record<string, string | number>;

  @Field(5, 'quantity', {
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Request given to containers that set none; not allowed for type Pod.',
  })
  defaultRequest?: Record<string, string | number>;

  @Field(6, 'quantity', {
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Largest allowed quotient of limit and request for each resource.',
  })
  maxLimitRequestRatio?: Record<string, string | number>;
}

/** Shape of v1.LimitRangeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.LimitRangeSpec', doc: 'What a LimitRange enforces in its namespace.' })
export class LimitRangeSpec {
  @Field(1, LimitRangeItem, {
    list: true,
    always: true,
    required: true,
    doc: 'Limits in force, one entry for each type.',
  })
  limits?: LimitRangeItem[];
}

/** Shape of v1.LimitRange. */
@ApiType({
  name: 'k8s.io.api.core.v1.LimitRange',
  doc: 'Limits and defaults for the resources of each object in a namespace.',
})
export class LimitRange {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, LimitRangeSpec, { doc: 'What the object should be.' })
  spec?: LimitRangeSpec;
}
