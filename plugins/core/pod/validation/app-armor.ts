import { FieldPath, isDeepEqual, type ObjectMeta } from '../../../../src/plugin-api/index.js';
import { hasRule } from '../../../../src/plugin-api/built-in.js';
import type { AppArmorProfile } from '../shape/security-context.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { APP_ARMOR_PREFIX } from './annotations.js';
import { placedContainers } from './container-visits.js';
import { validateAppArmorProfile } from './security-profiles.js';

/**
 * Fills in the field of each container from its annotation, or the annotation from the field; returns the annotations
 * that stand in place of a field, be it that they cannot be read.
 */
export function syncAppArmor(meta: ObjectMeta, spec: PodSpec): string[] {
  if (spec.os?.name === 'windows') return [];
  const ofPod = spec.securityContext?.appArmorProfile;
  return placedContainers(spec, FieldPath.of()).flatMap(({ container }) => {
    // A container without a name has no annotation since 1.34.
    if (container.name === '' && hasRule({ since: '1.34' })) return [];
    const key = `${APP_ARMOR_PREFIX}${container.name}`;
    const annotation = meta.annotations?.[key];
    const own = container.securityContext?.appArmorProfile;
    if (annotation === undefined) {
      writeAnnotation(meta, key, own ?? ofPod);
      return [];
    }
    if (own) return [];
    const profile = profileOf(annotation);
    if (profile && isDeepEqual(profile, ofPod)) return [];
    if (profile) (container.securityContext ??= {}).appArmorProfile = profile;
    return [key];
  });
}

function writeAnnotation(meta: ObjectMeta, key: string, profile: AppArmorProfile | undefined): void {
  const text = profile && annotationOf(profile);
  if (text) (meta.annotations ??= {})[key] = text;
}

function annotationOf(profile: AppArmorProfile): string | undefined {
  switch (profile.type) {
    case 'Unconfined':
      return 'unconfined';
    case 'RuntimeDefault':
      return 'runtime/default';
    case 'Localhost':
      return profile.localhostProfile === undefined ? undefined : `localhost/${profile.localhostProfile}`;
    default:
      return undefined;
  }
}

function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith('localhost/')) return undefined;
  const profile = { type: 'Localhost', localhostProfile: annotation.slice('localhost/'.length) };
  return validateAppArmorProfile(profile, FieldPath.of()).length === 0 ? profile : undefined;
}
