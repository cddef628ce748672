import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { APIServiceSpec } from '../api-service/api-service.v1.js';

/** The content of the condition `Available`, without its time. */
export interface Availability {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** The stored service that an API service names. */
export interface FoundService {
  readonly service: ServedService | undefined;
  /** Undefined if there are none. */
  readonly endpoints: ServiceEndpoints | undefined;
}

/** The members of a Service that are looked at. */
export interface ServedService extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}

/** The members of Endpoints that are looked at. */
export interface ServiceEndpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly object[];
    readonly ports?: readonly { readonly name?: string }[];
  }[];
}

/** The condition of groups that this server serves itself. */
export const LOCAL: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/** The condition of servers that have answered. */
export const PASSED: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

const HTTPS_PORT = 443;

/** Returns the condition of servers that have not answered. */
export function failedCheck(message: string): Availability {
  return unavailable('FailedDiscoveryCheck', message);
}

/**
 * Returns the fault by which a service has no server to ask; undefined where it may have one (upstream: the
 * checks of AvailableConditionController before it asks the server).
 */
export function serviceFault(
  { name = '', namespace = '', port = HTTPS_PORT }: NonNullable<APIServiceSpec['service']>,
  { service, endpoints }: FoundService,
): Availability | undefined {
  const place = `service/${name} in "${namespace}"`;
  if (!service) return unavailable('ServiceNotFound', `${place} is not present`);
  const { type = 'ClusterIP', ports = [] } = service.spec ?? {};
  if (type !== 'ClusterIP') return undefined;
  const found = ports.find((each) => each.port === port);
  if (!found) return unavailable('ServicePortError', `${place} is not listening on port ${port}`);
  if (!endpoints) return unavailable('EndpointsNotFound', `cannot find endpoints for ${place}`);
  const { name: portName = '' } = found;
  if (serves(endpoints, portName)) return undefined;
  return unavailable('MissingEndpoints', `endpoints for ${place} have no addresses with port name "${portName}"`);
}

function serves({ subsets = [] }: ServiceEndpoints, portName: string): boolean {
  return subsets.some(
    ({ addresses = [], ports = [] }) => addresses.length > 0 && ports.some(({ name = '' }) => name === portName),
  );
}

function unavailable(reason: string, message: string): Availability {
  return { status: 'False', reason, message };
}
