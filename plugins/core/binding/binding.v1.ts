import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { ObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.Binding. */
@ApiType({ name: 'k8s.io.api.core.v1.Binding' })
export class Binding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ObjectReference, { always: true, required: true })
  target: ObjectReference;
}
