import { BlockList, isIP } from 'node:net';

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy that requests to a server go through by `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (in either
 * case), or undefined for none. The rules are those of Go's httpproxy: the own machine is never reached through a
 * proxy.
 */
export function proxyFromEnvironment(server: string, environment: Environment): string | undefined {
  const url = new URL(server);
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = environment[name] || environment[name.toLowerCase()] || '';
  if (proxy === '' || isExempt(url, environment.NO_PROXY || environment.no_proxy || '')) return undefined;
  return /^(?:https?|socks5):\/\//.test(proxy) ? proxy : `http://${proxy}`;
}

function isExempt(url: URL, exempt: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (host === 'localhost' || isLoopback(host)) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exempt.split(',').some((entry) => exempts(entry.trim().toLowerCase(), { host, port }));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = familyOf(host);
  return family !== undefined && LOOPBACK.check(host, family);
}

function exempts(entry: string, { host, port }: { host: string; port: string }): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  if (entry.includes('/')) return isInNetwork(host, entry);
  const [name, wanted] = splitPort(entry);
  if (wanted !== '' && wanted !== port) return false;
  if (familyOf(name) !== undefined) return sameAddress(name, host);
  if (familyOf(host) !== undefined) return false;
  const domain = name.startsWith('*.') ? name.slice(1) : name;
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function splitPort(entry: string): [name: string, port: string] {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return [bracketed[1], bracketed[2] ?? ''];
  if (familyOf(entry) !== undefined) return [entry, ''];
  const colon = entry.lastIndexOf(':');
  return colon < 0 ? [entry, ''] : [entry.slice(0, colon), entry.slice(colon + 1)];
}

function isInNetwork(host: string, network: string): boolean {
  const [address, length] = network.split('/');
  const [family, own] = [familyOf(address), familyOf(host)];
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Infinity;
  if (family === undefined || own === undefined || bits > (family === 'ipv4' ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return list.check(host, own);
}

function sameAddress(one: string, other: string): boolean {
  const family = familyOf(other);
  if (family === undefined) return false;
  const list = new BlockList();
  list.addAddress(one, familyOf(one));
  return list.check(other, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  return family === 4 ? 'ipv4' : 'ipv6';
}
