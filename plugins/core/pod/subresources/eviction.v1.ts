import { ApiType, Field, ObjectMeta } from '../../../../src/plugin-api/index.js';
import { DeleteOptions } from '../../../../src/plugin-api/built-in.js';

/** Shape of v1.Eviction. */
@ApiType({
  name: 'k8s.io.api.policy.v1.Eviction',
  doc: 'Asks for a pod to be deleted, as far as disruption budgets allow.',
})
export class Eviction {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, DeleteOptions, { pointer: true, doc: 'How to delete the pod.' })
  deleteOptions?: DeleteOptions;
}

/** Shape of v1beta1.Eviction. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.Eviction', inherits: true })
export class EvictionV1beta1 extends Eviction {}
