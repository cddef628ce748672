import { Inject, Injectable } from '@nestjs/common';
import type { ConnectRequest, Connector, Destination } from '../../../src/plugin-api/index.js';
import type { NodeProxyOptions } from './connect-options.v1.js';
import { Kubelets } from './kubelets.js';
import { checkPort } from './proxied-port.js';
import { resolveProxied } from './proxied-address.js';
import { readProxiedName } from './proxied-name.js';

const NODES = { group: '', resource: 'nodes' };

/** Forwards `nodes/{name}/proxy` to the kubelet, or to what listens on another port of the node. */
@Injectable()
export class NodeProxyConnector implements Connector {
  constructor(@Inject(Kubelets) private readonly kubelets: Kubelets) {}

  async locate({ name: sent, options }: ConnectRequest<NodeProxyOptions>): Promise<Destination> {
    const { scheme, name, port } = readProxiedName('node', sent);
    const kubelet = await this.kubelets.find(name, NODES);
    // Nothing is shown a kubelet's certificate that is not where the kubelet is.
    const addresses = await resolveProxied(kubelet.host);
    const asked = { path: options.path ?? '', query: '', addresses };
    if (port === '' || port === kubelet.port) return { ...kubelet, ...asked, peer: 'kubelet' };
    checkPort(port);
    return { ...asked, scheme, host: kubelet.host, port, peer: 'workload' };
  }
}
