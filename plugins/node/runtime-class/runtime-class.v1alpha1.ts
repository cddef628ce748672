import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Overhead, Scheduling } from './runtime-class.v1.js';

/** Shape of v1alpha1.RuntimeClassSpec. */
@ApiType({ name: 'k8s.io.api.node.v1alpha1.RuntimeClassSpec', doc: 'How containers of pods are run.' })
export class RuntimeClassSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'What a node calls this way of running containers.' })
  runtimeHandler?: string;

  @Field(2, Overhead, { since: '1.16', pointer: true, doc: 'What running a pod costs besides its containers.' })
  overhead?: Overhead;

  @Field(3, Scheduling, { since: '1.16', pointer: true, doc: 'Where pods of the class can run; all nodes when unset.' })
  scheduling?: Scheduling;
}

/** RuntimeClass as node.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.node.v1alpha1.RuntimeClass', doc: 'Names how containers of pods are run.' })
export class RuntimeClassV1alpha1 {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, RuntimeClassSpec, { always: true, required: true, doc: 'What the class stands for.' })
  spec?: RuntimeClassSpec;
}
