import type { ServiceSpec } from './service.v1.js';
import { warningsForService } from './service-warnings.js';

const FUTURE = 'was accepted, but will be invalid in a future Kubernetes release';

const warningsOf = (spec: Partial<ServiceSpec>, annotations = {}): string[] =>
  warningsForService({
    metadata: { name: 's', annotations },
    spec: { type: 'ClusterIP', sessionAffinity: 'None', ...spec },
  });

describe('warningsForService()', () => {
  it.each<[string, Partial<ServiceSpec>, string[]]>([
    [
      'plain addresses',
      { clusterIPs: ['10.0.0.1', 'fd00::1'], externalIPs: ['1.2.3.4'], loadBalancerIP: '1.2.3.4' },
      [],
    ],
    [
      'octets with leading zeros',
      { externalIPs: ['1.2.3.04'] },
      [`spec.externalIPs[0]: IP address ${FUTURE}: ParseAddr("1.2.3.04"): IPv4 field has octet with leading zero`],
    ],
    [
      'an invalid load balancer address',
      { loadBalancerIP: 'a/b' },
      [`spec.loadBalancerIP: IP address ${FUTURE}: ParseAddr("a/b"): unable to parse IP`],
    ],
    [
      'an address of the sixth version that could be shorter',
      { clusterIPs: ['fd00:0::1'] },
      [
        'spec.clusterIPs[0]: IPv6 address "fd00:0::1" is not in RFC 5952 canonical format ("fd00::1"), which may cause controller apply-loops',
      ],
    ],
    [
      'an address with a zone',
      { loadBalancerIP: 'FE80::1%eth0' },
      [
        'spec.loadBalancerIP: IPv6 address "FE80::1%eth0" is not in RFC 5952 canonical format ("fe80::1%eth0"), which may cause controller apply-loops',
      ],
    ],
    [
      'source ranges',
      { loadBalancerSourceRanges: ['10.0.0.0/8', ' 10.0.0.0/8', '010.0.0.0/8', 'FD00::/8'] },
      [
        `spec.loadBalancerSourceRanges[1]: IP prefix ${FUTURE}: netip.ParsePrefix(" 10.0.0.0/8"): ParseAddr(" 10.0.0.0"): unexpected character (at " 10.0.0.0")`,
        `spec.loadBalancerSourceRanges[2]: IP prefix ${FUTURE}: netip.ParsePrefix("010.0.0.0/8"): ParseAddr("010.0.0.0"): IPv4 field has octet with leading zero`,
        'spec.loadBalancerSourceRanges[3]: IPv6 prefix "FD00::/8" is not in RFC 5952 canonical format ("fd00::/8"), which may cause controller apply-loops',
      ],
    ],
    [
      'what a headless service ignores, of which later releases warn',
      {
        clusterIP: 'None',
        clusterIPs: ['None'],
        loadBalancerIP: '1.2.3.4',
        externalIPs: ['1.2.3.4'],
        sessionAffinity: 'ClientIP',
      },
      [],
    ],
    [
      'external addresses of a name',
      { type: 'ExternalName', externalName: 'a.b', externalIPs: ['1.2.3.4'] },
      ['spec.externalIPs is ignored when spec.type is "ExternalName"'],
    ],
    [
      'a name without its type',
      { externalName: 'a.b' },
      ['spec.externalName is ignored when spec.type is not "ExternalName"'],
    ],
  ])('reports %s', (_name, spec, expected) => {
    expect(warningsOf(spec)).toEqual(expected);
  });

  it('reports the old annotation for hints', () => {
    expect(warningsOf({}, { 'service.kubernetes.io/topology-aware-hints': 'auto' })).toEqual([
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
    ]);
  });
});
