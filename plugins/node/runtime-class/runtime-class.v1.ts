import { ApiType, Field, isDns1123Label, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format } from '../../../src/plugin-api/built-in.js';
import { Toleration } from '../../core/index.js';

/** Shape of v1.Overhead. */
@ApiType({
  name: 'k8s.io.api.node.v1.Overhead',
  doc: 'What running a pod costs besides its containers.',
})
export class Overhead {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Resources every pod of the class takes.' })
  podFixed?: Record<string, string | number>;
}

/** Shape of v1.Scheduling. */
@ApiType({ name: 'k8s.io.api.node.v1.Scheduling', doc: 'Where pods of a class can run.' })
export class Scheduling {
  @Field(1, 'string', {
    map: true,
    mapType: 'atomic',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Labels of nodes that can run them; joined to those a pod asks for.',
  })
  nodeSelector?: Record<string, string>;

  @Field(2, Toleration, {
    list: true,
    listType: 'atomic',
    doc: 'Taints that pods of the class bear; joined to their own.',
  })
  tolerations?: Toleration[];
}

/** Shape of v1.RuntimeClass. */
@ApiType({ name: 'k8s.io.api.node.v1.RuntimeClass', doc: 'Names how containers of pods are run.' })
export class RuntimeClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'string', {
    always: true,
    required: true,
    doc: 'What a node calls this way of running containers; cannot change.',
  })
  @Format(isDns1123Label, { ofEmpty: true })
  handler: string;

  @Field(3, Overhead, { since: '1.16', pointer: true, doc: 'What running a pod costs besides its containers.' })
  overhead?: Overhead;

  @Field(4, Scheduling, { since: '1.16', pointer: true, doc: 'Where pods of the class can run; all nodes when unset.' })
  scheduling?: Scheduling;
}
