import { duplicate, type FieldError, FieldPath, invalid, notSupported } from '../../../src/plugin-api/index.js';
import { goSlice, IMMUTABLE_MESSAGE, repeatFinder } from '../../../src/plugin-api/internal.js';
import { checkOneOf, isSameValue } from '../../core/index.js';
import type { CSIDriver, TokenRequest } from './csi-driver.v1.js';

const SPEC = FieldPath.of('spec');
const MODES_PATH = SPEC.child('volumeLifecycleModes');
const POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType'];
const MODES = ['Persistent', 'Ephemeral'];
const SHORTEST_SECONDS = 600;
const LONGEST_SECONDS = 2 ** 32;

/** Checks a driver of volumes. */
export function validateCsiDriver({ spec }: CSIDriver): FieldError[] {
  return [
    ...checkOneOf(spec.fsGroupPolicy, SPEC.child('fsGroupPolicy'), POLICIES),
    ...tokenErrors(spec.tokenRequests ?? [], SPEC.child('tokenRequests')),
    ...(spec.volumeLifecycleModes ?? []).flatMap((mode) =>
      MODES.includes(mode) ? [] : [notSupported(MODES_PATH, mode, MODES)],
    ),
  ];
}

/** Checks a change: whether volumes are attached and how long they live stays. */
export function validateCsiDriverUpdate(next: CSIDriver, old: CSIDriver): FieldError[] {
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

function tokenErrors(requests: readonly TokenRequest[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return requests.flatMap(({ audience, expirationSeconds: seconds }, i) => {
    const place = path.index(i);
    if (isRepeated(audience)) return [duplicate(place.child('audience'), audience)];
    return seconds === undefined ? [] : lifetimeErrors(seconds, place.child('expirationSeconds'));
  });
}

function lifetimeErrors(seconds: number, path: FieldPath): FieldError[] {
  if (seconds < SHORTEST_SECONDS) return [invalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds <= LONGEST_SECONDS) return [];
  return [invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')];
}
