import { ApiType, Field, ObjectMeta } from '../../schema/index.js';

/** Shape of v1.RangeAllocation, which is stored but not served. */
@ApiType({ name: 'k8s.io.api.core.v1.RangeAllocation', doc: 'The numbers of a range that are taken.' })
export class RangeAllocation {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Standard metadata.' })
  metadata: ObjectMeta;

  @Field(2, 'string', { always: true, doc: 'Says in words what the numbers stand for.' })
  range: string;

  @Field(3, 'bytes', { always: true, doc: 'The numbers that are taken: a bitmap.' })
  data: string;
}
