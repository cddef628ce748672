import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  validateLabelSelector,
} from '../../../src/plugin-api/index.js';
import {
  cidrContains,
  goSlice,
  isPortName,
  isPortNumber,
  isValidCidr,
  parseCidr,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { check } from '../../core/index.js';
import {
  IPBlock,
  type NetworkPolicy,
  type NetworkPolicyPeer,
  NetworkPolicyPort,
  type NetworkPolicySpec,
} from './network-policy.v1.js';

const SPEC = FieldPath.of('spec');
const POD_SELECTOR = SPEC.child('podSelector');
const checkPort = fieldChecker(NetworkPolicyPort);
const checkBlock = fieldChecker(IPBlock);
const TYPES = ['Ingress', 'Egress'];

/** Where values of selectors that would be refused have been there, they may stay. */
interface Leniency {
  readonly allowInvalidValues: boolean;
}

/** Checks a new network policy. */
export function validateNetworkPolicy({ spec }: NetworkPolicy): FieldError[] {
  return spec ? specErrors(spec, { allowInvalidValues: false }) : [];
}

/** Checks a change of a network policy. */
export function validateNetworkPolicyUpdate(policy: NetworkPolicy, old: NetworkPolicy): FieldError[] {
  return [...validateObjectMetaUpdate(policy.metadata, old.metadata), ...validateNetworkPolicySpec(policy, old)];
}

/** Checks a changed spec; values of selectors that were stored before the rule are tolerated. */
export function validateNetworkPolicySpec({ spec }: NetworkPolicy, old: NetworkPolicy): FieldError[] {
  const allowInvalidValues = validateLabelSelector(old.spec?.podSelector, POD_SELECTOR).length > 0;
  return spec ? specErrors(spec, { allowInvalidValues }) : [];
}

function specErrors(spec: NetworkPolicySpec, leniency: Leniency): FieldError[] {
  const { podSelector, ingress = [], egress = [], policyTypes = [] } = spec;
  const rules = [
    ...ingress.map(({ ports, from }, i) => ({
      ports,
      peers: from,
      member: 'from',
      path: SPEC.child('ingress').index(i),
    })),
    ...egress.map(({ ports, to }, i) => ({ ports, peers: to, member: 'to', path: SPEC.child('egress').index(i) })),
  ];
  return [
    ...validateLabelSelector(podSelector, POD_SELECTOR, leniency),
    ...rules.flatMap(({ ports = [], peers = [], member, path }) => [
      ...ports.flatMap((port, i) => portErrors(port, path.child('ports').index(i))),
      ...peers.flatMap((peer, i) => peerErrors(peer, path.child(member).index(i), leniency)),
    ]),
    ...typeErrors(policyTypes, SPEC.child('policyTypes')),
  ];
}

function typeErrors(types: readonly string[], path: FieldPath): FieldError[] {
  if (types.length > TYPES.length) {
    return [invalid(path, goSlice('networking.PolicyType', types), 'may not specify more than two policyTypes')];
  }
  return types.flatMap((type, i) => (TYPES.includes(type) ? [] : [notSupported(path.index(i), type, TYPES)]));
}

function portErrors(entry: NetworkPolicyPort, path: FieldPath): FieldError[] {
  const { port, endPort } = entry;
  const errors = checkPort(entry, path);
  const place = path.child('port');
  if (typeof port === 'number') {
    return [...errors, ...check(port, place, isPortNumber), ...rangeErrors(port, endPort, path.child('endPort'))];
  }
  const state = port === undefined ? 'not specified' : 'non-numeric';
  if (endPort !== undefined) {
    errors.push(invalid(path.child('endPort'), endPort, `may not be specified when \`port\` is ${state}`));
  }
  return port === undefined ? errors : [...errors, ...check(port, place, isPortName)];
}

function rangeErrors(port: number, endPort: number | undefined, path: FieldPath): FieldError[] {
  if (endPort === undefined) return [];
  // The reference shows the port here.
  const order = endPort < port ? [invalid(path, port, 'must be greater than or equal to `port`')] : [];
  return [...order, ...check(endPort, path, isPortNumber)];
}

function peerErrors(peer: NetworkPolicyPeer, path: FieldPath, leniency: Leniency): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const errors = [
    ...(podSelector ? validateLabelSelector(podSelector, path.child('podSelector'), leniency) : []),
    ...(namespaceSelector ? validateLabelSelector(namespaceSelector, path.child('namespaceSelector'), leniency) : []),
    ...(ipBlock ? blockErrors(ipBlock, path.child('ipBlock')) : []),
  ];
  if (!podSelector && !namespaceSelector && !ipBlock) return [...errors, required(path, 'must specify a peer')];
  if (!ipBlock || (!podSelector && !namespaceSelector)) return errors;
  return [...errors, forbidden(path, 'may not specify both ipBlock and another peer')];
}

function blockErrors(range: IPBlock, path: FieldPath): FieldError[] {
  const { cidr, except = [] } = range;
  const errors = checkBlock(range, path);
  const block = parseCidr(cidr);
  if (!block) return errors;
  return [
    ...errors,
    ...except.flatMap((text, i) => {
      const place = path.child('except').index(i);
      const gap = parseCidr(text);
      if (!gap) return check(text, place, isValidCidr);
      const isInside = cidrContains(block, gap.address) && gap.prefixLength > block.prefixLength;
      return isInside ? [] : [invalid(place, text, 'must be a strict subset of `cidr`')];
    }),
  ];
}
