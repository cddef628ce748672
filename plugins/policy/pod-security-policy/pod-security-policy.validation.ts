import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goSlice, repeatFinder } from '../../../src/plugin-api/built-in.js';
import { validateDriverName } from '../../core/index.js';
import type {
  AllowedHostPath,
  PodSecurityPolicy,
  PodSecurityPolicySpec,
  RuntimeClassStrategyOptions,
} from './pod-security-policy.v1beta1.js';
import { validateRanges, validateRunAsGroup } from './id-ranges.validation.js';
import { validateNoOverlap, validateSysctlPatterns } from './sysctls.validation.js';

const SPEC = FieldPath.of('spec');
const ALL = '*';
const USER_RULES = ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'];
const GROUP_RULES = ['MayRunAs', 'MustRunAs', 'RunAsAny'];
const LABEL_RULES = ['MustRunAs', 'RunAsAny'];
const VOLUMES = (
  '* awsElasticBlockStore azureDisk azureFile cephFS cinder configMap csi downwardAPI emptyDir ephemeral fc flexVolume ' +
  'flocker gcePersistentDisk gitRepo glusterfs hostPath iscsi nfs persistentVolumeClaim photonPersistentDisk ' +
  'portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume'
).split(' ');

/** Checks a policy. */
export function validatePodSecurityPolicy({ spec }: PodSecurityPolicy): FieldError[] {
  const given: Partial<PodSecurityPolicySpec> = spec ?? {};
  const { allowedUnsafeSysctls = [], forbiddenSysctls = [], allowedCSIDrivers = [] } = given;
  return [
    ...identityErrors(given),
    ...volumeErrors(given.volumes ?? []),
    ...capabilityErrors(given),
    ...privilegeErrors(given),
    ...(given.allowedHostPaths ?? []).flatMap((path, i) => hostPathErrors(path, i)),
    ...flexVolumeErrors(given),
    ...allowedCSIDrivers.flatMap(({ name }, i) => {
      return validateDriverName(name, SPEC.child('allowedCSIDrivers').index(i).child('name'));
    }),
    ...validateSysctlPatterns(allowedUnsafeSysctls, SPEC.child('allowedUnsafeSysctls')),
    ...validateSysctlPatterns(forbiddenSysctls, SPEC.child('forbiddenSysctls')),
    ...validateNoOverlap(allowedUnsafeSysctls, forbiddenSysctls, SPEC),
    ...(given.runtimeClass ? runtimeClassErrors(given.runtimeClass) : []),
  ];
}

function identityErrors(spec: Partial<PodSecurityPolicySpec>): FieldError[] {
  return [
    ...ruleErrors(spec, 'runAsUser', USER_RULES),
    ...validateRanges(spec.runAsUser?.ranges, SPEC.child('runAsUser')),
    ...validateRunAsGroup(spec.runAsGroup, SPEC.child('runAsGroup')),
    ...ruleErrors(spec, 'seLinux', LABEL_RULES),
    ...ruleErrors(spec, 'supplementalGroups', GROUP_RULES),
    ...validateRanges(spec.supplementalGroups?.ranges, SPEC.child('supplementalGroups')),
    ...ruleErrors(spec, 'fsGroup', GROUP_RULES),
    ...validateRanges(spec.fsGroup?.ranges, SPEC.child('fsGroup')),
  ];
}

function ruleErrors(
  spec: Partial<PodSecurityPolicySpec>,
  member: 'runAsUser' | 'seLinux' | 'supplementalGroups' | 'fsGroup',
  rules: readonly string[],
): FieldError[] {
  const rule = spec[member]?.rule ?? '';
  return rules.includes(rule) ? [] : [notSupported(SPEC.child(member, 'rule'), rule, rules)];
}

function volumeErrors(volumes: readonly string[]): FieldError[] {
  return volumes
    .filter((volume) => !VOLUMES.includes(volume))
    .map((volume) => notSupported(SPEC.child('volumes'), volume, VOLUMES));
}

/** The reference's paths of these begin at the root. */
function capabilityErrors(spec: Partial<PodSecurityPolicySpec>): FieldError[] {
  const { requiredDropCapabilities: drops = [], allowedCapabilities: allowed = [] } = spec;
  const errors: FieldError[] = [];
  if (drops.length > 0 && allowed.includes(ALL)) {
    const text = 'must be empty when all capabilities are allowed by a wildcard';
    errors.push(invalid(FieldPath.of('requiredDropCapabilities'), goSlice('core.Capability', drops), text));
  }
  const dropped = new Set(drops);
  for (const member of ['defaultAddCapabilities', 'allowedCapabilities'] as const) {
    const text = `capability is listed in ${member} and requiredDropCapabilities`;
    const listed = (spec[member] ?? []).filter((name) => dropped.has(name));
    errors.push(...listed.map((name) => invalid(FieldPath.of(member), name, text)));
  }
  return errors;
}

function privilegeErrors(spec: Partial<PodSecurityPolicySpec>): FieldError[] {
  const { defaultAllowPrivilegeEscalation, allowPrivilegeEscalation = true } = spec;
  if (!defaultAllowPrivilegeEscalation || allowPrivilegeEscalation) return [];
  const text =
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true';
  return [invalid(SPEC.child('defaultAllowPrivilegeEscalation'), true, text)];
}

function hostPathErrors({ pathPrefix = '' }: AllowedHostPath, i: number): FieldError[] {
  const path = SPEC.child('allowedHostPaths').index(i);
  if (pathPrefix === '') return [required(path, 'is required')];
  return pathPrefix.split('/').includes('..') ? [invalid(path, pathPrefix, "must not contain '..'")] : [];
}

/** The reference names the member twice. */
function flexVolumeErrors({ allowedFlexVolumes = [] }: Partial<PodSecurityPolicySpec>): FieldError[] {
  const path = SPEC.child('allowedFlexVolumes', 'allowedFlexVolumes');
  return allowedFlexVolumes.flatMap(({ driver }, i) => {
    return driver ? [] : [required(path.index(i).child('driver'), 'must specify a driver')];
  });
}

function runtimeClassErrors({ allowedRuntimeClassNames, defaultRuntimeClassName }: RuntimeClassStrategyOptions) {
  const path = SPEC.child('runtimeClass', 'allowedRuntimeClassNames');
  const names = allowedRuntimeClassNames ?? [];
  const isRepeated = repeatFinder<string>();
  const errors = names.flatMap((name, i) => {
    const faults = name === ALL ? [] : nameErrors(name, path.index(i));
    return isRepeated(name) ? [...faults, duplicate(path.index(i), name)] : faults;
  });
  if (defaultRuntimeClassName !== undefined) {
    errors.push(...nameErrors(defaultRuntimeClassName, SPEC.child('runtimeClass', 'defaultRuntimeClassName')));
    if (!names.includes(defaultRuntimeClassName) && !names.includes(ALL)) {
      errors.push(required(path, `default ${JSON.stringify(defaultRuntimeClassName)} must be allowed`));
    }
  }
  if (names.includes(ALL) && names.length > 1) {
    errors.push(invalid(path, names, "if '*' is present, must not specify other RuntimeClass names"));
  }
  return errors;
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}
