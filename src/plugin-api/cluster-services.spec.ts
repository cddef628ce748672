import type { ApiObject } from '../apimachinery/index.js';
import { type ApiServerOptions, ServerAddress } from '../options/index.js';
import type { ResourceStore, StoreContext, Stores } from '../registry/index.js';
import { ClusterServices } from './cluster-services.js';

interface Stored {
  readonly services?: Readonly<Record<string, object>>;
  readonly endpoints?: Readonly<Record<string, object[]>>;
}

/** Stores of services by their specs, and of endpoints by their subsets, in the namespace `ns`. */
function storesOf({ services, endpoints }: Stored): Stores {
  const objects: Record<string, Record<string, object> | undefined> = {
    services: services && mapped(services, (spec) => ({ spec })),
    endpoints: endpoints && mapped(endpoints, (subsets) => ({ subsets })),
  };
  const find = (group: string, resource: string): ResourceStore | undefined => {
    const all = group === '' ? objects[resource] : undefined;
    const read = ({ namespace }: StoreContext, name: string): Promise<ApiObject | undefined> =>
      Promise.resolve(
        namespace === 'ns' && all?.[name] ? ({ metadata: { name }, ...all[name] } as ApiObject) : undefined,
      );
    return all && ({ find: read } as unknown as ResourceStore);
  };
  return { find } as unknown as Stores;
}

function mapped<T>(record: Readonly<Record<string, T>>, change: (value: T) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function resolverOf(stored: Stored, enablesRouting: boolean, bindAddress = '0.0.0.0'): ClusterServices {
  const address = Object.assign(new ServerAddress({ bindAddress } as ApiServerOptions['serving']), { port: 6443 });
  return new ClusterServices(storesOf(stored), { aggregation: { enablesRouting } } as ApiServerOptions, address);
}

/** The address as text, or the fault. */
async function addressOf(stored: Stored, port: number | undefined, enablesRouting: boolean): Promise<string> {
  const found = resolverOf(stored, enablesRouting).resolve({ namespace: 'ns', name: 'a', port });
  return found.then(
    ({ host, port: reached }) => `${host} ${reached}`,
    (error: Error) => error.message,
  );
}

const PORTS = [{ name: 'web', port: 8443 }, { port: 443 }];
const IP = { clusterIP: '10.0.0.9', ports: PORTS };
const UNKNOWN = 'no service port 444 found for service "a"';

describe('ClusterServices.resolve() at cluster addresses', () => {
  it.each<[string, object, number | undefined, string]>([
    ['a service', IP, 8443, '10.0.0.9 8443'],
    ['a service, port 443 where none is named', { type: 'ClusterIP', ...IP }, undefined, '10.0.0.9 443'],
    ['a service of type NodePort', { ...IP, type: 'NodePort' }, 443, '10.0.0.9 443'],
    ['a service of type LoadBalancer', { ...IP, type: 'LoadBalancer' }, 443, '10.0.0.9 443'],
    ['another name, at any port', { type: 'ExternalName', externalName: 'far.test', ports: [] }, 444, 'far.test 444'],
    [
      'no service without an address',
      { ...IP, clusterIP: 'None' },
      443,
      'cannot route to service with ClusterIP "None"',
    ],
    ['no port that it has not', IP, 444, UNKNOWN],
    ['no service without ports', { clusterIP: '10.0.0.9' }, 444, UNKNOWN],
    ['no service of another type', { ...IP, type: 'Other' }, 443, 'unsupported service type "Other"'],
  ])('finds %s', async (_title, spec, port, expected) => {
    expect(await addressOf({ services: { a: spec } }, port, false)).toBe(expected);
  });

  it.each<[string, Stored]>([
    ['there is none', { services: { b: IP } }],
    ['nothing knows services', {}],
  ])('finds no service where %s', async (_title, stored) => {
    expect(await addressOf(stored, 443, false)).toBe('service "a" not found');
    expect(await addressOf(stored, 443, true)).toBe('service "a" not found');
  });
});

const ADDRESSES = [{ ip: '10.1.0.1' }];
const NONE = 'no endpoints available for service "a"';

describe('ClusterServices.resolve() at endpoints', () => {
  it.each<[string, object, number, object[] | undefined, string]>([
    [
      'an endpoint, by the name of the port',
      IP,
      8443,
      [{ addresses: ADDRESSES, ports: [{ port: 1 }, { name: 'web', port: 2 }] }],
      '10.1.0.1 2',
    ],
    [
      'an endpoint of a port without a name',
      IP,
      443,
      [{ addresses: ADDRESSES, ports: [{ name: 'web', port: 2 }, { port: 1 }] }],
      '10.1.0.1 1',
    ],
    [
      'an endpoint of a service without an address',
      { ...IP, clusterIP: 'None' },
      443,
      [{ addresses: ADDRESSES, ports: [{ port: 1 }] }],
      '10.1.0.1 1',
    ],
    [
      'the subset that has the port',
      IP,
      443,
      [
        { addresses: [{ ip: '10.1.0.2' }], ports: [{ name: 'web', port: 1 }] },
        { addresses: ADDRESSES, ports: [{ port: 3 }] },
      ],
      '10.1.0.1 3',
    ],
    ['none that is not ready', IP, 443, [{ notReadyAddresses: ADDRESSES, ports: [{ port: 1 }] }], NONE],
    ['none without subsets', IP, 443, [], NONE],
    ['none without endpoints', IP, 443, undefined, 'endpoints "a" not found'],
    ['none of a port that the service has not', IP, 444, [], UNKNOWN],
    ['none of another name', { ...IP, type: 'ExternalName' }, 443, [], 'unsupported service type "ExternalName"'],
  ])('finds %s', async (_title, spec, port, subsets, expected) => {
    const stored = { services: { a: spec }, endpoints: (subsets ? { a: subsets } : {}) as Record<string, object[]> };
    expect(await addressOf(stored, port, true)).toBe(expected);
  });

  it('finds each of several addresses', async () => {
    const addresses = [{ ip: '10.1.0.1' }, { ip: '10.1.0.2' }];
    const resolver = resolverOf({ services: { a: IP }, endpoints: { a: [{ addresses, ports: [{ port: 1 }] }] } }, true);
    const hosts = new Set<string>();
    for (let i = 0; i < 200; i++) hosts.add((await resolver.resolve({ namespace: 'ns', name: 'a' })).host);
    expect([...hosts].sort()).toEqual(['10.1.0.1', '10.1.0.2']);
  });
});

describe('ClusterServices.resolve() of the server itself', () => {
  const own = { namespace: 'default', name: 'kubernetes' };

  it.each([
    ['0.0.0.0', { host: '127.0.0.1', port: 6443 }],
    ['192.0.2.1', { host: '192.0.2.1', port: 6443 }],
    ['::1', { host: '::1', port: 6443 }],
  ])('needs no service when it listens on %s', async (bindAddress, expected) => {
    for (const enablesRouting of [true, false])
      expect(await resolverOf({}, enablesRouting, bindAddress).resolve(own)).toEqual(expected);
  });

  it.each([
    { ...own, port: 6443 },
    { ...own, namespace: 'ns' },
    { ...own, name: 'other' },
  ])('is not %j', async (service) => {
    await expect(resolverOf({}, false).resolve(service)).rejects.toThrow('not found');
  });
});
