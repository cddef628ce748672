import { type Cidr, cidrContains, formatIp, goQuote, type IpAddress, isMappedIp } from '../../apimachinery/index.js';
import { BOOL, type FunctionDeclaration, INT, opaqueOf, type Overload, STRING, type Type } from '../check/index.js';
import { EvaluationError, noSuchOverload, OpaqueValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';
import { parseAddress, parsePrefix } from './ip-text.js';

const IP = opaqueOf('net.IP');
const CIDR = opaqueOf('net.CIDR');

/** An IP address. */
export class IpValue extends OpaqueValue {
  readonly typeName = 'net.IP';

  constructor(readonly address: IpAddress) {
    super();
  }

  /** The address in its canonical form. */
  get text(): string {
    return formatIp(this.address);
  }

  equals(other: Value): boolean {
    if (!(other instanceof IpValue)) throw noSuchOverload();
    return other.address.family === this.address.family && other.address.bits === this.address.bits;
  }

  override get costSize(): number {
    return this.address.family === 4 ? 4 : 16;
  }
}

/** A network of IP addresses. */
export class CidrValue extends OpaqueValue {
  readonly typeName = 'net.CIDR';

  constructor(readonly cidr: Cidr) {
    super();
  }

  /** The network in its canonical form. */
  get text(): string {
    return formatCidr(this.cidr);
  }

  equals(other: Value): boolean {
    if (!(other instanceof CidrValue)) throw noSuchOverload();
    return formatCidr(other.cidr) === formatCidr(this.cidr);
  }

  override get costSize(): number {
    return Math.ceil(this.cidr.prefixLength / 8);
  }
}

function formatCidr({ address, prefixLength }: Cidr): string {
  return `${formatIp(address)}/${prefixLength}`;
}

/** Parses an address in the syntax of expressions, or returns the fault. */
function readIp(text: string): IpAddress | string {
  const read = parseAddress(text);
  if (typeof read === 'string') return `IP Address ${goQuote(text)} parse error during conversion from string: ${read}`;
  if (read.zone !== '') return `IP address ${goQuote(text)} with zone value is not allowed`;
  return isMappedIp(read.address) ? mappedText(text) : read.address;
}

function readCidr(text: string): Cidr | string {
  const cidr = parsePrefix(text);
  const prefix = 'network address parse error during conversion from string: ';
  if (typeof cidr === 'string') return `${prefix}${prefix}${cidr}`;
  return isMappedIp(cidr.address) ? prefix + mappedText(text) : cidr;
}

function mappedText(text: string): string {
  return `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`;
}

/** The address in an argument of a network function; an invalid one is of the wrong type. */
function containedIp(text: string): IpValue {
  const address = readIp(text);
  if (typeof address === 'string') throw noSuchOverload();
  return new IpValue(address);
}

function given<T extends object>(read: T | string): T {
  if (typeof read === 'string') throw new EvaluationError(read);
  return read;
}

function isCanonical(text: string): boolean {
  return formatIp(given(readIp(text))) === text;
}

type Range = readonly [prefix: bigint, length: bigint];

function isIn({ family, bits }: IpAddress, ranges: { readonly 4: Range; readonly 6: Range }): boolean {
  const [prefix, length] = ranges[family];
  return bits >> (BigInt(family === 4 ? 32 : 128) - length) === prefix;
}

const LOOPBACK = { 4: [127n, 8n], 6: [1n, 128n] } as const;
const LINK_LOCAL = { 4: [0xa9fen, 16n], 6: [0xfe80n >> 6n, 10n] } as const;
const LINK_LOCAL_MULTICAST = { 4: [0xe00000n, 24n], 6: [0xff02n, 16n] } as const;
const MULTICAST = { 4: [0xen, 4n], 6: [0xffn, 8n] } as const;

function isGlobalUnicast(address: IpAddress): boolean {
  const isBroadcast = address.family === 4 && address.bits === 0xffffffffn;
  if (address.bits === 0n || isBroadcast) return false;
  // Multicast that stays on a link has an address of these ranges, too, as far as it is multicast at all.
  return ![LOOPBACK, LINK_LOCAL, MULTICAST].some((ranges) => isIn(address, ranges));
}

const IP_TESTS: readonly (readonly [string, string, (address: IpAddress) => Value, Type])[] = [
  ['family', 'ip_family', ({ family }) => BigInt(family), INT],
  ['isUnspecified', 'ip_is_unspecified', ({ bits }) => bits === 0n, BOOL],
  ['isLoopback', 'ip_is_loopback', (address) => isIn(address, LOOPBACK), BOOL],
  ['isLinkLocalMulticast', 'ip_is_link_local_multicast', (address) => isIn(address, LINK_LOCAL_MULTICAST), BOOL],
  ['isLinkLocalUnicast', 'ip_is_link_local_unicast', (address) => isIn(address, LINK_LOCAL), BOOL],
  ['isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast, BOOL],
];

/** IP addresses, which Kubernetes adds. */
export const IPS: readonly FunctionDeclaration[] = [
  declare(
    'ip',
    overload('string_to_ip', { args: [STRING], result: IP, call: (text: string) => new IpValue(given(readIp(text))) }),
  ),
  declare(
    'isIP',
    overload('is_ip', { args: [STRING], result: BOOL, call: (text: string) => typeof readIp(text) !== 'string' }),
  ),
  declare('ip.isCanonical', overload('ip_is_canonical', { args: [STRING], result: BOOL, call: isCanonical })),
  declare(
    'string',
    overload('ip_to_string', { args: [IP], result: STRING, call: ({ address }: IpValue) => formatIp(address) }),
  ),
  ...IP_TESTS.map(([name, id, call, result]) => {
    return declare(name, member(id, { args: [IP], result, call: ({ address }: IpValue) => call(address) }));
  }),
];

function containsIp({ cidr }: CidrValue, { address }: IpValue): boolean {
  return cidrContains(cidr, address);
}

function containsCidr({ cidr }: CidrValue, { cidr: other }: CidrValue): boolean {
  return other.prefixLength >= cidr.prefixLength && cidrContains(cidr, other.address);
}

function masked({ cidr: { address, prefixLength } }: CidrValue): Value {
  const hostBits = BigInt((address.family === 4 ? 32 : 128) - prefixLength);
  return new CidrValue({ address: { ...address, bits: (address.bits >> hostBits) << hostBits }, prefixLength });
}

const toCidr = (text: string): CidrValue => new CidrValue(given(readCidr(text)));

function ofCidr(id: string, result: Type, call: (value: CidrValue) => Value): Overload {
  return member(id, { args: [CIDR], result, call });
}

/** Networks, which Kubernetes adds. */
export const CIDRS: readonly FunctionDeclaration[] = [
  declare('cidr', overload('string_to_cidr', { args: [STRING], result: CIDR, call: toCidr })),
  declare(
    'isCIDR',
    overload('is_cidr', { args: [STRING], result: BOOL, call: (text: string) => typeof readCidr(text) !== 'string' }),
  ),
  declare(
    'containsIP',
    member('cidr_contains_ip_string', {
      args: [CIDR, STRING],
      result: BOOL,
      call: (cidr: CidrValue, text: string) => containsIp(cidr, containedIp(text)),
    }),
    member('cidr_contains_ip_ip', { args: [CIDR, IP], result: BOOL, call: containsIp }),
  ),
  declare(
    'containsCIDR',
    member('cidr_contains_cidr_string', {
      args: [CIDR, STRING],
      result: BOOL,
      call: (cidr: CidrValue, text: string) => containsCidr(cidr, toCidr(text)),
    }),
    member('cidr_contains_cidr', { args: [CIDR, CIDR], result: BOOL, call: containsCidr }),
  ),
  declare(
    'ip',
    ofCidr('cidr_ip', IP, ({ cidr }) => new IpValue(cidr.address)),
  ),
  declare('masked', ofCidr('cidr_masked', CIDR, masked)),
  declare(
    'prefixLength',
    ofCidr('cidr_prefix_length', INT, ({ cidr }) => BigInt(cidr.prefixLength)),
  ),
  declare(
    'string',
    overload('cidr_to_string', { args: [CIDR], result: STRING, call: ({ cidr }: CidrValue) => formatCidr(cidr) }),
  ),
];

/** The names that stand for the types of addresses and networks. */
export const NETWORK_TYPES: readonly (readonly [string, Type])[] = [IP, CIDR].map((type) => [type.name, type]);
