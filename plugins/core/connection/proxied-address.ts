import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { badRequest } from '../../../src/plugin-api/index.js';
import {
  type Cidr,
  type IpAddress,
  cidrContains,
  formatIp,
  parseCidr,
  parseStrictIp,
} from '../../../src/plugin-api/built-in.js';

/**
 * Addresses that no pod or node can have, and the server's own: proxying to them would let the author of an object
 * reach services that listen on the server's machine only (upstream: IsProxyableIP, Go's IsGlobalUnicast).
 */
const REFUSED: readonly string[] = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
];

/**
 * IPv6 networks whose addresses carry an IPv4 address, and how many bits follow it: IPv4-compatible, IPv4-mapped and
 * IPv4-translated addresses (RFC 4291, RFC 2765), NAT64 (RFC 6052, RFC 8215) and 6to4 (RFC 3056). Gateways forward to
 * the embedded address.
 */
const EMBEDDING: readonly (readonly [string, bigint])[] = [
  ['::/96', 0n],
  ['::ffff:0:0/96', 0n],
  ['::ffff:0:0:0/96', 0n],
  ['64:ff9b::/96', 0n],
  ['64:ff9b:1::/48', 0n],
  ['2002::/16', 80n],
];

interface Networks {
  readonly refused: readonly Cidr[];
  readonly embedding: readonly (readonly [Cidr, bigint])[];
}

let known: Networks | undefined;

/** Read when they are first asked for: the first IPv6 address takes Node 4 ms of a start. */
function networks(): Networks {
  known ??= {
    refused: REFUSED.map((network) => parseCidr(network)!),
    embedding: EMBEDDING.map(([network, after]) => [parseCidr(network)!, after]),
  };
  return known;
}

/**
 * Checks an address that a request is to be proxied to and answers its canonical form, the only one to connect to.
 * 400 for an address that is not allowed or has another spelling than resolvers and Go agree on.
 */
export function checkProxiedAddress(text: string): string {
  const address = parseStrictIp(text);
  if (!address || isRefused(address) || embedded(address).some(isRefused)) throw badRequest('address not allowed');
  return formatIp(address);
}

function isRefused(address: IpAddress): boolean {
  return networks().refused.some((network) => cidrContains(network, address));
}

function embedded(address: IpAddress): IpAddress[] {
  return networks()
    .embedding.filter(([network]) => cidrContains(network, address))
    .map(([, after]) => ({
      family: 4,
      bits: (address.bits >> after) & 0xffffffffn,
    }));
}

/** Resolves a host to its addresses in canonical form; throws 400 when it has none, or one that is not allowed. */
export async function resolveProxied(host: string): Promise<string[]> {
  const found = isIP(host) ? [host] : await addressesOf(host);
  if (found.length === 0) throw noSuchHost(host);
  return found.map(checkProxiedAddress);
}

/** Resolvers cut a name at a NUL, and make what they like of other bytes. */
const HOST_NAME = /^[\w.-]{1,254}$/;

/** A name that ends in a number is no domain name (WHATWG URL); resolvers read it as an address in another notation. */
const LIKE_AN_ADDRESS = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;

async function addressesOf(host: string): Promise<string[]> {
  if (!HOST_NAME.test(host) || LIKE_AN_ADDRESS.test(host)) return [];
  try {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  } catch {
    throw noSuchHost(host);
  }
}

function noSuchHost(host: string): Error {
  return badRequest(`lookup ${host}: no such host`);
}
