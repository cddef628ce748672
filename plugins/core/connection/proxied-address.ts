import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Cidr, badRequest, cidrContains, parseCidr, parseIp } from '../../../src/plugin-api/index.js';

/**
 * Addresses that are nobody's in a network, or the server's own: nobody is led there, or an object would be enough to
 * reach what listens on the server itself (upstream: IsProxyableIP, Go's IsGlobalUnicast).
 */
const REFUSED: readonly Cidr[] = [
  '0.0.0.0/32',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
].map((network) => parseCidr(network)!);

/** IPv4 addresses as IPv6 writes them. */
const MAPPED = parseCidr('::ffff:0:0/96')!;

/** Refuses with 400 an address that nobody is to be led to. */
export function checkProxiedAddress(text: string): void {
  const address = parseIp(text);
  const plain =
    address && cidrContains(MAPPED, address) ? { family: 4 as const, bits: address.bits & 0xffffffffn } : address;
  if (!plain || REFUSED.some((network) => cidrContains(network, plain))) throw badRequest('address not allowed');
}

/** Looks a host up and answers its addresses; 400 when it has none, or one that nobody is to be led to. */
export async function resolveProxied(host: string): Promise<string[]> {
  const found = isIP(host) ? [host] : await addressesOf(host);
  for (const address of found) checkProxiedAddress(address);
  return found;
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  } catch {
    throw badRequest(`lookup ${host}: no such host`);
  }
}
