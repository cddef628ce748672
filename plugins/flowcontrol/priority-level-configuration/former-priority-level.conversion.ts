import type { Conversion, ObjectMeta } from '../../../src/plugin-api/index.js';
import type { PriorityLevelConfiguration } from './priority-level-configuration.v1.js';
import type {
  PriorityLevelConfigurationV1beta1,
  PriorityLevelConfigurationV1beta3,
} from './priority-level-configuration.v1beta1.js';
import { PRESERVE_ZERO } from './zero-shares.js';

/** Between v1 and the versions that call the shares of a level assured. */
export const assuredSharesConversion: Conversion<PriorityLevelConfigurationV1beta1, PriorityLevelConfiguration> = {
  toHub({ spec, ...rest }) {
    if (!spec?.limited) return { ...rest, spec: spec && { ...spec, limited: undefined } };
    const { assuredConcurrencyShares: nominalConcurrencyShares, ...limited } = spec.limited;
    return { ...rest, spec: { ...spec, limited: { ...limited, nominalConcurrencyShares } } };
  },

  fromHub({ spec, ...rest }) {
    if (!spec?.limited) return { ...rest, spec: spec && { ...spec, limited: undefined } };
    const { nominalConcurrencyShares: assuredConcurrencyShares, ...limited } = spec.limited;
    return { ...rest, spec: { ...spec, limited: { ...limited, assuredConcurrencyShares } } };
  },
};

/** Between v1 and v1beta3, which distinguishes zero shares from unset ones by an annotation. */
export const zeroSharesConversion: Conversion<PriorityLevelConfigurationV1beta3, PriorityLevelConfiguration> = {
  toHub: ({ metadata, ...rest }) => ({ ...rest, metadata: withoutMark(metadata) }),

  fromHub({ metadata, ...rest }) {
    const kept = withoutMark(metadata);
    if (rest.spec?.limited?.nominalConcurrencyShares !== 0) return { ...rest, metadata: kept };
    return { ...rest, metadata: { ...kept, annotations: { ...kept.annotations, [PRESERVE_ZERO]: '' } } };
  },
};

function withoutMark(metadata: ObjectMeta): ObjectMeta {
  if (!Object.hasOwn(metadata.annotations ?? {}, PRESERVE_ZERO)) return metadata;
  const { [PRESERVE_ZERO]: _mark, ...annotations } = metadata.annotations!;
  return { ...metadata, annotations: Object.keys(annotations).length > 0 ? annotations : undefined };
}
