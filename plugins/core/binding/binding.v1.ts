import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.Binding. */
@ApiType({ name: 'k8s.io.api.core.v1.Binding', doc: 'Ties a pod to the node it is to run on.' })
export class Binding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ObjectReference, { always: true, required: true, doc: 'The node the pod is bound to.' })
  target: ObjectReference;
}
