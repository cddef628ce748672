import { type FoundService, type ServedService, failedCheck, serviceFault } from './available-condition.js';

const REFERENCE = { namespace: 'ns', name: 'svc', port: 8443 };

type Spec = NonNullable<ServedService['spec']>;

function serviceOf(spec: Spec | undefined): ServedService {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec };
}

function endpointsOf(...subsets: NonNullable<NonNullable<FoundService['endpoints']>['subsets']>) {
  return { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'svc' }, subsets };
}

const SERVICE = serviceOf({
  type: 'ClusterIP',
  ports: [
    { name: 'other', port: 443 },
    { name: 'web', port: 8443 },
  ],
});
const UNNAMED = serviceOf({ ports: [{ port: 8443 }] });
const ADDRESS = { ip: '10.0.0.1' };
const NO_ADDRESS = 'endpoints for service/svc in "ns" have no addresses with port name "web"';

describe('serviceFault()', () => {
  it.each<[string, FoundService, string, string]>([
    [
      'without a service',
      { service: undefined, endpoints: endpointsOf() },
      'ServiceNotFound',
      'service/svc in "ns" is not present',
    ],
    [
      'without that port',
      { service: serviceOf({ ports: [{ port: 443 }] }), endpoints: undefined },
      'ServicePortError',
      'service/svc in "ns" is not listening on port 8443',
    ],
    [
      'without a spec, which is a service of type ClusterIP without ports',
      { service: serviceOf(undefined), endpoints: undefined },
      'ServicePortError',
      'service/svc in "ns" is not listening on port 8443',
    ],
    [
      'without endpoints',
      { service: SERVICE, endpoints: undefined },
      'EndpointsNotFound',
      'cannot find endpoints for service/svc in "ns"',
    ],
    ['without subsets', { service: SERVICE, endpoints: endpointsOf() }, 'MissingEndpoints', NO_ADDRESS],
    [
      'without addresses of the port',
      { service: SERVICE, endpoints: endpointsOf({ ports: [{ name: 'web' }] }) },
      'MissingEndpoints',
      NO_ADDRESS,
    ],
    [
      'where the addresses serve other ports only, whatever port the subset beside it has',
      {
        service: SERVICE,
        endpoints: endpointsOf({ addresses: [ADDRESS], ports: [{ name: 'other' }, {}] }, { ports: [{ name: 'web' }] }),
      },
      'MissingEndpoints',
      NO_ADDRESS,
    ],
    [
      'where a port without a name is served under a name',
      { service: UNNAMED, endpoints: endpointsOf({ addresses: [ADDRESS], ports: [{ name: 'web' }] }) },
      'MissingEndpoints',
      'endpoints for service/svc in "ns" have no addresses with port name ""',
    ],
  ])('reports a fault %s', (_title, found, reason, message) => {
    expect(serviceFault(REFERENCE, found)).toEqual({ status: 'False', reason, message });
  });

  it.each<[string, FoundService]>([
    [
      'that has an address for the port in any subset',
      { service: SERVICE, endpoints: endpointsOf({}, { addresses: [ADDRESS], ports: [{}, { name: 'web' }] }) },
    ],
    [
      'whose port has no name here and there',
      { service: UNNAMED, endpoints: endpointsOf({ addresses: [ADDRESS], ports: [{}] }) },
    ],
    ['of type NodePort', { service: serviceOf({ type: 'NodePort' }), endpoints: undefined }],
    ['of type LoadBalancer', { service: serviceOf({ type: 'LoadBalancer' }), endpoints: undefined }],
    ['of type ExternalName', { service: serviceOf({ type: 'ExternalName' }), endpoints: undefined }],
  ])('leaves a service %s to the check of its server', (_title, found) => {
    expect(serviceFault(REFERENCE, found)).toBeUndefined();
  });

  it('takes port 443 where the API service names none', () => {
    const service = serviceOf({ ports: [{ port: 8443 }] });
    const { message } = serviceFault({ namespace: 'ns', name: 'svc' }, { service, endpoints: undefined })!;
    expect(message).toBe('service/svc in "ns" is not listening on port 443');
  });
});

describe('failedCheck()', () => {
  it('has the message of the check', () => {
    expect(failedCheck('why')).toEqual({ status: 'False', reason: 'FailedDiscoveryCheck', message: 'why' });
  });
});
