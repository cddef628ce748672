import { goQuote } from '../../../../src/plugin-api/built-in.js';
import type { SeccompProfile } from '../../pod/shape/security-context.v1.js';
import { SECCOMP_POD, SECCOMP_PREFIX } from '../../pod/validation/annotations.js';
import { type CheckedPod, type PodCheck, containersOf, containersSetting } from './pod-check.js';
import { containersText, plural, quoted, settersText, sorted } from './wording.js';

const TYPES: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);
const DEFAULTS = ['runtime/default', 'docker/default'];

const isBad = (profile?: SeccompProfile): boolean => profile !== undefined && !TYPES.has(profile.type);

/** Allows no seccomp profile but a known one, by the annotations that there were before fields. */
export const seccompAnnotations: PodCheck = ({ annotations, spec }) => {
  const keys = [SECCOMP_POD, ...containersOf(spec).map(({ name }) => `${SECCOMP_PREFIX}${name}`)];
  const refused = keys.flatMap((key) => {
    const value = annotations[key];
    const isKnown = value === undefined || DEFAULTS.includes(value) || value.startsWith('localhost/');
    return isKnown ? [] : [`${key}=${goQuote(value)}`];
  });
  const texts = sorted(refused);
  if (texts.length === 0) return undefined;
  const detail = `forbidden ${plural(texts.length, 'annotation')} ${texts.join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

/** Allows no seccomp profile but that of the container runtime or one of the node. */
export const seccompBaseline: PodCheck = ({ spec }) => {
  const ofPod = spec.securityContext?.seccompProfile;
  const names = containersSetting(spec, ({ seccompProfile }) => isBad(seccompProfile));
  const setters = settersText(isBad(ofPod), names);
  if (setters === '') return undefined;
  const all = [ofPod, ...containersOf(spec).map(({ securityContext }) => securityContext?.seccompProfile)];
  const types = sorted(all.flatMap((profile) => (isBad(profile) ? [profile!.type] : [])));
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${quoted(types)}`;
  return { reason: 'seccompProfile', detail };
};

/** Requires that one of these profiles is set for every container. */
export const seccompRestricted: PodCheck = (pod) => seccompBaseline(pod) ?? missingProfile(pod);

function missingProfile({ spec }: CheckedPod): ReturnType<PodCheck> {
  if (spec.securityContext?.seccompProfile) return undefined;
  const names = containersSetting(spec, ({ seccompProfile }) => seccompProfile === undefined);
  if (names.length === 0) return undefined;
  const wanted = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: 'seccompProfile', detail: `pod or ${containersText(names)} ${wanted}` };
}
