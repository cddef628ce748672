import { ApiType, Field, type ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  LimitResponse,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  LimitedPriorityLevelConfiguration,
} from './priority-level-configuration.v1.js';
import { PRESERVE_ZERO } from './zero-shares.js';

const SHARES = 30;
const SHARES_DOC = 'The share of seats the level has by itself; 30 when zero.';

/** Shape of v1beta2.LimitedPriorityLevelConfiguration, which calls the shares differently. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1beta2.LimitedPriorityLevelConfiguration',
  doc: 'Limits of a level.',
  defaults: defaultAssured,
})
export class AssuredPriorityLevelConfiguration {
  @Field(1, 'int32', { always: true, doc: SHARES_DOC })
  assuredConcurrencyShares?: number;

  @Field(2, LimitResponse, { doc: 'What becomes of requests beyond the limit.' })
  limitResponse?: LimitResponse;

  @Field(3, 'int32', { since: '1.26', pointer: true, doc: 'Percent of the seats that other levels may use.' })
  lendablePercent?: number;

  @Field(4, 'int32', {
    since: '1.26',
    pointer: true,
    doc: 'Percent of its seats that the level may borrow besides; no bound when unset.',
  })
  borrowingLimitPercent?: number;
}

type SpecMembers = Omit<PriorityLevelConfigurationSpec, 'limited'>;

/** Shape of v1beta2.PriorityLevelConfigurationSpec. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta2.PriorityLevelConfigurationSpec', inherits: true })
class AssuredSpec extends (PriorityLevelConfigurationSpec as new () => SpecMembers) {
  @Field(2, AssuredPriorityLevelConfiguration, { pointer: true, doc: 'The limits; only with type Limited.' })
  limited?: AssuredPriorityLevelConfiguration;
}

type Members = Omit<PriorityLevelConfiguration, 'spec'>;

/** PriorityLevelConfiguration as flowcontrol.apiserver.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta1.PriorityLevelConfiguration', inherits: true })
export class PriorityLevelConfigurationV1beta1 extends (PriorityLevelConfiguration as new () => Members) {
  @Field(2, AssuredSpec, { doc: 'What is wanted.' })
  spec?: AssuredSpec;
}

/** PriorityLevelConfiguration as flowcontrol.apiserver.k8s.io/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta2.PriorityLevelConfiguration', inherits: true })
export class PriorityLevelConfigurationV1beta2 extends PriorityLevelConfigurationV1beta1 {}

/** Shape of v1beta3.LimitedPriorityLevelConfiguration, whose shares cannot be left out. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1beta3.LimitedPriorityLevelConfiguration',
  inherits: true,
  defaults: defaultLent,
})
class LimitedV1beta3 extends LimitedPriorityLevelConfiguration {
  @Field(1, 'int32', { always: true, doc: SHARES_DOC })
  override nominalConcurrencyShares?: number;
}

/** Shape of v1beta3.PriorityLevelConfigurationSpec. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta3.PriorityLevelConfigurationSpec', inherits: true })
class SpecV1beta3 extends PriorityLevelConfigurationSpec {
  @Field(2, LimitedV1beta3, { pointer: true, doc: 'The limits; only with type Limited.' })
  override limited?: LimitedV1beta3;
}

/** PriorityLevelConfiguration as flowcontrol.apiserver.k8s.io/v1beta3 had it. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1beta3.PriorityLevelConfiguration',
  inherits: true,
  defaults: defaultNominal,
})
export class PriorityLevelConfigurationV1beta3 extends PriorityLevelConfiguration {
  @Field(2, SpecV1beta3, { doc: 'What is wanted.' })
  override spec?: SpecV1beta3;
}

function defaultAssured(limited: AssuredPriorityLevelConfiguration): void {
  limited.assuredConcurrencyShares ||= SHARES;
  defaultLent(limited);
}

function defaultLent(limited: { lendablePercent?: number }): void {
  limited.lendablePercent ??= 0;
}

function defaultNominal({ metadata, spec }: { metadata?: ObjectMeta; spec?: SpecV1beta3 }): void {
  if (!spec?.limited || Object.hasOwn(metadata?.annotations ?? {}, PRESERVE_ZERO)) return;
  spec.limited.nominalConcurrencyShares ||= SHARES;
}
