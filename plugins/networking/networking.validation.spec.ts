import { checkAs, formatFieldError } from '../../src/plugin-api/built-in.js';
import type { IngressClass } from './ingress-class/ingress-class.v1.js';
import { validateIngressClass, validateIngressClassUpdate } from './ingress-class/ingress-class.validation.js';
import type { HTTPIngressPath, Ingress, IngressBackend, IngressSpec } from './ingress/ingress.v1.js';
import { validateIngress, validateIngressStatus, validateIngressUpdate } from './ingress/ingress.validation.js';
import {
  validateIpAddress,
  validateIpAddressName,
  validateIpAddressUpdate,
} from './ip-address/ip-address.validation.js';
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from './network-policy/network-policy.v1.js';
import { validateNetworkPolicy, validateNetworkPolicyUpdate } from './network-policy/network-policy.validation.js';
import { validateServiceCidr, validateServiceCidrUpdate } from './service-cidr/service-cidr.validation.js';

const SERVICE = { service: { name: 's', port: { number: 80 } } };
const ingressOf = (spec: IngressSpec): Ingress => ({ metadata: { name: 'i' }, spec });
const texts = (errors: Parameters<typeof formatFieldError>[0][]): string[] => errors.map(formatFieldError);

describe('validateIngress()', () => {
  it.each<[IngressSpec, string[]]>([
    [{ defaultBackend: SERVICE }, []],
    [{ rules: [{ host: '*.example.com' }], tls: [{ hosts: ['*.a.b', 'c.d'], secretName: 's' }] }, []],
    [{}, ['spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified']],
    [{ rules: [{ host: '192.0.2.1' }] }, [expect.stringMatching(/host: .*must be a DNS name, not an IP address$/)]],
    [{ rules: [{ host: 'a.*' }] }, [expect.stringMatching(/host: .*a wildcard DNS-1123 subdomain/)]],
    [{ rules: [{ http: {} }] }, ['spec.rules[0].http.paths: Required value']],
    [{ defaultBackend: SERVICE, tls: [{ secretName: 'A' }] }, [expect.stringMatching(/^spec\.tls\[0\]\.secretName: /)]],
    [{ defaultBackend: SERVICE, ingressClassName: '' }, [expect.stringMatching(/^spec\.ingressClassName: /)]],
  ])('finds of %j: %j', (spec, errors) => {
    expect(texts(validateIngress(ingressOf(spec)))).toEqual(errors);
  });

  it.each<[Partial<HTTPIngressPath>, string[]]>([
    [{ pathType: 'Exact', path: '/a' }, []],
    [{ pathType: 'ImplementationSpecific' }, []],
    [{}, ['pathType: Required value: pathType must be specified']],
    [{ pathType: 'Exact' }, ['path: Invalid value: "": must be an absolute path']],
    [{ pathType: 'ImplementationSpecific', path: 'a' }, ['path: Invalid value: "a": must be an absolute path']],
    [
      { pathType: 'Prefix', path: '/a//%2f' },
      [
        'path: Invalid value: "/a//%2f": must not contain \'//\'',
        'path: Invalid value: "/a//%2f": must not contain \'%2f\'',
      ],
    ],
    [{ pathType: 'Prefix', path: '/a/..' }, ['path: Invalid value: "/a/..": cannot end with \'/..\'']],
    [
      { pathType: 'Some' },
      ['pathType: Unsupported value: "Some": supported values: "Exact", "ImplementationSpecific", "Prefix"'],
    ],
  ])('finds of a path %j: %j', (members, errors) => {
    const paths = [{ backend: SERVICE, ...members } as HTTPIngressPath];
    const found = texts(validateIngress(ingressOf({ rules: [{ http: { paths } }] })));
    expect(found).toEqual(errors.map((error) => `spec.rules[0].http.paths[0].${error}`));
  });

  it.each<[IngressBackend, string[]]>([
    [{ resource: { kind: 'K', name: 'n', apiGroup: 'g.example' } }, []],
    [{ service: { name: 's', port: { name: 'http' } } }, []],
    [{}, [': Invalid value: "": resource or service backend is required']],
    [
      { ...SERVICE, resource: { kind: 'K', name: 'n' } },
      [': Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      { resource: { kind: '', name: '', apiGroup: '_' } },
      [
        expect.stringContaining('.resource.apiGroup: Invalid'),
        expect.stringContaining('.resource.kind: Required value: kind is required'),
        expect.stringContaining('.resource.name: Required value: name is required'),
      ],
    ],
    [
      { service: { name: '1', port: { name: 'http', number: 1 } } },
      [
        expect.stringContaining('.service.name: Invalid'),
        ': Invalid value: "": cannot set both port name & port number',
      ],
    ],
    [{ service: { name: 's' } }, [': Required value: port name or number is required']],
    [{ service: { name: 's', port: { number: 70_000 } } }, [expect.stringContaining('.service.port.number: ')]],
    [{ service: { name: 's', port: { name: '--' } } }, [expect.any(String), expect.any(String), expect.any(String)]],
  ])('finds of a backend %j: %j', (defaultBackend, errors) => {
    const found = texts(validateIngress(ingressOf({ defaultBackend })));
    expect(found.map((text) => text.replace('spec.defaultBackend', ''))).toEqual(errors);
  });

  it('wants the annotation of the class to say the same', () => {
    const metadata = { name: 'i', annotations: { 'kubernetes.io/ingress.class': 'a' } };
    const spec = { defaultBackend: SERVICE, ingressClassName: 'b' };
    expect(texts(validateIngress({ metadata, spec }))).toEqual([
      'annotations.kubernetes.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified',
    ]);
  });
});

describe('validateIngressUpdate()', () => {
  it.each<[string, IngressSpec]>([
    ['names of secrets', { defaultBackend: SERVICE, tls: [{ secretName: 'A' }] }],
    ['rules of wildcards', { rules: [{ host: '*.a', http: {} }] }],
  ])('lets %s stay that would be refused', (_what, spec) => {
    expect(validateIngress(ingressOf(spec))).toHaveLength(1);
    expect(validateIngressUpdate(ingressOf(spec), ingressOf(spec))).toEqual([]);
  });
});

describe('validateIngressStatus()', () => {
  it('wants addresses and host names', () => {
    const status = {
      loadBalancer: { ingress: [{ ip: 'x' }, { hostname: '192.0.2.1' }, { ip: '::1', hostname: 'a' }] },
    };
    expect(texts(validateIngressStatus({ metadata: {}, status }))).toEqual([
      expect.stringMatching(/^status\.loadBalancer\.ingress\[0\]\.ip: /),
      expect.stringMatching(/^status\.loadBalancer\.ingress\[1\]\.hostname: .*not an IP address$/),
    ]);
  });
});

describe('validateIngressClass()', () => {
  const classOf = (parameters?: object): IngressClass =>
    ({ metadata: {}, spec: { controller: 'a.example/x', parameters } }) as IngressClass;
  const REFERENCE = { kind: 'K', name: 'n' };

  it.each<[object | undefined, string[]]>([
    [undefined, []],
    [{ ...REFERENCE, scope: 'Cluster' }, []],
    [{ ...REFERENCE, scope: 'Namespace', namespace: 'x' }, []],
    [REFERENCE, ['scope: Required value']],
    [{ ...REFERENCE, scope: 'World' }, ['scope: Unsupported value: "World": supported values: "Cluster", "Namespace"']],
    [
      { ...REFERENCE, scope: 'Cluster', namespace: 'x' },
      ["namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [{ ...REFERENCE, scope: 'Namespace' }, ["namespace: Required value: `parameters.scope` is set to 'Namespace'"]],
    [{ ...REFERENCE, scope: 'Namespace', namespace: 'X' }, [expect.stringContaining('namespace: Invalid value: "X"')]],
  ])('finds of parameters %j: %j', (parameters, errors) => {
    const found = texts(validateIngressClass(classOf(parameters)));
    expect(found.map((text) => text.replace('spec.parameters.', ''))).toEqual(errors);
  });

  it('wants a controller, which stays', () => {
    expect(texts(validateIngressClass({ metadata: {} }))).toEqual(['spec.controller: Required value']);
    const controller = `a.example/${'x'.repeat(250)}`;
    expect(texts(validateIngressClassUpdate({ metadata: {}, spec: { controller } }, classOf()))).toEqual([
      expect.stringMatching(/: field is immutable$/),
      'spec.controller: Too long: may not be more than 250 bytes',
    ]);
  });
});

describe('validateNetworkPolicy()', () => {
  const policyOf = (ports: NetworkPolicyPort[], from: NetworkPolicyPeer[] = []): NetworkPolicy => ({
    metadata: {},
    spec: { podSelector: {}, ingress: [{ ports, from }] },
  });

  it.each<[NetworkPolicyPort, string[]]>([
    [{ protocol: 'SCTP', port: 1, endPort: 1 }, []],
    [{ port: 'http' }, []],
    [{ protocol: 'ICMP' }, ['protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"']],
    [{ port: 0 }, ['port: Invalid value: 0: must be between 1 and 65535, inclusive']],
    [{ port: 9, endPort: 8 }, ['endPort: Invalid value: 9: must be greater than or equal to `port`']],
    [{ endPort: 8 }, ['endPort: Invalid value: 8: may not be specified when `port` is not specified']],
    [{ port: 'a', endPort: 8 }, ['endPort: Invalid value: 8: may not be specified when `port` is non-numeric']],
  ])('finds of a port %j: %j', (port, errors) => {
    const found = texts(validateNetworkPolicy(policyOf([port])));
    expect(found).toEqual(errors.map((error) => `spec.ingress[0].ports[0].${error}`));
  });

  it.each<[NetworkPolicyPeer, string[]]>([
    [{ podSelector: {}, namespaceSelector: {} }, []],
    [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }, []],
    [{}, [': Required value: must specify a peer']],
    [
      { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } },
      [': Forbidden: may not specify both ipBlock and another peer'],
    ],
    [{ ipBlock: { cidr: '' } }, ['.ipBlock.cidr: Required value']],
    [{ ipBlock: { cidr: 'x' } }, [expect.stringContaining('.ipBlock.cidr: Invalid value: "x": must be a valid CIDR')]],
    [
      { ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8', '11.0.0.0/16', 'x'] } },
      [
        '.ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
        '.ipBlock.except[1]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
        expect.stringContaining('.ipBlock.except[2]: Invalid value: "x": must be a valid CIDR'),
      ],
    ],
  ])('finds of a peer %j: %j', (peer, errors) => {
    const found = texts(validateNetworkPolicy(policyOf([], [peer])));
    expect(found.map((text) => text.replace('spec.ingress[0].from[0]', ''))).toEqual(errors);
  });

  it('knows two types, each at most once', () => {
    const typed = (policyTypes: string[]): NetworkPolicy => ({ metadata: {}, spec: { podSelector: {}, policyTypes } });
    expect(texts(validateNetworkPolicy(typed(['Ingress', 'x'])))).toEqual([
      'spec.policyTypes[1]: Unsupported value: "x": supported values: "Ingress", "Egress"',
    ]);
    expect(texts(validateNetworkPolicy(typed(['Ingress', 'Egress', 'x'])))).toEqual([
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "x"}: may not specify more than two policyTypes',
    ]);
  });

  it('lets values of labels stay that would be refused', () => {
    const odd: NetworkPolicy = {
      metadata: { resourceVersion: '1' },
      spec: { podSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] } },
    };
    expect(validateNetworkPolicy(odd)).toHaveLength(1);
    expect(validateNetworkPolicyUpdate(odd, odd)).toEqual([]);
  });
});

describe('validateIpAddress()', () => {
  const parentRef = { resource: 'services', name: 'n', namespace: 'x' };

  it.each<[string, string[]]>([
    ['192.0.2.1', []],
    ['2001:db8::1', []],
    ['2001:DB8::1', ['must be a canonical format IP address']],
    ['x', ['ParseAddr("x"): unable to parse IP']],
  ])('says of the name %s: %j', (name, messages) => {
    expect(validateIpAddressName(name)).toEqual(messages);
  });

  it('wants to know who holds it, and that it stays so', () => {
    expect(validateIpAddress({ metadata: {}, spec: { parentRef } })).toEqual([]);
    expect(texts(validateIpAddress({ metadata: {} }))).toEqual(['spec.parentRef: Required value']);
    const bad = { group: '_', resource: '', name: 'a/b', namespace: '..' };
    expect(validateIpAddress({ metadata: {}, spec: { parentRef: bad } }).map(({ field }) => field)).toEqual([
      'spec.parentRef.group',
      'spec.parentRef.resource',
      'spec.parentRef.name',
      'spec.parentRef.namespace',
    ]);
    const other = { metadata: {}, spec: { parentRef: { ...parentRef, name: 'm' } } };
    expect(texts(validateIpAddressUpdate(other, { metadata: {}, spec: { parentRef } }))).toEqual([
      expect.stringMatching(/^spec\.parentRef: .*: field is immutable$/),
    ]);
  });
});

describe('validateServiceCidr()', () => {
  it.each<[string[], string[]]>([
    [['10.0.0.0/16', 'fd00::/112'], []],
    [[], ['spec.cidrs: Required value: at least one CIDR required']],
    [
      ['10.0.0.1/16'],
      ['spec.cidrs[0]: Invalid value: "10.0.0.1/16": wrong CIDR format, IP doesn\'t match network IP address'],
    ],
    [['FD00::/112'], ['spec.cidrs[0]: Invalid value: "FD00::/112": CIDR not in RFC 5952 canonical format']],
    [['x'], ['spec.cidrs[0]: Invalid value: "x": netip.ParsePrefix("x"): no \'/\'']],
    [['10.0.0.0/16', '10.1.0.0/16'], [expect.stringContaining('may specify no more than one IP for each IP family')]],
    [['a', 'b', 'c'], [expect.stringContaining('may only hold up to 2 values')]],
  ])('finds of %j: %j', (cidrs, errors) => {
    expect(texts(validateServiceCidr({ metadata: {}, spec: { cidrs } }))).toEqual(errors);
  });

  it('wants ranges to stay', () => {
    const [next, old] = [['10.0.0.0/16'], ['10.1.0.0/16']].map((cidrs) => ({ metadata: {}, spec: { cidrs } }));
    expect(texts(validateServiceCidrUpdate(next, old))).toEqual([
      'spec.cidrs: Invalid value: []string{"10.0.0.0/16"}: field is immutable',
    ]);
  });
});

describe('addresses and ranges of later releases', () => {
  const addressOf = (name: string) => ({ metadata: { name }, spec: { parentRef: { resource: 'things', name: 'x' } } });
  const cidrOf = (...cidrs: string[]) => ({ metadata: { name: 'c' }, spec: { cidrs } });
  const asLater = (check: () => Parameters<typeof formatFieldError>[0][], release = '1.34'): string[] =>
    checkAs(release, () => texts(check()));

  it('show the parent that may not change', () => {
    const next = { metadata: {}, spec: { parentRef: { resource: 'other', name: 'x' } } };
    expect(asLater(() => validateIpAddressUpdate(next, addressOf('10.0.0.1')))).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"other","Namespace":"","Name":"x"}: field is immutable',
    ]);
    expect(asLater(() => validateIpAddressUpdate({ metadata: {}, spec: {} as never }, addressOf('10.0.0.1')))).toEqual([
      'spec.parentRef: Required value',
      'spec.parentRef: Invalid value: null: field is immutable',
    ]);
  });

  it('have the common wording for a name that is no address', () => {
    expect(checkAs('1.33', () => validateIpAddressName('x'))).toEqual([
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ]);
  });

  it('take the range of another family in addition, and no other change', () => {
    const change = (next: string[], old: string[]): string[] =>
      asLater(() => validateServiceCidrUpdate(cidrOf(...next), cidrOf(...old)));
    expect(change(['10.0.0.0/24', '2001:db8::/112'], ['10.0.0.0/24'])).toEqual([]);
    expect(change(['10.0.1.0/24'], ['10.0.0.0/24'])).toEqual([
      'spec.cidrs[0]: Invalid value: "10.0.1.0/24": field is immutable',
    ]);
    expect(change(['10.0.0.0/24', '10.0.1.0/24'], ['10.0.0.0/24'])).toEqual([
      expect.stringContaining('may specify no more than one IP for each IP family') as string,
    ]);
    expect(change(['10.0.0.0/24'], ['10.0.0.0/24', '2001:db8::/112'])).toHaveLength(1);
  });
});
