import { duplicate, type FieldError, FieldPath, invalid, notSupported } from '../../../src/plugin-api/index.js';
import {
  goSlice,
  goStruct,
  hasRule,
  IMMUTABLE_MESSAGE,
  repeatFinder,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { isSameValue } from '../../core/index.js';
import { type CSIDriver, CSIDriverSpec, TokenRequest } from './csi-driver.v1.js';

const SPEC = FieldPath.of('spec');
/** More frequent updates would load the server, in seconds. */
const MIN_UPDATE_PERIOD = 10;
const MODES_PATH = SPEC.child('volumeLifecycleModes');
const MODES = ['Persistent', 'Ephemeral'];
const checkSpec = fieldChecker(CSIDriverSpec);
const checkToken = fieldChecker(TokenRequest);

/** Checks a driver of volumes. */
export function validateCsiDriver({ spec }: CSIDriver): FieldError[] {
  return [
    ...checkSpec(spec, SPEC),
    ...tokenErrors(spec.tokenRequests ?? [], SPEC.child('tokenRequests')),
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode) =>
      MODES.includes(mode) ? [] : [notSupported(MODES_PATH, mode, MODES)],
    ),
    ...laterErrors(spec),
  ];
}

function laterErrors(spec: CSIDriverSpec): FieldError[] {
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets: isInSecrets, tokenRequests } = spec;
  const path = SPEC.child('nodeAllocatableUpdatePeriodSeconds');
  const isShort = period !== undefined && period < MIN_UPDATE_PERIOD;
  const isWithout = isInSecrets === true && !tokenRequests?.length;
  const text = `must be greater than or equal to ${MIN_UPDATE_PERIOD} seconds`;
  return [
    ...(isShort ? [invalid(path, period, text)] : []),
    ...(isWithout ? [invalid(SPEC.child('serviceAccountTokenInSecrets'), true, WITHOUT_TOKENS)] : []),
  ];
}

const WITHOUT_TOKENS = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';

/** Checks a change: whether volumes are attached and how long they live stays. */
export function validateCsiDriverUpdate(next: CSIDriver, old: CSIDriver): FieldError[] {
  if (!hasRule({ since: '1.21' })) return [...validateCsiDriver(next), ...sameSpecErrors(next, old)];
  const [attaches, oldAttaches] = [next.spec.attachRequired, old.spec.attachRequired];
  const [modes, oldModes] = [next.spec.volumeLifecycleModes, old.spec.volumeLifecycleModes];
  return [
    ...validateCsiDriver(next),
    // The reference names the field so.
    ...(attaches === oldAttaches ? [] : [invalid(SPEC.child('attachedRequired'), attaches, IMMUTABLE_MESSAGE)]),
    ...(isSameValue(modes, oldModes)
      ? []
      : [invalid(MODES_PATH, goSlice('storage.VolumeLifecycleMode', modes), IMMUTABLE_MESSAGE)]),
  ];
}

/** Before 1.21 nothing of a driver could be changed but what its gate was new for. */
function sameSpecErrors({ spec }: CSIDriver, old: CSIDriver): FieldError[] {
  const { tokenRequests: _tokens, requiresRepublish: _republish, ...fixed } = spec;
  const { tokenRequests: _oldTokens, requiresRepublish: _oldRepublish, ...oldFixed } = old.spec;
  return isSameValue(fixed, oldFixed) ? [] : [invalid(SPEC, goStruct('storage.CSIDriverSpec', {}), IMMUTABLE_MESSAGE)];
}

function tokenErrors(requests: readonly TokenRequest[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return requests.flatMap((request, i) => {
    const { audience } = request;
    if (isRepeated(audience)) return [duplicate(path.index(i).child('audience'), audience)];
    return checkToken(request, path.index(i));
  });
}
