import { type PodCheck, containersOf, containersSetting, containersWhere } from './pod-check.js';
import { containersText, plural, quoted, settersText, sorted } from './wording.js';

const HOST_MEMBERS = ['hostNetwork', 'hostPID', 'hostIPC'] as const;

/** Allows no network, processes or memory shared with the node. */
export const hostNamespaces: PodCheck = ({ spec }) => {
  const shared = HOST_MEMBERS.filter((member) => spec[member]);
  return shared.length === 0
    ? undefined
    : { reason: 'host namespaces', detail: shared.map((member) => `${member}=true`).join(', ') };
};

/** Allows no files of the node. */
export const hostPathVolumes: PodCheck = ({ spec }) => {
  const names = (spec.volumes ?? []).flatMap(({ name, hostPath }) => (hostPath ? [name] : []));
  return names.length === 0
    ? undefined
    : { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quoted(names)}` };
};

/** Allows no ports of the node. */
export const hostPorts: PodCheck = ({ spec }) => {
  const names = containersWhere(spec, ({ ports }) => Boolean(ports?.some(({ hostPort }) => hostPort)));
  if (names.length === 0) return undefined;
  const all = containersOf(spec).flatMap(({ ports }) => (ports ?? []).map(({ hostPort }) => hostPort));
  const ports = sorted(all.filter(Boolean).map(String));
  const uses = `${plural(names.length, 'uses', 'use')} ${plural(ports.length, 'hostPort')}`;
  return { reason: 'hostPort', detail: `${containersText(names)} ${uses} ${ports.join(', ')}` };
};

/** Allows no processes outside of containers on Windows. */
export const windowsHostProcess: PodCheck = ({ spec }) => {
  const names = containersSetting(spec, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  const setters = settersText(spec.securityContext?.windowsOptions?.hostProcess === true, names);
  if (setters === '') return undefined;
  return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
};
