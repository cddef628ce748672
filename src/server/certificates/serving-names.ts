import { networkInterfaces, hostname } from 'node:os';
import { addressInCidr, formatIp, isDns1123Subdomain, parseCidr, parseIp } from '../../apimachinery/index.js';

/** The names a serving certificate is good for, each kind sorted and free of repeats. */
export interface ServingNames {
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
}

/** The sources of the names; an empty text means not set. */
export interface ServingNameSources {
  readonly bindAddress: string;
  readonly advertiseAddress: string;
  readonly externalHostname: string;
  readonly serviceClusterIpRanges: readonly string[];
  /** True if the server is not the cluster's own. */
  readonly isExtension?: boolean;
}

const CLUSTER_NAMES = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

/** Gathers every name and address that clients inside and outside of the cluster reach the server by. */
export function servingNames(sources: ServingNameSources): ServingNames {
  const { isExtension = false } = sources;
  const ofCluster = isExtension ? ['localhost'] : CLUSTER_NAMES;
  const dnsNames = [...ofCluster, hostname().toLowerCase(), sources.externalHostname];
  const addresses = [
    '127.0.0.1',
    '::1',
    sources.advertiseAddress,
    ...listenAddresses(sources),
    ...(isExtension ? [] : firstAddresses(sources)),
  ];
  return {
    dnsNames: sortedUnique(
      dnsNames.filter((name) => isDns1123Subdomain(name).length === 0 && parseIp(name) === undefined),
    ),
    addresses: sortedUnique(
      [...addresses, sources.externalHostname].map(canonicalIp).filter((address) => address !== ''),
    ),
  };
}

/** Returns the names a certificate holds, from node's text of its subjectAltName. */
export function namesOfCertificate(subjectAltName: string | undefined): ServingNames {
  const entries = (subjectAltName ?? '').split(', ');
  const valuesOf = (prefix: string): string[] =>
    entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
  return { dnsNames: valuesOf('DNS:'), addresses: valuesOf('IP Address:').map(canonicalIp) };
}

/** Reports whether a certificate's names include all that are wanted. */
export function coversNames(actual: ServingNames, wanted: ServingNames): boolean {
  return (
    wanted.dnsNames.every((name) => actual.dnsNames.includes(name)) &&
    wanted.addresses.every((address) => actual.addresses.includes(address))
  );
}

/** The first address of a Service network belongs to the Service `kubernetes`. */
function firstAddresses({ serviceClusterIpRanges }: ServingNameSources): string[] {
  return serviceClusterIpRanges.flatMap((range) => {
    const cidr = parseCidr(range);
    return cidr === undefined ? [] : [formatIp(addressInCidr(cidr, 1n))];
  });
}

/** A server that listens everywhere is reached by the addresses of the machine. */
function listenAddresses({ bindAddress }: ServingNameSources): string[] {
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::') return [bindAddress];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && (family === 'IPv4' || bindAddress === '::'))
    .map(({ address }) => address);
}

function canonicalIp(text: string): string {
  const address = parseIp(text);
  return address === undefined ? '' : formatIp(address);
}

function sortedUnique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
