import { type FieldError, FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import { validateClusterIpFields } from '../../service/cluster-ip.validation.js';
import { NO_ADDRESS, familyOf, isSameList } from '../../service/service-traits.js';
import type { ServiceSpec } from '../../service/service.v1.js';

const SPEC = FieldPath.of('spec');

/**
 * Reports whether a service that prefers two families is left as it is, so that a changed cluster does not change it.
 */
export function isUnchangedPreference(spec: ServiceSpec, old: ServiceSpec | undefined): boolean {
  return (
    old !== undefined &&
    spec.type === old.type &&
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    old.ipFamilyPolicy === 'PreferDualStack' &&
    isSameList(spec.clusterIPs, old.clusterIPs) &&
    isSameList(spec.ipFamilies, old.ipFamilies)
  );
}

/**
 * Fills in the families of a service and its policy for them. `families` are those of the cluster, the default first.
 * Leaves the families alone and answers faults when what is asked for does not fit together or the cluster.
 */
export function defaultIpFamilies(
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  families: readonly string[],
): FieldError[] {
  if (spec.type === 'ExternalName' || isUnchangedPreference(spec, old)) return [];
  const isSelectorless = spec.clusterIP === NO_ADDRESS && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isSelectorless ? 'RequireDualStack' : 'SingleStack');
  const malformed = validateClusterIpFields(spec);
  if (malformed.length > 0) return malformed;
  if (old && spec.ipFamilyPolicy === 'SingleStack') dropSecondary(spec, old);
  const errors = [
    ...(old ? validateRelease(spec, old) : []),
    ...validateSingleStack(spec),
    ...inferFamilies(spec, families),
  ];
  if (errors.length > 0) return errors;
  const isFreeOfCluster = spec.clusterIPs?.[0] === NO_ADDRESS && isSelectorless;
  if (!isFreeOfCluster) {
    const unfit = validateAgainstCluster(spec, families);
    if (unfit.length > 0) return unfit;
  }
  if (!spec.ipFamilies?.length) spec.ipFamilies = [families[0]];
  const wantsSecond = spec.ipFamilyPolicy !== 'SingleStack' && spec.ipFamilies.length === 1;
  if (wantsSecond && (isFreeOfCluster || families.length === 2)) {
    spec.ipFamilies = [spec.ipFamilies[0], spec.ipFamilies[0] === 'IPv4' ? 'IPv6' : 'IPv4'];
  }
  return [];
}

/** Leaves a service with one address and without families, unless the stored one has them. */
export function dropFamilies(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  if (old?.ipFamilyPolicy !== undefined || old?.ipFamilies?.length) return;
  delete spec.ipFamilies;
  delete spec.ipFamilyPolicy;
  if ((spec.clusterIPs?.length ?? 0) > 1) spec.clusterIPs = spec.clusterIPs?.slice(0, 1);
}

/** Asking for one family of a service that is otherwise unchanged says clearly enough which one goes. */
function dropSecondary(spec: ServiceSpec, old: ServiceSpec): void {
  if (isSameList(spec.clusterIPs, old.clusterIPs)) spec.clusterIPs = spec.clusterIPs?.slice(0, 1);
  if (isSameList(spec.ipFamilies, old.ipFamilies)) spec.ipFamilies = spec.ipFamilies?.slice(0, 1);
}

/** A second address or family goes only where the policy says so. */
function validateRelease(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const { ipFamilyPolicy: policy } = spec;
  if (policy === 'SingleStack') return [];
  const fault = (what: string): FieldError =>
    invalid(SPEC.child('ipFamilyPolicy'), policy, `must be 'SingleStack' to release the secondary ${what}`);
  return [
    ...(isReduced(spec.clusterIPs, old.clusterIPs) ? [fault('cluster IP')] : []),
    ...(isReduced(spec.ipFamilies, old.ipFamilies) ? [fault('IP family')] : []),
  ];
}

/** Reports whether only the first of two values is left. */
function isReduced(now: readonly string[] = [], before: readonly string[] = []): boolean {
  return now.length === 1 && before.length === 2 && now[0] === before[0];
}

function validateSingleStack({ ipFamilyPolicy: policy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (policy !== 'SingleStack') return [];
  const fault = (what: string): FieldError =>
    invalid(
      SPEC.child('ipFamilyPolicy'),
      policy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  return [
    ...(clusterIPs.length === 2 ? [fault('cluster IPs')] : []),
    ...(ipFamilies.length === 2 ? [fault('IP families')] : []),
  ];
}

/** Takes the families from the addresses that are asked for. */
function inferFamilies(spec: ServiceSpec, families: readonly string[]): FieldError[] {
  const ips = spec.clusterIPs ?? [];
  const found = [...(spec.ipFamilies ?? [])];
  const errors: FieldError[] = [];
  for (const [i, ip] of ips.entries()) {
    if (ip === NO_ADDRESS) break;
    if (i < found.length) continue;
    const family = familyOf(ip);
    if (families.includes(family)) found.push(family);
    else errors.push(invalid(SPEC.child('clusterIPs').index(i), ips, `${family} is not configured on this cluster`));
  }
  if (errors.length === 0 && found.length > 0) spec.ipFamilies = found;
  return errors;
}

function validateAgainstCluster(spec: ServiceSpec, families: readonly string[]): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.ipFamilyPolicy === 'RequireDualStack' && families.length < 2) {
    const text = 'this cluster is not configured for dual-stack services';
    errors.push(invalid(SPEC.child('ipFamilyPolicy'), spec.ipFamilyPolicy, text));
  }
  for (const [i, family] of (spec.ipFamilies ?? []).entries()) {
    if (!families.includes(family)) {
      errors.push(invalid(SPEC.child('ipFamilies').index(i), family, 'not configured on this cluster'));
    }
  }
  return errors;
}
