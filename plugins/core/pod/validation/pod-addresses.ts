import { duplicate, FieldPath, invalid, type FieldError } from '../../../../src/plugin-api/index.js';
import {
  hasRule,
  goSlice,
  goStruct,
  internalFieldError,
  isValidIp,
  parseIp,
  type GoValue,
  repeatFinder,
} from '../../../../src/plugin-api/built-in.js';
import type { PodStatus } from '../shape/pod-status.v1.js';
import { check } from './checks.js';

const POD_IPS = FieldPath.of('status', 'podIPs');
const HOST_IPS = FieldPath.of('status', 'hostIPs');

/** Checks the addresses a pod reports, its own and those of its host: at most one of each family. */
export function validatePodAddresses(status: PodStatus): FieldError[] {
  const pods = (status.podIPs ?? []).map(({ ip }) => ip);
  return [
    ...formErrors(pods, POD_IPS),
    ...familyErrors(pods, POD_IPS, 'core.PodIP'),
    ...(looksForRepetitions() ? repetitionErrors(pods, POD_IPS, 'core.PodIP') : []),
    ...hostErrors(status),
  ];
}

/** The reference looks for repetitions before families here, and after them above. */
function hostErrors({ hostIP, hostIPs }: PodStatus): FieldError[] {
  const hosts = (hostIPs ?? []).map(({ ip }) => ip);
  const isFirstEqual = hosts.length === 0 || hosts[0] === (hostIP ?? '');
  return [
    ...(isFirstEqual ? [] : [invalid(HOST_IPS.index(0).child('ip'), hosts[0], 'must be equal to `hostIP`')]),
    ...formErrors(hosts, HOST_IPS),
    ...(looksForRepetitions() ? repetitionErrors(hosts, HOST_IPS, 'core.HostIP') : []),
    ...familyErrors(hosts, HOST_IPS, 'core.HostIP'),
  ];
}

function formErrors(addresses: readonly string[], path: FieldPath): FieldError[] {
  return addresses.flatMap((ip, i) => check(ip, path.index(i), isValidIp));
}

function familyErrors(addresses: readonly string[], path: FieldPath, type: string): FieldError[] {
  if (addresses.length < 2) return [];
  const families = addresses.map((ip) => parseIp(ip)?.family);
  const unreadable = families.indexOf(undefined);
  const errors: FieldError[] = [];
  if (unreadable >= 0) {
    const fault = `invalid IP[${unreadable}]: ${addresses[unreadable]}`;
    errors.push(internalFieldError(path, `failed to check for dual stack with error:${fault}`));
  }
  const isDualStack = unreadable < 0 && new Set(families).size === 2;
  if (!isDualStack || addresses.length > 2) {
    const shown = goSlice(
      type,
      addresses.map((ip) => shownAddress(ip, type)),
    );
    errors.push(invalid(path, shown, 'may specify no more than one IP for each IP family'));
  }
  return errors;
}

/** Since 1.33 addresses of one family are one fault: no two of two families are the same. */
function looksForRepetitions(): boolean {
  return !hasRule({ since: '1.33' });
}

function repetitionErrors(addresses: readonly string[], path: FieldPath, type: string): FieldError[] {
  const isRepeat = repeatFinder<string>();
  return addresses.flatMap((ip, i) => (isRepeat(ip) ? [duplicate(path.index(i), shownAddress(ip, type))] : []));
}

function shownAddress(ip: string, type: string): GoValue {
  return goStruct(type, { IP: ip });
}
