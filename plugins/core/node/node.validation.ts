import {
  type FieldError,
  FieldPath,
  duplicate,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import {
  hasRule,
  goNil,
  goStruct,
  internalFieldError,
  isConfigMapKey,
  isValidCidr,
  parseCidr,
  repeatFinder,
} from '../../../src/plugin-api/built-in.js';
import { type ResourceList, validateResourceAmount } from '../resource-name/resource-name.validation.js';
import type { ConfigMapNodeConfigSource, Node, NodeConfigSource, NodeStatus } from './node.v1.js';
import { validateNodeAnnotations } from './node-annotations.validation.js';
import { validateTaints } from './taint.validation.js';

const TAINTS = FieldPath.of('metadata', 'taints');
const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');

/** Checks a new node. */
export function validateNode({ metadata, spec = {}, status = {} }: Node): FieldError[] {
  return [
    ...validateNodeAnnotations(metadata.annotations),
    ...validateTaints(spec.taints ?? [], TAINTS),
    ...validateResources(status),
    ...validatePodCidrs(spec.podCIDRs ?? []),
  ];
}

/** Checks a change of a node, whatever part of it is written. */
export function validateNodeUpdate({ metadata, spec = {}, status = {} }: Node, { spec: old = {} }: Node): FieldError[] {
  return [
    ...validateNodeAnnotations(metadata.annotations),
    ...validateResources(status),
    ...validateAddresses(status),
    ...validatePodCidrsKept(spec.podCIDRs ?? [], old.podCIDRs ?? []),
    ...(old.providerID && old.providerID !== spec.providerID
      ? [forbidden(SPEC.child('providerID'), 'node updates may not change providerID except from "" to valid')]
      : []),
    ...(spec.configSource ? validateConfigSource(spec.configSource, SPEC.child('configSource')) : []),
    ...validateTaints(spec.taints ?? [], TAINTS),
    ...((spec.externalID ?? '') === (old.externalID ?? '')
      ? []
      : [forbidden(SPEC.child('externalID'), 'may not be updated')]),
  ];
}

function validateResources(status: NodeStatus): FieldError[] {
  const check = (amounts: ResourceList | undefined, path: FieldPath): FieldError[] =>
    Object.keys(amounts ?? {}).flatMap((name) => validateResourceAmount(name, amounts!, path.child(name)));
  return [
    ...check(status.capacity, STATUS.child('capacity')),
    ...check(status.allocatable, STATUS.child('allocatable')),
  ];
}

function validateAddresses({ addresses = [] }: NodeStatus): FieldError[] {
  const seen = new Set<string>();
  return addresses.flatMap(({ type, address }, i) => {
    const id = JSON.stringify([type, address]);
    const isRepeated = seen.has(id);
    seen.add(id);
    const shown = goStruct('core.NodeAddress', { Type: type, Address: address });
    return isRepeated ? [duplicate(STATUS.child('addresses').index(i), shown)] : [];
  });
}

function validatePodCidrs(cidrs: readonly string[]): FieldError[] {
  const path = SPEC.child('podCIDRs');
  const errors = cidrs.flatMap((cidr, i) => isValidCidr(cidr).map((message) => invalid(path.index(i), cidr, message)));
  if (cidrs.length < 2) return errors;
  const families = cidrs.map((cidr) => parseCidr(cidr)?.address.family);
  const unreadable = families.indexOf(undefined);
  if (unreadable >= 0) {
    const fault = `invalid CIDR[${unreadable}]: <nil> (invalid CIDR address: ${cidrs[unreadable]})`;
    errors.push(internalFieldError(path, `invalid PodCIDRs. failed to check with dual stack with error:${fault}`));
  }
  const isDualStack = unreadable < 0 && new Set(families).size === 2;
  if (!isDualStack || cidrs.length > 2) {
    errors.push(invalid(path, cidrs, 'may specify no more than one CIDR for each IP family'));
  }
  // Since 1.33 ranges of one family are one fault.
  return hasRule({ since: '1.33' }) ? errors : [...errors, ...repeatedCidrs(cidrs, path)];
}

function repeatedCidrs(cidrs: readonly string[], path: FieldPath): FieldError[] {
  const isRepeat = repeatFinder<string>();
  return cidrs.flatMap((cidr, i) => (isRepeat(cidr) ? [duplicate(path.index(i), cidr)] : []));
}

function validatePodCidrsKept(cidrs: readonly string[], old: readonly string[]): FieldError[] {
  if (old.length === 0) return [];
  const fault = forbidden(SPEC.child('podCIDRs'), 'node updates may not change podCIDR except from "" to valid');
  if (cidrs.length !== old.length) return [fault];
  return old.filter((cidr, i) => cidr !== cidrs[i]).map(() => fault);
}

function validateConfigSource({ configMap }: NodeConfigSource, path: FieldPath): FieldError[] {
  if (!configMap)
    return [
      invalid(
        path,
        goStruct('core.NodeConfigSource', { ConfigMap: goNil('*core.ConfigMapNodeConfigSource') }),
        'exactly one reference subfield must be non-nil',
      ),
    ];
  return validateConfigMapSource(configMap, path.child('configMap'));
}

function validateConfigMapSource(source: ConfigMapNodeConfigSource, path: FieldPath): FieldError[] {
  const named = (name: 'namespace' | 'name' | 'kubeletConfigKey', check: (value: string) => string[]): FieldError[] => {
    const value = source[name];
    return value
      ? check(value).map((m) => invalid(path.child(name), value, m))
      : [required(path.child(name), `${name} must be set`)];
  };
  return [
    ...(source.uid ? [forbidden(path.child('uid'), 'uid must not be set in spec')] : []),
    ...(source.resourceVersion
      ? [forbidden(path.child('resourceVersion'), 'resourceVersion must not be set in spec')]
      : []),
    ...named('namespace', isDns1123Label),
    ...named('name', isDns1123Subdomain),
    ...named('kubeletConfigKey', isConfigMapKey),
  ];
}
