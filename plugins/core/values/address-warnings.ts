import {
  type IpAddress,
  addressInCidr,
  formatIp,
  goQuote,
  hasRule,
  parseCidr,
  parseIp,
  unmapIp,
} from '../../../src/plugin-api/built-in.js';
import { addressFault, networkFault } from './go-address.js';

const FUTURE = 'was accepted, but will be invalid in a future Kubernetes release';
const NOT_CANONICAL = 'which may cause controller apply-loops';

/**
 * Returns warnings for an address in a notation that is ambiguous, or not the canonical one (upstream: GetWarningsForIP). Before
 * 1.33 only services had them.
 */
export function addressWarnings(path: string, value: string): string[] {
  return hasRule({ since: '1.33' }) ? strictAddressWarnings(path, value) : formerAddressWarnings(path, value);
}

/** Returns the same for a network in CIDR form (upstream: GetWarningsForCIDR). */
export function networkWarnings(path: string, value: string): string[] {
  return hasRule({ since: '1.33' }) ? strictNetworkWarnings(path, value) : formerNetworkWarnings(path, value);
}

/** Returns those of kinds that have had them since 1.33. */
export function newAddressWarnings(path: string, value: string): string[] {
  return hasRule({ since: '1.33' }) ? strictAddressWarnings(path, value) : [];
}

/** Returns those of kinds that have had them since 1.33, for a network. */
export function newNetworkWarnings(path: string, value: string): string[] {
  return hasRule({ since: '1.33' }) ? strictNetworkWarnings(path, value) : [];
}

function strictAddressWarnings(path: string, value: string): string[] {
  const address = parseIp(value);
  if (!address) return [];
  const plain = unmapIp(address);
  if (addressFault(value) !== undefined || plain !== address) {
    const better = `use ${goQuote(formatIp(plain))}`;
    return [
      `${path}: non-standard IP address ${goQuote(value)} will be considered invalid in a future Kubernetes release: ${better}`,
    ];
  }
  const canonical = formatIp(address);
  if (address.family === 4 || canonical === value) return [];
  return [`${path}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

function strictNetworkWarnings(path: string, value: string): string[] {
  const cidr = parseCidr(value);
  if (!cidr) return [];
  const { address, prefixLength } = cidr;
  const network = addressInCidr(cidr, 0n);
  const warnings: string[] = [];
  if (network.bits !== address.bits) {
    const [whole, single] = [shownNetwork(network, prefixLength), shownNetwork(address, widthOf(address))];
    warnings.push(
      `${path}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${goQuote(whole)} or ${goQuote(single)}?)`,
    );
  }
  if (networkFault(value) !== undefined || unmapIp(address) !== address) {
    const better = `use ${goQuote(shownNetwork(network, prefixLength))}`;
    warnings.push(
      `${path}: non-standard CIDR value ${goQuote(value)} will be considered invalid in a future Kubernetes release: ${better}`,
    );
  }
  const canonical = shownNetwork(address, prefixLength);
  if (warnings.length > 0 || address.family === 4 || canonical === value) return warnings;
  return [`${path}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

function widthOf({ family }: IpAddress): number {
  return family === 4 ? 32 : 128;
}

/** An IPv4 network in IPv6 notation is shown as one of IPv4. */
function shownNetwork(address: IpAddress, prefixLength: number): string {
  const plain = unmapIp(address);
  return `${formatIp(plain)}/${plain === address ? prefixLength : prefixLength - 96}`;
}

function formerAddressWarnings(path: string, ip: string): string[] {
  const fault = addressFault(ip);
  if (fault !== undefined) return [`${path}: IP address ${FUTURE}: ${fault}`];
  const [bare, zone] = ip.split('%');
  const address = parseIp(bare);
  if (address?.family !== 6) return [];
  return canonicalWarning(`${path}: IPv6 address`, ip, formatIp(address) + (zone ? `%${zone}` : ''));
}

function formerNetworkWarnings(path: string, range: string): string[] {
  const fault = networkFault(range);
  if (fault !== undefined) return [`${path}: IP prefix ${FUTURE}: ${fault}`];
  const cidr = parseCidr(range);
  if (cidr?.address.family !== 6) return [];
  const canonical = `${formatIp(cidr.address)}/${cidr.prefixLength}`;
  return canonicalWarning(`${path}: IPv6 prefix`, range, canonical);
}

function canonicalWarning(head: string, value: string, canonical: string): string[] {
  if (value === canonical) return [];
  const shown = `${JSON.stringify(value)} is not in RFC 5952 canonical format (${JSON.stringify(canonical)})`;
  return [`${head} ${shown}, ${NOT_CANONICAL}`];
}
