import { formatFieldError } from '../../../../src/plugin-api/built-in.js';
import type { Pod, PodSpec } from '../shape/pod.v1.js';
import type { PodStatus } from '../shape/pod-status.v1.js';
import { validatePodStatusUpdate } from './pod-status.js';

const container = {
  name: 'c',
  image: 'img:1',
  resources: { requests: { 'example.com/d': '1' }, claims: [{ name: 'r', request: 'q' }] },
};

function errorsOf(status: PodStatus, spec: PodSpec = { containers: [container] }): string[] {
  const old: Pod = { metadata: { name: 'p', namespace: 'ns', resourceVersion: '1' }, spec, status: {} };
  return validatePodStatusUpdate({ ...old, status }, old, { isEnabled: () => true, isPod: true }).map(formatFieldError);
}

describe('validatePodStatusUpdate()', () => {
  it.each<[string, PodStatus, string[]]>([
    ['one address of each family', { podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] }, []],
    [
      'two addresses of a pod that are one',
      { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] },
      [
        'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"10.0.0.1"}}: may specify no more than one IP for each IP family',
        'status.podIPs[1]: Duplicate value: core.PodIP{IP:"10.0.0.1"}',
      ],
    ],
    [
      'two addresses of a host that are one',
      { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] },
      [
        'status.hostIPs[1]: Duplicate value: core.HostIP{IP:"10.0.0.1"}',
        'status.hostIPs: Invalid value: []core.HostIP{core.HostIP{IP:"10.0.0.1"}, core.HostIP{IP:"10.0.0.1"}}: may specify no more than one IP for each IP family',
      ],
    ],
    [
      'an address that cannot be read among others',
      { podIPs: [{ ip: 'fd00::1' }, { ip: 'x' }] },
      [
        'status.podIPs[1]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x',
        'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"fd00::1"}, core.PodIP{IP:"x"}}: may specify no more than one IP for each IP family',
      ],
    ],
    [
      'a claim that is reported twice',
      { resourceClaimStatuses: [{ name: 'r' }, { name: 'r' }] },
      ['status.resourceClaimStatuses[1].name: Duplicate value: "r"'],
    ],
    [
      'ids out of range',
      { containerStatuses: [{ name: 'c', user: { linux: { uid: -1, gid: 0, supplementalGroups: [-2] } } }] as never },
      [
        'status.containerStatuses[0].linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'status.containerStatuses[0].linux.supplementalGroups[0]: Invalid value: -2: must be between 0 and 2147483647, inclusive',
      ],
    ],
    [
      'devices of an ephemeral container',
      { ephemeralContainerStatuses: [{ name: 'e', allocatedResourcesStatus: [{ name: 'x' }] }] as never },
      [
        'status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not be specified in container status',
      ],
    ],
  ])('looks at %s', (_name, status, expected) => {
    expect(errorsOf(status, { containers: [container], resourceClaims: [{ name: 'r' }] })).toEqual(expected);
  });

  it('knows devices by the requests and claims of their container', () => {
    const devices = ['example.com/d', 'claim:r/q', 'claim:r', 'example.com/other'].map((name) => ({ name }));
    const status = { containerStatuses: [{ name: 'c', allocatedResourcesStatus: devices }] } as never;
    expect(errorsOf(status)).toEqual([
      "status.containerStatuses[0].allocatedResourcesStatus[2].name: Invalid value: claim:r: must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty",
      "status.containerStatuses[0].allocatedResourcesStatus[3].name: Invalid value: example.com/other: must match one of the container's resource requests",
    ]);
  });

  it('wants a known health and each device once', () => {
    const resources = [{ resourceID: 'a', health: 'Healthy' }, { resourceID: 'a' }];
    const allocatedResourcesStatus = [{ name: 'example.com/d', resources }];
    expect(errorsOf({ containerStatuses: [{ name: 'c', allocatedResourcesStatus }] } as never)).toEqual([
      'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].health: Unsupported value: "": supported values: "Healthy", "Unhealthy", "Unknown"',
      'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID: Duplicate value: "a"',
    ]);
  });

  it('knows no Linux users on Windows', () => {
    const spec = { containers: [container], os: { name: 'windows' } };
    const status = { containerStatuses: [{ name: 'c', user: { linux: { uid: 1, gid: 1 } } }] } as never;
    expect(errorsOf(status, spec)).toEqual([
      'status.containerStatuses[0].linux: Forbidden: cannot be set for a windows pod',
    ]);
  });
});
