import { FieldPath, type ObjectMeta } from '../../../src/plugin-api/index.js';
import type { AppArmorProfile } from './container.v1.js';
import type { PodSpec } from './pod.v1.js';
import { APP_ARMOR_PREFIX } from './validation/annotations.js';
import { placedContainers } from './validation/container-visits.js';

/** Fills in fields from annotations and annotations from fields; answers the annotations that were read. */
export function syncAppArmor(meta: ObjectMeta, spec: PodSpec): string[] {
  if (spec.os?.name === 'windows') return [];
  const ofPod = spec.securityContext?.appArmorProfile;
  const read: string[] = [];
  for (const { container } of placedContainers(spec, FieldPath.of())) {
    const key = `${APP_ARMOR_PREFIX}${container.name}`;
    const annotation = meta.annotations?.[key];
    const own = container.securityContext?.appArmorProfile;
    const profile = own ?? ofPod;
    if (annotation === undefined) {
      const text = profile && annotationOf(profile);
      if (text) (meta.annotations ??= {})[key] = text;
      continue;
    }
    const wanted = profileOf(annotation);
    if (own || !wanted) continue;
    read.push(key);
    if (!ofPod) (container.securityContext ??= {}).appArmorProfile = wanted;
  }
  return read;
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
  return { type: 'Localhost', localhostProfile: annotation.slice('localhost/'.length) };
}
