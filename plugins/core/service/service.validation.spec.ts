import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateServiceUpdate } from './service-update.validation.js';
import { syncClusterIps } from '../service-network/allocation/allocated-values.js';
import { validateService } from './service.validation.js';
import type { Service, ServiceSpec } from './service.v1.js';

const GOOD: ServiceSpec = {
  type: 'ClusterIP',
  clusterIP: '10.0.0.4',
  clusterIPs: ['10.0.0.4'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
  sessionAffinity: 'None',
  internalTrafficPolicy: 'Cluster',
  ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
};

function service(spec: Partial<ServiceSpec>): Service {
  return { metadata: { name: 's' }, spec: { ...GOOD, ...spec } };
}

describe('validateService()', () => {
  it('accepts a plain service', () => {
    expect(validateService(service({}))).toEqual([]);
  });

  it.each<[string, Partial<ServiceSpec>, string]>([
    ['no ports', { ports: [] }, 'spec.ports: Required value'],
    ['an unknown type', { type: 'Tunnel' }, 'spec.type: Unsupported value: "Tunnel"'],
    ['another first address', { clusterIP: '10.0.0.5' }, 'first value must match `clusterIP`'],
    [
      'a node port without the type',
      { ports: [{ port: 1, protocol: 'TCP', targetPort: 1, nodePort: 30000 }] },
      'may not be used when `type` is',
    ],
    [
      'an external policy inside',
      { externalTrafficPolicy: 'Local' },
      'may only be set for externally-accessible services',
    ],
    ['a loopback address', { externalIPs: ['127.0.0.1'] }, 'may not be in the loopback range'],
    [
      'a long affinity',
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86401 } } },
      'must be greater than 0 and less than 86400',
    ],
    [
      'source ranges without a balancer',
      { loadBalancerSourceRanges: ['1.2.3.0/24'] },
      'spec.LoadBalancerSourceRanges: Forbidden',
    ],
    ['an unknown distribution', { trafficDistribution: 'Near' }, 'supported values: "PreferClose"'],
  ])('refuses %s', (_name, spec, text) => {
    expect(validateService(service(spec)).map(formatFieldError).join('\n')).toContain(text);
  });
});

describe('validateServiceUpdate()', () => {
  it.each<[string, Partial<ServiceSpec>, string]>([
    [
      'another address',
      { clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] },
      'spec.clusterIPs[0]: Invalid value: []string{"10.0.0.9"}: may not change once set',
    ],
    ['no address', { clusterIP: undefined, clusterIPs: undefined }, 'primary clusterIP can not be unset'],
    ['another family', { ipFamilies: ['IPv6'] }, 'may not change once set'],
  ])('refuses %s', (_name, spec, text) => {
    expect(validateServiceUpdate(service(spec), service({})).map(formatFieldError).join('\n')).toContain(text);
  });

  it('reports every changed family at the first place', () => {
    const old = service({ clusterIPs: ['10.0.0.4', 'fd00::4'], ipFamilies: ['IPv4', 'IPv6'] });
    const next = structuredClone(old);
    next.spec!.ipFamilies = ['IPv6', 'IPv4'];
    const changes = validateServiceUpdate(next, old).filter(({ message }) =>
      message.endsWith('may not change once set'),
    );
    expect(changes.map(({ field }) => field)).toEqual(['spec.ipFamilies[0]', 'spec.ipFamilies[0]']);
  });

  it('lets a headless service change its families, with or without a selector', () => {
    const headless: Partial<ServiceSpec> = { clusterIP: 'None', clusterIPs: ['None'], selector: { a: 'b' } };
    expect(validateServiceUpdate(service({ ...headless, ipFamilies: ['IPv6'] }), service(headless))).toEqual([]);
  });

  it('wants a single stack when a second address goes', () => {
    const old = service({ clusterIPs: ['10.0.0.4', 'fd00::4'], ipFamilies: ['IPv4', 'IPv6'] });
    const errors = validateServiceUpdate(service({ ipFamilyPolicy: 'PreferDualStack' }), old).map(formatFieldError);
    expect(errors).toEqual([
      `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary clusterIP`,
      `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary ipFamily`,
    ]);
  });
});

describe('syncClusterIps()', () => {
  const held: ServiceSpec = { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'] };

  it.each<[string, ServiceSpec, ServiceSpec | undefined, string[] | undefined]>([
    ['gives a new service the list of its one address', { clusterIP: 'x' }, undefined, ['x']],
    ['leaves a new service without addresses alone', {}, undefined, undefined],
    ['keeps the list where the address stays', { clusterIP: '10.0.0.1' }, held, ['10.0.0.1']],
    ['follows a changed address where the list was left out', { clusterIP: 'x' }, held, ['x']],
    [
      'follows a changed address where the list was left as it was',
      { clusterIP: 'x', clusterIPs: ['10.0.0.1'] },
      held,
      ['x'],
    ],
    ['leaves a list alone that changed too', { clusterIP: 'x', clusterIPs: ['y'] }, held, ['y']],
    ['clears the list with the address', { clusterIPs: ['10.0.0.1'] }, held, undefined],
  ])('%s', (_name, spec, old, expected) => {
    syncClusterIps(spec, old);
    expect(spec.clusterIPs).toEqual(expected);
  });
});
