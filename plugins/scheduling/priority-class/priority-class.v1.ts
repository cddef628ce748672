import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultPriorityClass } from './priority-class.defaults.js';

/** Shape of v1.PriorityClass. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1.PriorityClass',
  doc: 'A name for a priority, which pods take over.',
  defaults: defaultPriorityClass,
})
export class PriorityClass {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'int32', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'The priority of pods of this class; the higher goes first.',
  })
  value: number;

  @Field(3, 'bool', { doc: 'Whether pods that name no class are of this one; only one class may be.' })
  globalDefault?: boolean;

  @Field(4, 'string', { doc: 'What the class is meant for.' })
  description?: string;

  @Field(5, 'string', {
    pointer: true,
    enum: ['Never', 'PreemptLowerPriority'],
    alias: 'v1.PreemptionPolicy',
    doc: 'Whether pods of this class push out others (PreemptLowerPriority) or wait (Never).',
  })
  preemptionPolicy?: string;
}
