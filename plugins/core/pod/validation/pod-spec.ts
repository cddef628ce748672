import {
  duplicate,
  forbidden,
  invalid,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { validateLabels } from '../../../../src/plugin-api/built-in.js';
import { validateVolumes } from '../../volume/volume.validation.js';
import type { PodResourceClaim, PodSpec } from '../shape/pod.v1.js';
import type { PodSchedulingGate } from '../shape/scheduling.v1.js';
import { validateAffinity } from './affinity.js';
import { checkChoice, checkLabel, checkOneOf, checkQualifiedName, checkSubdomain } from './checks.js';
import {
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
  type ContainerSurroundings,
} from './containers.js';
import { shownClaim } from './go-pod-template.js';
import { validateDnsConfig, validateHostAliases } from './dns.js';
import { validateFileVolumes } from './env.js';
import { validateHostProcess, validateOperatingSystem } from './operating-system.js';
import { validateHostNetworkPorts } from './ports.js';
import { validatePodResources } from './pod-resources.js';
import { validateResourceRequirements } from './resources.js';
import type { PodSurroundings } from './rules.js';
import { validateHostUsers, validatePodSecurityContext } from './security-context.js';
import { validateTopologySpread } from './spreading.js';
import { validateTolerations } from './tolerations.js';

const INT32_MAX = 2 ** 31 - 1;

/** Checks the spec of a pod or of a template. */
export function validatePodSpec(spec: PodSpec, path: FieldPath, surroundings: PodSurroundings): FieldError[] {
  const { rules } = surroundings;
  const { errors, volumes } = validateVolumes(spec.volumes, path.child('volumes'), surroundings);
  const claimNames = new Set((spec.resourceClaims ?? []).flatMap(({ name }) => (name ? [name] : [])));
  const around: ContainerSurroundings = { spec, volumes, rules, claimNames };
  return [
    ...(spec.terminationGracePeriodSeconds === undefined
      ? [required(path.child('terminationGracePeriodSeconds'))]
      : []),
    ...errors,
    ...resourceClaimErrors(spec.resourceClaims, path.child('resourceClaims')),
    ...validateContainers(path.child('containers'), around),
    ...validateInitContainers(path.child('initContainers'), around),
    ...validateEphemeralContainers(path.child('ephemeralContainers'), around),
    ...validateFileVolumes(spec, path),
    ...validatePodResources(spec, path.child('resources')),
    ...(spec.hostNetwork ? validateHostNetworkPorts(spec.containers ?? [], path.child('containers')) : []),
    ...checkChoice(spec.restartPolicy, path.child('restartPolicy'), ['Always', 'OnFailure', 'Never']),
    ...checkChoice(spec.dnsPolicy, path.child('dnsPolicy'), [
      'ClusterFirstWithHostNet',
      'ClusterFirst',
      'Default',
      'None',
    ]),
    ...validateLabels(spec.nodeSelector, path.child('nodeSelector')),
    ...validatePodSecurityContext(spec, path.child('securityContext')),
    ...validateAffinity(spec.affinity, path.child('affinity'), rules),
    ...validateDnsConfig(spec, path.child('dnsConfig'), rules),
    ...gateErrors(spec, path),
    ...validateTopologySpread(spec.topologySpreadConstraints, path.child('topologySpreadConstraints'), rules),
    ...validateHostProcess(spec, path, rules),
    ...validateHostUsers(spec, path),
    ...nameErrors(spec, path),
    ...hostnameOverrideErrors(spec, path),
    ...validateTolerations(spec.tolerations, path.child('tolerations')),
    ...validateHostAliases(spec.hostAliases, path.child('hostAliases')),
    ...classErrors(spec, path),
    ...(spec.overhead ? validateResourceRequirements({ limits: spec.overhead }, path.child('overhead')) : []),
    ...validateOperatingSystem(spec, path),
  ];
}

const MAX_HOST_NAME = 64;

/** The whole name of the host, which no other rule for it may change. */
function hostnameOverrideErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  const place = path.child('hostnameOverride');
  return [
    ...(Buffer.byteLength(name) > MAX_HOST_NAME ? [tooLong(place, MAX_HOST_NAME)] : []),
    ...checkSubdomain(name, place),
    ...(setHostnameAsFQDN ? [forbidden(place, 'may not be set when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [forbidden(place, 'may not be set when hostNetwork is true')] : []),
  ];
}

function gateErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  return [
    ...(spec.readinessGates ?? []).flatMap(({ conditionType }, i) =>
      checkQualifiedName(conditionType, path.child('readinessGates').index(i).child('conditionType')),
    ),
    ...schedulingGateErrors(spec.schedulingGates, path.child('schedulingGates')),
  ];
}

function schedulingGateErrors(gates: readonly PodSchedulingGate[] | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (gates ?? []).flatMap(({ name }, i) => {
    const errors = checkQualifiedName(name, path.index(i));
    if (seen.has(name)) errors.push(duplicate(path.index(i), name));
    seen.add(name);
    return errors;
  });
}

function nameErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { serviceAccountName, nodeName, activeDeadlineSeconds: deadline, hostname, subdomain } = spec;
  const place = path.child('activeDeadlineSeconds');
  return [
    ...(serviceAccountName ? checkSubdomain(serviceAccountName, path.child('serviceAccountName')) : []),
    ...(nodeName ? checkSubdomain(nodeName, path.child('nodeName')) : []),
    ...(deadline !== undefined && (deadline < 1 || deadline > INT32_MAX)
      ? [invalid(place, deadline, `must be between 1 and ${INT32_MAX}, inclusive`)]
      : []),
    ...(hostname ? checkLabel(hostname, path.child('hostname')) : []),
    ...(subdomain ? checkLabel(subdomain, path.child('subdomain')) : []),
  ];
}

function classErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy } = spec;
  const place = path.child('preemptionPolicy');
  return [
    ...(priorityClassName ? checkSubdomain(priorityClassName, path.child('priorityClassName')) : []),
    ...(runtimeClassName === undefined ? [] : checkSubdomain(runtimeClassName, path.child('runtimeClassName'))),
    ...(preemptionPolicy === '' ? [required(place)] : []),
    ...checkOneOf(preemptionPolicy || undefined, place, ['PreemptLowerPriority', 'Never']),
  ];
}

function resourceClaimErrors(claims: readonly PodResourceClaim[] | undefined, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return (claims ?? []).flatMap((claim, i) => {
    const errors = claimNameErrors(claim, names, path.index(i).child('name'));
    const { resourceClaimName: direct, resourceClaimTemplateName: template } = claim;
    if (direct !== undefined && template !== undefined) {
      const text = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(path.index(i), shownClaim(claim), text));
    }
    if (direct === undefined && template === undefined) {
      const text = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
      errors.push(invalid(path.index(i), shownClaim(claim), text));
    }
    if (direct !== undefined) errors.push(...checkSubdomain(direct, path.index(i).child('resourceClaimName')));
    if (template !== undefined) {
      errors.push(...checkSubdomain(template, path.index(i).child('resourceClaimTemplateName')));
    }
    return errors;
  });
}

function claimNameErrors({ name }: PodResourceClaim, names: Set<string>, path: FieldPath): FieldError[] {
  if (!name) return [required(path)];
  if (names.has(name)) return [duplicate(path, name)];
  names.add(name);
  return checkLabel(name, path);
}
