import { invalid, required, tooLong, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { goNil, goStruct, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import { AppArmorProfile, SeccompProfile } from '../shape/security-context.v1.js';
import { checkDescendingPath } from './checks.js';

const checkSeccomp = fieldChecker(SeccompProfile);
const checkAppArmor = fieldChecker(AppArmorProfile);
const PROFILE_MAX = 4095;

/** Checks a seccomp profile. */
export function validateSeccompProfile(profile: SeccompProfile | undefined, path: FieldPath): FieldError[] {
  if (!profile) return [];
  const errors = checkSeccomp(profile, path);
  const { localhostProfile } = profile;
  const place = path.child('localhostProfile');
  if (profile.type === 'Localhost') {
    if (localhostProfile === undefined) {
      errors.push(required(place, 'must be set when seccomp type is Localhost'));
    } else {
      errors.push(...checkDescendingPath(localhostProfile, place));
    }
  } else if (localhostProfile !== undefined) {
    const shown = goStruct('core.SeccompProfile', { Type: profile.type, LocalhostProfile: goNil('*string') });
    errors.push(invalid(place, shown, 'can only be set when seccomp type is Localhost'));
  }
  return errors;
}

/** Checks an AppArmor profile. */
export function validateAppArmorProfile(profile: AppArmorProfile | undefined, path: FieldPath): FieldError[] {
  if (!profile) return [];
  const ofType = checkAppArmor(profile, path);
  if (ofType.length > 0) return ofType;
  const place = path.child('localhostProfile');
  const name = profile.localhostProfile;
  if (profile.type === 'Localhost') return localAppArmorErrors(name, place);
  return name === undefined ? [] : [invalid(place, name, 'can only be set when AppArmor type is Localhost')];
}

function localAppArmorErrors(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined) return [required(path, 'must be set when AppArmor type is Localhost')];
  const errors: FieldError[] = [];
  if (name.trim() !== name) errors.push(invalid(path, name, 'must not be padded with whitespace'));
  else if (name === '') errors.push(required(path, 'must be set when AppArmor type is Localhost'));
  if (Buffer.byteLength(name) > PROFILE_MAX) errors.push(tooLong(path, PROFILE_MAX));
  return errors;
}
