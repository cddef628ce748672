import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { PodSecurityPolicySpec } from './pod-security-policy.v1beta1.js';
import { validatePodSecurityPolicy } from './pod-security-policy.validation.js';

const LAX = { rule: 'RunAsAny' };
const foundIn = (members: Partial<PodSecurityPolicySpec>): string[] => {
  const spec = { seLinux: LAX, runAsUser: LAX, supplementalGroups: LAX, fsGroup: LAX, ...members };
  return validatePodSecurityPolicy({ metadata: { name: 'a' }, spec }).map(formatFieldError);
};

describe('validatePodSecurityPolicy()', () => {
  it.each<[Partial<PodSecurityPolicySpec>, string[]]>([
    [{}, []],
    [
      { runAsUser: { rule: 'Never' } },
      [
        'spec.runAsUser.rule: Unsupported value: "Never": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"',
      ],
    ],
    [
      { seLinux: { rule: '' }, fsGroup: { rule: '' } },
      [
        'spec.seLinux.rule: Unsupported value: "": supported values: "MustRunAs", "RunAsAny"',
        'spec.fsGroup.rule: Unsupported value: "": supported values: "MayRunAs", "MustRunAs", "RunAsAny"',
      ],
    ],
    [
      { fsGroup: { rule: 'MustRunAs', ranges: [{ min: 5, max: -1 }] } },
      [
        'spec.fsGroup.ranges[0].max: Invalid value: -1: max cannot be negative',
        'spec.fsGroup.ranges[0].min: Invalid value: 5: min cannot be greater than max',
      ],
    ],
    [
      { runAsGroup: { rule: 'MustRunAs', ranges: [{ min: -1, max: 1 }] } },
      ['spec.runAsGroup.ranges[0].min: Invalid value: -1: min cannot be negative'],
    ],
    [
      { runAsGroup: { rule: 'RunAsAny', ranges: [{ min: 1, max: 2 }] } },
      ['spec.runAsGroup.ranges: Invalid value: []policy.IDRange{policy.IDRange{Min:1, Max:2}}: Ranges must be empty'],
    ],
    [
      { runAsGroup: { rule: 'MayRunAs' } },
      ['spec.runAsGroup.ranges: Invalid value: []policy.IDRange(nil): must provide at least one range'],
    ],
    [
      { runAsGroup: { rule: 'No' } },
      ['spec.runAsGroup.rule: Unsupported value: "No": supported values: "MustRunAs", "RunAsAny", "MayRunAs"'],
    ],
    [{ volumes: ['secret', 'tape'] }, [expect.stringMatching(/^spec.volumes: Unsupported value: "tape"/) as string]],
    [
      { requiredDropCapabilities: ['KILL'], allowedCapabilities: ['KILL'], defaultAddCapabilities: ['KILL', 'CHOWN'] },
      [
        'defaultAddCapabilities: Invalid value: "KILL": capability is listed in defaultAddCapabilities and requiredDropCapabilities',
        'allowedCapabilities: Invalid value: "KILL": capability is listed in allowedCapabilities and requiredDropCapabilities',
      ],
    ],
    [
      { requiredDropCapabilities: ['KILL'], allowedCapabilities: ['*'] },
      [
        'requiredDropCapabilities: Invalid value: []core.Capability{"KILL"}: must be empty when all capabilities are allowed by a wildcard',
      ],
    ],
    [
      { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
      [
        'spec.defaultAllowPrivilegeEscalation: Invalid value: true: Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
      ],
    ],
    [
      { allowedHostPaths: [{}, { pathPrefix: '/a/../b' }, { pathPrefix: '/a' }] },
      [
        'spec.allowedHostPaths[0]: Required value: is required',
        'spec.allowedHostPaths[1]: Invalid value: "/a/../b": must not contain \'..\'',
      ],
    ],
    [
      { allowedFlexVolumes: [{ driver: '' }], allowedCSIDrivers: [{ name: '' }] },
      [
        'spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver',
        'spec.allowedCSIDrivers[0].name: Required value',
        expect.stringContaining('spec.allowedCSIDrivers[0].name: Invalid value') as string,
      ],
    ],
    [
      { allowedUnsafeSysctls: ['', 'Kernel', '*', 'net.*'] },
      [
        'spec.allowedUnsafeSysctls[0]: Invalid value: "": empty sysctl not allowed',
        expect.stringContaining(
          'spec.allowedUnsafeSysctls[1]: Invalid value: "Kernel": must have at most 253',
        ) as string,
        "spec.allowedUnsafeSysctls.items: Forbidden: if '*' is present, must not specify other sysctls",
      ],
    ],
    [
      {
        allowedUnsafeSysctls: ['kernel.shm*', 'net.core.a', 'vm.same', 'fs.*'],
        forbiddenSysctls: ['kernel.*', 'net.core.*', 'vm.same', 'fs.file-max', 'other'],
      },
      [
        'spec.allowedUnsafeSysctls[0]: Invalid value: "kernel.shm*": sysctl overlaps with kernel.*',
        'spec.allowedUnsafeSysctls[1]: Invalid value: "net.core.a": sysctl overlaps with net.core.*',
        'spec.allowedUnsafeSysctls[2]: Invalid value: "vm.same": sysctl overlaps with vm.same',
        'spec.forbiddenSysctls[3]: Invalid value: "fs.file-max": sysctl overlaps with fs.*',
      ],
    ],
    [
      { runtimeClass: { allowedRuntimeClassNames: ['a', 'a'], defaultRuntimeClassName: 'b' } },
      [
        'spec.runtimeClass.allowedRuntimeClassNames[1]: Duplicate value: "a"',
        'spec.runtimeClass.allowedRuntimeClassNames: Required value: default "b" must be allowed',
      ],
    ],
    [
      { runtimeClass: { allowedRuntimeClassNames: ['*', 'a'] } },
      [
        'spec.runtimeClass.allowedRuntimeClassNames: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other RuntimeClass names',
      ],
    ],
  ])('finds in %j: %j', (members, errors) => {
    expect(foundIn(members)).toEqual(errors);
  });
});
