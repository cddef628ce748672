import { type ApiObject } from '../../../src/plugin-api/index.js';
import { parseIp } from '../../../src/plugin-api/built-in.js';
import type { EndpointSubset } from '../endpoints/endpoints.v1.js';

/** The members of an endpoint slice that are written; the kind belongs to another group. */
export interface WrittenSlice extends ApiObject {
  addressType: string;
  endpoints: { addresses: string[]; conditions: { ready: boolean } }[];
  ports?: { name?: string; port: number; protocol?: string }[];
}

/** The label that names the service of a slice. */
const SERVICE_NAME = 'kubernetes.io/service-name';

/** Returns the slice that says the same as the endpoints of the service `name`. */
export function sliceOf(name: string, namespace: string, [subset]: readonly EndpointSubset[]): WrittenSlice {
  const addresses = (subset?.addresses ?? []).map(({ ip }) => ip);
  const isSix = addresses.length > 0 && addresses.every((ip) => parseIp(ip)?.family === 6);
  return {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: { name, namespace, labels: { [SERVICE_NAME]: name } },
    addressType: isSix ? 'IPv6' : 'IPv4',
    endpoints: addresses.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
    ports: subset?.ports?.map(({ name: port, port: number, protocol }) => ({ name: port, port: number, protocol })),
  };
}

/** Returns the slice as it should be; undefined when it is so. Labels of others stay. */
export function mendedSlice(current: WrittenSlice, wanted: WrittenSlice): WrittenSlice | undefined {
  const { addressType, endpoints, ports } = wanted;
  const labels = { ...current.metadata.labels, ...wanted.metadata.labels };
  const mended = { ...current, metadata: { ...current.metadata, labels }, addressType, endpoints, ports };
  return JSON.stringify(shownOf(current)) === JSON.stringify(shownOf(mended)) ? undefined : mended;
}

function shownOf({ metadata, addressType, endpoints, ports }: WrittenSlice): unknown[] {
  const addresses = (endpoints ?? []).map(({ addresses: each, conditions }) => [each, conditions?.ready]);
  const served = (ports ?? []).map(({ name, port, protocol }) => [name, port, protocol]);
  return [metadata.labels?.[SERVICE_NAME], addressType, addresses, served];
}
