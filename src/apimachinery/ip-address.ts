import { isIPv6 } from 'node:net';

/**
 * An IP address as the number its bits spell.
 *
 * @internal
 * @example
 * const isIpv6 = (address: IpAddress) => address.family === 6;
 */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

/**
 * An address with the length of its network prefix; host bits may be set.
 *
 * @internal
 * @example
 * const isHost = (cidr: Cidr) => cidr.prefixLength === (cidr.address.family === 4 ? 32 : 128);
 */
export interface Cidr {
  readonly address: IpAddress;
  readonly prefixLength: number;
}

/** An octet with a leading zero. */
const LEADING_ZERO = /(?:^|[.:])0\d+(?:\.|$)/;

/**
 * Reads an IPv4 or IPv6 address. Leading zeros of IPv4 octets are decimal, for objects stored by old releases.
 *
 * @internal
 * @example
 * const family = parseIp('10.0.0.7')?.family;
 */
export function parseIp(text: string): IpAddress | undefined {
  if (text.includes(':')) return parseIpv6(text);
  const bits = parseIpv4(text);
  return bits === undefined ? undefined : { family: 4, bits };
}

/**
 * Reads an address that is connected to or compared as text. IPv4 octets have no leading zeros (Go's netip.ParseAddr):
 * resolvers read these as octal, so a check that reads them as decimal would clear another address.
 *
 * @internal
 * @example
 * const isPlain = parseStrictIp('010.0.0.7') !== undefined;
 */
export function parseStrictIp(text: string): IpAddress | undefined {
  return text.includes('.') && LEADING_ZERO.test(text) ? undefined : parseIp(text);
}

/**
 * Returns an IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) as IPv4; any other as it is.
 *
 * @internal
 * @example
 * const address = parseIp('::ffff:10.0.0.7');
 * const family = address && unmapIp(address).family;
 */
export function unmapIp(address: IpAddress): IpAddress {
  return isMappedIp(address) ? { family: 4, bits: address.bits & 0xffffffffn } : address;
}

/** Reports whether an address is IPv4 in IPv6 notation. */
export function isMappedIp({ family, bits }: IpAddress): boolean {
  return family === 6 && bits >> 32n === 0xffffn;
}

/**
 * Reads `address/length`.
 *
 * @internal
 * @example
 * const prefixLength = parseCidr('10.0.0.0/24')?.prefixLength;
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const length = text.slice(slash + 1);
  const address = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  if (address === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const prefixLength = Number(length);
  return prefixLength <= bitLength(address.family) ? { address, prefixLength } : undefined;
}

/**
 * Writes an address in its canonical form (RFC 5952 for IPv6).
 *
 * @internal
 * @example
 * const address = parseIp('::1');
 * const text = address && formatIp(address);
 */
export function formatIp(address: IpAddress): string {
  if (address.family === 4) return formatIpv4(address.bits);
  if (address.bits >> 32n === 0xffffn) return `::ffff:${formatIpv4(address.bits & 0xffffffffn)}`;
  const groups = Array.from({ length: 8 }, (_, i) => ((address.bits >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  return compressZeroGroups(groups);
}

/**
 * Returns the address `offset` places after the first one of a network.
 *
 * @internal
 * @example
 * const cidr = parseCidr('10.0.0.0/24');
 * const first = cidr && addressInCidr(cidr, 1n);
 */
export function addressInCidr(cidr: Cidr, offset: bigint): IpAddress {
  const hostBits = BigInt(bitLength(cidr.address.family) - cidr.prefixLength);
  return { family: cidr.address.family, bits: ((cidr.address.bits >> hostBits) << hostBits) + offset };
}

/**
 * Reports whether a network holds an address of the same family.
 *
 * @internal
 * @example
 * const cidr = parseCidr('10.0.0.0/24');
 * const address = parseIp('10.0.0.7');
 * const isInside = cidr && address && cidrContains(cidr, address);
 */
export function cidrContains(cidr: Cidr, address: IpAddress): boolean {
  const hostBits = BigInt(bitLength(cidr.address.family) - cidr.prefixLength);
  return address.family === cidr.address.family && cidr.address.bits >> hostBits === address.bits >> hostBits;
}

/**
 * Checks an IP address of either family.
 *
 * @internal
 * @example
 * const faults = isValidIp('10.0.0.7');
 */
export function isValidIp(value: string): string[] {
  return parseIp(value) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
}

/**
 * Checks a network in CIDR form.
 *
 * @internal
 * @example
 * const faults = isValidCidr('10.0.0.0/24');
 */
export function isValidCidr(value: string): string[] {
  return parseCidr(value) ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
}

function bitLength(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => /^\d+$/.test(octet) && Number(octet) <= 255)) return undefined;
  return octets.reduce((bits, octet) => (bits << 8n) | BigInt(Number(octet)), 0n);
}

function formatIpv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
}

function parseIpv6(text: string): IpAddress | undefined {
  const plain = replaceEmbeddedIpv4(text);
  if (plain === undefined || !isIPv6(plain) || plain.includes('%')) return undefined;
  const [head, tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return { family: 6, bits: groups.reduce((bits, group) => (bits << 16n) | BigInt(parseInt(group, 16)), 0n) };
}

/** Turns a dotted tail (`::ffff:192.0.2.1`) into two groups. */
function replaceEmbeddedIpv4(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const cut = text.lastIndexOf(':') + 1;
  const bits = parseIpv4(text.slice(cut));
  if (bits === undefined) return undefined;
  return `${text.slice(0, cut)}${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
}

/** RFC 5952: the longest run of two or more zero groups, the first of equals, becomes `::`. */
function compressZeroGroups(groups: readonly string[]): string {
  let best = { start: 0, length: 1 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  if (best.length < 2) return groups.join(':');
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`;
}
