import { Inject, Injectable } from '@nestjs/common';
import { type Destination, Stores, notFound, systemContext } from '../../../src/plugin-api/index.js';
import { ApiServerOptions, type GroupResource, cutText, failure } from '../../../src/plugin-api/built-in.js';
import type { Node } from '../node/node.v1.js';

/** Maximum length of a node's addresses in the error when none of them is usable. */
const MAX_TOLD = 1000;

/** Where the kubelet of a node is, without a path. */
export type KubeletPlace = Pick<Destination, 'scheme' | 'host' | 'port'>;

/** Finds the kubelets of nodes, at the addresses and ports that nodes publish (upstream: NodeConnectionInfoGetter). */
@Injectable()
export class Kubelets {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {}

  /**
   * Returns the location of the kubelet of a node. 404 if there is no such node, reported as one of `resource`, as in
   * the reference; 500 if the node has no address of a preferred type.
   */
  async find(name: string, resource: GroupResource): Promise<KubeletPlace> {
    const node = await this.stores.of<Node>('', 'nodes').find(systemContext(), name);
    if (!node) throw notFound(resource, name);
    const told = node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
    const port = told > 0 ? told : this.options.kubelet.port;
    return { scheme: 'https', host: this.addressOf(node), port: String(port) };
  }

  private addressOf({ status }: Node): string {
    const addresses = status?.addresses ?? [];
    for (const type of this.options.kubelet.preferredAddressTypes) {
      const found = addresses.find((address) => address.type === type);
      if (found) return found.address;
    }
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
    throw failure(500, `no preferred addresses found; known addresses: [${cutText(known, MAX_TOLD)}]`);
  }
}
