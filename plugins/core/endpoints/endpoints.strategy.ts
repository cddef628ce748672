import type { Strategy } from '../../../src/plugin-api/index.js';
import { newAddressWarnings } from '../values/address-warnings.js';
import type { Endpoints } from './endpoints.v1.js';
import { validateEndpoints } from './endpoints.validation.js';

/** The rules of Endpoints. */
export const endpointsStrategy: Strategy<Endpoints> = {
  repeatedMetadataCheck: 'change',
  validate: validateEndpoints,
  validateUpdate: validateEndpoints,
  warningsOnCreate: endpointWarnings,
  warningsOnUpdate: endpointWarnings,
};

function endpointWarnings({ subsets = [] }: Endpoints): string[] {
  return subsets.flatMap((subset, i) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
      (subset[list] ?? []).flatMap(({ ip }, k) => newAddressWarnings(`subsets[${i}].${list}[${k}].ip`, ip)),
    ),
  );
}
