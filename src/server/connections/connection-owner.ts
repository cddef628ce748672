import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = '::ffff:';
/** Groups of an IPv6 address that name a network; everything behind them is at one customer's disposal (RFC 6177). */
const NETWORK_GROUPS = 4;

/** Returns the owner of a connection by its address: the address itself, or the network of an IPv6 one. */
export function ownerOf(address: string): string {
  if (address.startsWith(MAPPED_IPV4)) return address.slice(MAPPED_IPV4.length);
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split('%')[0].split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) groups.push(...Array.from({ length: NETWORK_GROUPS }, () => '0'));
  return groups.slice(0, NETWORK_GROUPS).join(':');
}
