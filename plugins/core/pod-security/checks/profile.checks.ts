import type { SELinuxOptions } from '../../pod/shape/security-context.v1.js';
import { APP_ARMOR_PREFIX } from '../../pod/validation/annotations.js';
import { goQuote } from '../../../../src/plugin-api/built-in.js';
import { type CheckedPod, type PodCheck, containersOf, containersSetting } from './pod-check.js';
import { containersText, plural, quoted, settersText, sorted } from './wording.js';

const PROFILE_TYPES: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);
const SE_LINUX_TYPES = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

/** Allows no AppArmor profile but that of the container runtime or one of the node. */
export const appArmorProfile: PodCheck = ({ annotations, spec }) => {
  const isBad = (profile?: { type: string }): boolean => profile !== undefined && !PROFILE_TYPES.has(profile.type);
  const ofPod = spec.securityContext?.appArmorProfile;
  const names = containersSetting(spec, (settings) => isBad(settings.appArmorProfile));
  const profiles = [ofPod, ...containersOf(spec).map(({ securityContext }) => securityContext?.appArmorProfile)];
  const values = sorted(profiles.flatMap((profile) => (isBad(profile) ? [profile!.type] : [])));
  const refused = refusedAnnotations(annotations);
  const setters = [settersText(isBad(ofPod), names)].filter((text) => text !== '');
  if (refused.length > 0) setters.push(plural(refused.length, 'annotation'));
  if (setters.length === 0) return undefined;
  values.push(...refused);
  return {
    reason: plural(values.length, 'forbidden AppArmor profile'),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function refusedAnnotations(annotations: CheckedPod['annotations']): string[] {
  const isAllowed = (value: string): boolean =>
    value === '' || value === 'runtime/default' || value.startsWith('localhost/');
  return Object.entries(annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR_PREFIX) && !isAllowed(value))
    .map(([key, value]) => `${key}=${goQuote(value)}`)
    .sort();
}

/** Returns the view of /proc that hides what belongs to the node. */
export const procMount: PodCheck = ({ spec }) => {
  const isBad = (mount?: string): boolean => mount !== undefined && mount !== 'Default';
  const names = containersSetting(spec, (settings) => isBad(settings.procMount));
  if (names.length === 0) return undefined;
  const mounts = containersOf(spec).map(({ securityContext }) => securityContext?.procMount);
  const values = sorted(mounts.flatMap((mount) => (isBad(mount) ? [mount!] : [])));
  return {
    reason: 'procMount',
    detail: `${containersText(names)} must not set securityContext.procMount to ${quoted(values)}`,
  };
};

/** Allows types of SELinux for containers only, and no users and roles: as it was first. */
export const seLinuxOptions: PodCheck = (pod) => seLinuxViolation(pod, new Set(SE_LINUX_TYPES));

/** Returns the same, with the type for container engines. */
export const seLinuxOptionsWithEngines: PodCheck = (pod) =>
  seLinuxViolation(pod, new Set([...SE_LINUX_TYPES, 'container_engine_t']));

function seLinuxViolation({ spec }: CheckedPod, allowed: ReadonlySet<string>): ReturnType<PodCheck> {
  const isBad = ({ type = '', user, role }: SELinuxOptions = {}): boolean =>
    !allowed.has(type) || Boolean(user || role);
  const ofPod = spec.securityContext?.seLinuxOptions;
  const names = containersSetting(spec, (settings) => isBad(settings.seLinuxOptions));
  const setters = settersText(isBad(ofPod), names);
  if (setters === '') return undefined;
  const all = [ofPod, ...containersOf(spec).map(({ securityContext }) => securityContext?.seLinuxOptions)];
  const types = sorted(all.map((options) => options?.type ?? '').filter((type) => !allowed.has(type)));
  const faults = types.length === 0 ? [] : [`${plural(types.length, 'type')} ${quoted(types)}`];
  if (all.some((options) => options?.user)) faults.push('user may not be set');
  if (all.some((options) => options?.role)) faults.push('role may not be set');
  const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`;
  return { reason: 'seLinuxOptions', detail };
}
