import { Inject, Injectable } from '@nestjs/common';
import {
  type ConnectRequest,
  type Connector,
  type Destination,
  Stores,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import type { PodProxyOptions } from './connect-options.v1.js';
import { checkPort } from './proxied-port.js';
import { checkProxiedAddress } from './proxied-address.js';
import { readProxiedName } from './proxied-name.js';

/**
 * Connects `pods/{name}/proxy` to the pod, at the named port or the first one it declares (upstream: ResourceLocation).
 */
@Injectable()
export class PodProxyConnector implements Connector {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async locate({ namespace, name: sent, options }: ConnectRequest<PodProxyOptions>): Promise<Destination> {
    const { scheme, name, port } = readProxiedName('pod', sent);
    const pod = await this.stores.of<Pod>('', 'pods').get(systemContext(namespace), name);
    const host = pod.status?.podIPs?.[0]?.ip ?? '';
    const addresses = [checkProxiedAddress(host)];
    const chosen = port === '' ? firstPort(pod) : port;
    checkPort(chosen);
    return { scheme, host, addresses, port: chosen, path: options.path ?? '', query: '', peer: 'workload' };
  }
}

function firstPort({ spec }: Pod): string {
  const port = spec?.containers?.find(({ ports = [] }) => ports.length > 0)?.ports?.[0].containerPort;
  return port === undefined ? '' : String(port);
}
