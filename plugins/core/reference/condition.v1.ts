import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** The fields of conditions of workloads; no type of the API has this name. */
@ApiType({ name: 'k8s.io.api.core.v1.StateCondition' })
export class StateCondition {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the condition.' })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;

  @Field(3, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(4, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Explanation of the state.' })
  message?: string;
}

/** The fields of conditions that are probed; no type of the API has this name. */
@ApiType({ name: 'k8s.io.api.core.v1.ProbedCondition' })
export class ProbedCondition {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the condition.' })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;

  @Field(3, 'time', { doc: 'When the condition was last checked.' })
  lastProbeTime?: string;

  @Field(4, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(5, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(6, 'string', { doc: 'Explanation of the state.' })
  message?: string;
}
