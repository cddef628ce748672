import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ConnectRequest,
  type Connector,
  type Destination,
  Stores,
  type StatusError,
  notFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { failure } from '../../../src/plugin-api/built-in.js';
import type { EndpointAddress, EndpointSubset, Endpoints } from '../endpoints/endpoints.v1.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { Service } from '../service/service.v1.js';
import type { ServiceProxyOptions } from './connect-options.v1.js';
import { checkProxiedAddress } from './proxied-address.js';
import { readProxiedName } from './proxied-name.js';

const SERVICES = { group: '', resource: 'services' };

/** The endpoint of a service. */
interface Endpoint {
  readonly host: string;
  /** The address in canonical form, the only one to connect to. */
  readonly addresses: readonly string[];
  readonly port: string;
}

/** Forwards `services/{name}/proxy` to any of the pods behind it (upstream: ResourceLocation of services). */
@Injectable()
export class ServiceProxyConnector implements Connector {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async locate({ namespace, name: sent, options }: ConnectRequest<ServiceProxyOptions>): Promise<Destination> {
    const { scheme, name, port } = readProxiedName('service', sent);
    const portName = await this.portNameOf(namespace, { name, port });
    const endpoints = await this.stores.of<Endpoints>('', 'endpoints').find(systemContext(namespace), name);
    if (!endpoints) throw notFound(SERVICES, name);
    const { subsets = [] } = endpoints;
    if (subsets.length === 0) throw unavailable(`no endpoints available for service ${JSON.stringify(name)}`);
    const endpoint = await this.choose(namespace, subsets, portName);
    if (!endpoint) throw unavailable(`no endpoints available for service ${JSON.stringify(sent)}`);
    return { scheme, ...endpoint, path: options.path ?? '', query: '', peer: 'workload' };
  }

  /** The name of the port that is asked for, by which endpoints know it; a number is one of the service's. */
  private async portNameOf(namespace: string, { name, port }: { name: string; port: string }): Promise<string> {
    if (!/^[+-]?\d+$/.test(port)) return port;
    const service = await this.stores.of<Service>('', 'services').get(systemContext(namespace), name);
    const found = service.spec?.ports?.find((each) => each.port === Number(port));
    if (!found) throw unavailable(`no service port ${BigInt(port)} found for service ${JSON.stringify(name)}`);
    return found.name ?? '';
  }

  private async choose(
    namespace: string,
    subsets: readonly EndpointSubset[],
    portName: string,
  ): Promise<Endpoint | undefined> {
    for (const { addresses = [], ports = [] } of fromAnywhere(subsets)) {
      const port = ports.find(({ name = '' }) => name === portName);
      if (!port) continue;
      for (const address of fromAnywhere(addresses)) {
        if (!(await this.isPod(namespace, address))) continue;
        return { host: address.ip, addresses: [checkProxiedAddress(address.ip)], port: String(port.port) };
      }
    }
    return undefined;
  }

  /**
   * An address is only used if it is the one of its target pod: authors of endpoints cannot redirect requests
   * elsewhere.
   */
  private async isPod(namespace: string, { ip, targetRef }: EndpointAddress): Promise<boolean> {
    if (!targetRef || targetRef.kind !== 'Pod' || targetRef.namespace !== namespace) return false;
    const pod = await this.stores.of<Pod>('', 'pods').find(systemContext(namespace), targetRef.name ?? '');
    return pod?.status?.podIPs?.some((own) => own.ip === ip) ?? false;
  }
}

function unavailable(message: string): StatusError {
  return failure(503, message, { reason: 'ServiceUnavailable' });
}

/** All elements, beginning with any of them. */
function* fromAnywhere<T>(all: readonly T[]): Generator<T> {
  if (all.length === 0) return;
  const start = randomInt(all.length);
  for (let i = 0; i < all.length; i++) yield all[(start + i) % all.length];
}
