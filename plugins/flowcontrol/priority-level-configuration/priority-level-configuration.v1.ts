import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.QueuingConfiguration. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.QueuingConfiguration',
  doc: 'Queues of a level.',
  defaults: defaultQueuing,
})
export class QueuingConfiguration {
  @Field(1, 'int32', { always: true, doc: 'How many queues there are; 64 when unset.' })
  @AtLeast(1, 'must be positive')
  @AtMost(10_000_000, 'must not be greater than 10000000')
  queues?: number;

  @Field(2, 'int32', { always: true, doc: 'How many queues each flow may use; 8 when unset.' })
  @AtLeast(1, 'must be positive')
  handSize?: number;

  @Field(3, 'int32', { always: true, doc: 'How many requests wait in a queue; 50 when unset.' })
  @AtLeast(1, 'must be positive')
  queueLengthLimit?: number;
}

/** Shape of v1.LimitResponse. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.LimitResponse',
  unions: [{ discriminator: 'type', fields: { queuing: 'Queuing' } }],
  doc: 'What becomes of requests beyond the limit.',
})
export class LimitResponse {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.LimitResponseType', doc: 'Queue or Reject.' })
  type: string;

  @Field(2, QueuingConfiguration, { pointer: true, doc: 'The queues; only with type Queue.' })
  queuing?: QueuingConfiguration;
}

/** Shape of v1.LimitedPriorityLevelConfiguration. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.LimitedPriorityLevelConfiguration',
  doc: 'Limits of a level.',
  defaults: (limited: LimitedPriorityLevelConfiguration) => defaultShares(limited, 30),
})
export class LimitedPriorityLevelConfiguration {
  @Field(1, 'int32', {
    pointer: true,
    always: true,
    doc: 'The share of seats the level has by itself; 30 for limited levels when unset.',
  })
  @AtLeast(0, 'must be a non-negative integer')
  nominalConcurrencyShares?: number;

  @Field(2, LimitResponse, { doc: 'What becomes of requests beyond the limit.' })
  limitResponse?: LimitResponse;

  @Field(3, 'int32', { since: '1.26', pointer: true, doc: 'Percent of the seats that other levels may use.' })
  @AtLeast(0, 'must be between 0 and 100, inclusive')
  @AtMost(100, 'must be between 0 and 100, inclusive')
  lendablePercent?: number;

  @Field(4, 'int32', {
    since: '1.26',
    pointer: true,
    doc: 'Percent of its seats that the level may borrow besides; no bound when unset.',
  })
  @AtLeast(0, 'if specified, must be a non-negative integer')
  borrowingLimitPercent?: number;
}

/** Shape of v1.ExemptPriorityLevelConfiguration. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.ExemptPriorityLevelConfiguration',
  doc: 'What a level without limits lends to others.',
  defaults: (exempt: ExemptPriorityLevelConfiguration) => defaultShares(exempt, 0),
})
export class ExemptPriorityLevelConfiguration {
  @Field(1, 'int32', {
    pointer: true,
    doc: 'The share of seats the level has by itself; 30 for limited levels when unset.',
  })
  @AtLeast(0, 'must be a non-negative integer')
  nominalConcurrencyShares?: number;

  @Field(2, 'int32', { pointer: true, doc: 'Percent of the seats that other levels may use.' })
  @AtLeast(0, 'must be between 0 and 100, inclusive')
  @AtMost(100, 'must be between 0 and 100, inclusive')
  lendablePercent?: number;
}

/** Shape of v1.PriorityLevelConfigurationSpec. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.PriorityLevelConfigurationSpec',
  unions: [{ discriminator: 'type', fields: { exempt: 'Exempt', limited: 'Limited' } }],
  doc: 'Which limits a level has.',
})
export class PriorityLevelConfigurationSpec {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.PriorityLevelEnablement',
    doc: 'Limited, or Exempt for requests that never wait.',
  })
  type: string;

  @Field(2, LimitedPriorityLevelConfiguration, { pointer: true, doc: 'The limits; only with type Limited.' })
  limited?: LimitedPriorityLevelConfiguration;

  @Field(3, ExemptPriorityLevelConfiguration, {
    since: '1.28',
    pointer: true,
    doc: 'What is lent; only with type Exempt.',
  })
  exempt?: ExemptPriorityLevelConfiguration;
}

/** Shape of v1.PriorityLevelConfigurationCondition. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.PriorityLevelConfigurationCondition', doc: 'One state a level is in.' })
export class PriorityLevelConfigurationCondition {
  @Field(1, 'string', { alias: 'v1.PriorityLevelConfigurationConditionType', doc: 'Name of the condition.' })
  type?: string;

  @Field(2, 'string', { alias: 'v1.ConditionStatus', doc: 'Whether it holds: True, False or Unknown.' })
  status?: string;

  @Field(3, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(4, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Explanation of the state.' })
  message?: string;
}

/** Shape of v1.PriorityLevelConfigurationStatus. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.PriorityLevelConfigurationStatus', doc: 'States a level is in.' })
export class PriorityLevelConfigurationStatus {
  @Field(1, PriorityLevelConfigurationCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.25', patchStrategy: undefined, patchMergeKey: undefined }],
    doc: 'States the level is in.',
  })
  conditions?: PriorityLevelConfigurationCondition[];
}

/** Shape of v1.PriorityLevelConfiguration. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.PriorityLevelConfiguration',
  doc: 'How many requests of a kind are served at a time.',
})
export class PriorityLevelConfiguration {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PriorityLevelConfigurationSpec, { doc: 'What is wanted.' })
  spec?: PriorityLevelConfigurationSpec;

  @Field(3, PriorityLevelConfigurationStatus, { doc: 'What is known.' })
  status?: PriorityLevelConfigurationStatus;
}

function defaultQueuing(queuing: QueuingConfiguration): void {
  queuing.queues ||= 64;
  queuing.handSize ||= 8;
  queuing.queueLengthLimit ||= 50;
}

function defaultShares(level: { nominalConcurrencyShares?: number; lendablePercent?: number }, shares: number): void {
  level.nominalConcurrencyShares ??= shares;
  level.lendablePercent ??= 0;
}
