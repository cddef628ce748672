import type { PodSpec } from '../../pod/shape/pod.v1.js';
import { type PodCheck, containersOf, containersSetting } from './pod-check.js';
import { containersText, quoted, sorted } from './wording.js';

const COMMON_CAPABILITIES: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);
const RESTRICTED_CAPABILITIES: ReadonlySet<string> = new Set(['NET_BIND_SERVICE']);

/** Allows no privileged containers. */
export const privileged: PodCheck = ({ spec }) => {
  const names = containersSetting(spec, (settings) => settings.privileged === true);
  if (names.length === 0) return undefined;
  return { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

/** Allows no way to more privileges than a process began with. */
export const allowPrivilegeEscalation: PodCheck = ({ spec }) => {
  const names = containersSetting(spec, (settings) => settings.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  const detail = `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

/** Allows no capabilities but those that containers usually have. */
export const capabilitiesBaseline: PodCheck = ({ spec }) => {
  const detail = addedText(spec, COMMON_CAPABILITIES);
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
};

/** Returns all capabilities dropped, and none added but that for low ports. */
export const capabilitiesRestricted: PodCheck = ({ spec }) => {
  const names = containersSetting(spec, ({ capabilities }) => !capabilities?.drop?.includes('ALL'));
  const added = addedText(spec, RESTRICTED_CAPABILITIES);
  if (names.length === 0 && added === undefined) return undefined;
  const details =
    names.length === 0 ? [] : [`${containersText(names)} must set securityContext.capabilities.drop=["ALL"]`];
  if (added !== undefined) details.push(added);
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

function addedText(spec: PodSpec, allowed: ReadonlySet<string>): string | undefined {
  const isAdding = (add: readonly string[] = []): boolean => add.some((capability) => !allowed.has(capability));
  const names = containersSetting(spec, ({ capabilities }) => isAdding(capabilities?.add));
  if (names.length === 0) return undefined;
  const added = containersOf(spec).flatMap(({ securityContext }) => securityContext?.capabilities?.add ?? []);
  const refused = sorted(added.filter((capability) => !allowed.has(capability)));
  return `${containersText(names)} must not include ${quoted(refused)} in securityContext.capabilities.add`;
}
