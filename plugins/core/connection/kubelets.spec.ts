import { StatusError, type Stores } from '../../../src/plugin-api/index.js';
import { type ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import type { Node } from '../node/node.v1.js';
import { Kubelets } from './kubelets.js';
import { NodeProxyConnector } from './node-proxy.subresource.js';

const NODES = { group: '', resource: 'nodes' };

const ADDRESSES = [
  { type: 'ExternalIP', address: '203.0.113.1' },
  { type: 'InternalIP', address: '10.0.0.1' },
  { type: 'InternalIP', address: 'fd00::1' },
  { type: 'Hostname', address: 'localhost' },
];

/** The kubelets of a cluster with the node `n`. */
function kubeletsOf(status: Node['status'], preferredAddressTypes: readonly string[] = ['InternalIP']): Kubelets {
  const find = (_context: unknown, name: string): Promise<unknown> =>
    Promise.resolve(name === 'n' ? { metadata: { name }, status } : undefined);
  const stores = { of: () => ({ find }) } as unknown as Stores;
  return new Kubelets(stores, { kubelet: { port: 10250, preferredAddressTypes } } as unknown as ApiServerOptions);
}

describe('Kubelets.find()', () => {
  it.each([
    [['InternalIP', 'ExternalIP'], '10.0.0.1'],
    [['ExternalIP', 'InternalIP'], '203.0.113.1'],
    [['InternalDNS', 'Hostname', 'InternalIP'], 'localhost'],
  ])('takes the first address of the first type the node has: %j', async (types, host) => {
    expect(await kubeletsOf({ addresses: ADDRESSES }, types).find('n', NODES)).toEqual({
      scheme: 'https',
      host,
      port: '10250',
    });
  });

  it('prefers the port that the node publishes', async () => {
    const daemonEndpoints = { kubeletEndpoint: { Port: 1025 } };
    const place = await kubeletsOf({ addresses: ADDRESSES, daemonEndpoints }).find('n', NODES);
    expect(place.port).toBe('1025');
  });

  it('fails without an address of a preferred type, and without the node', async () => {
    await expect(kubeletsOf({ addresses: ADDRESSES }, ['ExternalDNS']).find('n', NODES)).rejects.toThrow(
      'no preferred addresses found; known addresses: [{ExternalIP 203.0.113.1} {InternalIP 10.0.0.1}',
    );
    await expect(kubeletsOf({}).find('none', NODES)).rejects.toThrow('nodes "none" not found');
  });
});

describe('NodeProxyConnector.locate()', () => {
  const locate = (address: string, name = 'n'): ReturnType<NodeProxyConnector['locate']> => {
    const kubelets = kubeletsOf({ addresses: [{ type: 'InternalIP', address }] });
    const request = { name, options: { path: '/a' } };
    return new NodeProxyConnector(kubelets).locate(request as Parameters<NodeProxyConnector['locate']>[0]);
  };

  it('answers the addresses that were checked, the only ones to connect to', async () => {
    expect(await locate('10.0.0.1')).toMatchObject({ host: '10.0.0.1', addresses: ['10.0.0.1'], peer: 'kubelet' });
    expect(await locate('10.0.0.1', 'https:n:9100')).toMatchObject({
      scheme: 'https',
      addresses: ['10.0.0.1'],
      port: '9100',
      peer: 'workload',
    });
  });

  it.each(['127.0.0.1', '::1', '169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', 'localhost'])(
    'refuses a node at %s, at every port',
    async (address) => {
      for (const name of ['n', 'n:80', 'https:n:']) {
        await expect(locate(address, name)).rejects.toThrow(StatusError);
        await expect(locate(address, name)).rejects.toThrow('address not allowed');
      }
    },
  );
});
