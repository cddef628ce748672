import { FieldPath, type ObjectMeta } from '../../../../src/plugin-api/index.js';
import { shapeOf, formatFieldError } from '../../../../src/plugin-api/built-in.js';
import { Pod, type PodSpec } from '../shape/pod.v1.js';
import { validateProfilesMatch, validatePodAnnotations } from './annotations.js';
import { validatePodSpec } from './pod-spec.js';
import type { PodRules } from './rules.js';

const SPEC = FieldPath.of('spec');
const POD: PodRules = { isEnabled: () => true, isPod: true };
const TEMPLATE: PodRules = { ...POD, isPod: false };
const container = { name: 'c', image: 'img:1' };

function defaulted(spec: PodSpec, metadata: ObjectMeta = { name: 'p' }): Pod {
  const pod: Pod = { metadata, spec };
  shapeOf(Pod).applyDefaults(pod);
  return pod;
}

function errorsOf(spec: PodSpec, rules = POD): string[] {
  return validatePodSpec(defaulted(spec).spec!, SPEC, { rules, pod: { name: 'p' } }).map(formatFieldError);
}

describe('validatePodSpec()', () => {
  it('takes names of environment sources that end in a dash', () => {
    const envFrom = [{ configMapRef: { name: 'settings-' } }, { secretRef: { name: 'keys-' } }];
    expect(errorsOf({ containers: [{ ...container, envFrom }] })).toEqual([]);
  });

  it.each(['containers', 'initContainers', 'ephemeralContainers'] as const)(
    'refuses privileged %s where the server does, in templates too',
    (list) => {
      const spec: PodSpec = {
        containers: [container],
        [list]: [{ ...container, name: 'p', securityContext: { privileged: true, runAsUser: -1 } }],
      };
      const context = `spec.${list}[0].securityContext`;
      const fault = `${context}.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive`;
      const expected = [`${context}.privileged: Forbidden: disallowed by cluster policy`, fault];
      expect(errorsOf(spec, { ...POD, refusesPrivileged: true })).toEqual(expected);
      expect(errorsOf(spec, { ...TEMPLATE, refusesPrivileged: true })).toEqual(expected);
      expect(errorsOf(spec)).toEqual([fault]);
    },
  );

  it('refuses host processes of Windows where the server refuses privileged containers', () => {
    const securityContext = { windowsOptions: { hostProcess: true } };
    const spec = { containers: [container], hostNetwork: true, securityContext };
    expect(errorsOf(spec, { ...POD, refusesPrivileged: true })).toEqual([
      'spec: Forbidden: hostProcess containers are disallowed by cluster policy',
    ]);
    expect(errorsOf(spec)).toEqual([]);
  });

  it('checks the common rules of init containers before their own', () => {
    const initContainers = [{ name: 'i', image: '', restartPolicy: 'Never' }];
    expect(errorsOf({ containers: [container], initContainers })).toEqual([
      'spec.initContainers[0].image: Required value',
      'spec.initContainers[0].restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
  });

  it('refuses blanks around the image of an ephemeral container, in templates too', () => {
    const ephemeralContainers = [{ name: 'e', image: ' img ' }];
    const expected = [
      'spec.ephemeralContainers[0].image: Invalid value: " img ": must not have leading or trailing whitespace',
    ];
    expect(errorsOf({ containers: [container], ephemeralContainers })).toEqual(expected);
    expect(errorsOf({ containers: [container], ephemeralContainers }, TEMPLATE)).toEqual(expected);
  });

  it('reports first that image volumes have no sub paths', () => {
    const volumeMounts = [{ name: 'i', mountPath: '/i', subPath: '/abs' }];
    const volumes = [{ name: 'i', image: { reference: 'x', pullPolicy: 'Always' } }];
    expect(errorsOf({ containers: [{ ...container, volumeMounts }], volumes })).toEqual([
      'spec.containers[0].volumeMounts[0].subPath: Invalid value: "/abs": not allowed in image volume sources',
      'spec.containers[0].volumeMounts.subPath: Invalid value: "/abs": must be a relative path',
    ]);
  });

  it('wants the reference of an image volume in pods only', () => {
    const spec = { containers: [container], volumes: [{ name: 'i', image: { pullPolicy: 'Always' } }] };
    expect(errorsOf(spec)).toEqual(['spec.volumes[0].image.reference: Required value']);
    expect(errorsOf(spec, TEMPLATE)).toEqual([]);
  });

  it('checks label keys of spreading without a selector as well', () => {
    const constraint = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['a', '-'] };
    const [first, second] = errorsOf({ containers: [container], topologySpreadConstraints: [constraint] });
    expect(first).toBe(
      'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
    );
    expect(second).toMatch(/^spec\.topologySpreadConstraints\[0\]\.matchLabelKeys\[1\]: Invalid value: "-"/);
  });

  it('reports shared namespaces of a pod with own users where the reference does', () => {
    expect(errorsOf({ containers: [container], hostUsers: false, hostPID: true, hostIPC: true })).toEqual([
      'spec.HostPID: Forbidden: when `pod.Spec.HostUsers` is false',
      'spec.HostIPC: Forbidden: when `pod.Spec.HostUsers` is false',
    ]);
  });

  it.each([
    [[{ name: 'r' }, { name: 'r', request: 'a' }], 'Duplicate value: "r"'],
    [[{ name: 'r', request: 'a' }, { name: 'r' }], 'Duplicate value: "r"'],
    [
      [
        { name: 'r', request: 'a' },
        { name: 'r', request: 'a' },
      ],
      'Duplicate value: "r/a"',
    ],
  ])('takes a resource claim as a whole or by its requests, each once: %j', (claims, expected) => {
    const resourceClaims = [{ name: 'r', resourceClaimName: 'x' }];
    expect(errorsOf({ containers: [{ ...container, resources: { claims } }], resourceClaims })).toEqual([
      `spec.containers[0].resources.claims[1]: ${expected}`,
    ]);
  });

  it('shows resource names of resize policies without quotes', () => {
    const resizePolicy = [{ resourceName: 'disk', restartPolicy: 'NotRequired' }];
    expect(errorsOf({ containers: [{ ...container, resizePolicy }] })).toEqual([
      'spec.containers[0].resizePolicy: Unsupported value: disk: supported values: "cpu", "memory"',
    ]);
  });

  it('names metadata that a claim template may not have in its declared order', () => {
    const metadata = { uid: 'u', labels: { a: 'b' }, name: 'n' };
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } };
    const volumes = [{ name: 'v', ephemeral: { volumeClaimTemplate: { metadata, spec: claim } } }];
    expect(errorsOf({ containers: [container], volumes })).toEqual([
      'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set',
      'spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.uID: Forbidden: cannot be set',
    ]);
  });
});

describe('AppArmor annotations', () => {
  const key = 'container.apparmor.security.beta.kubernetes.io/c';

  it('are compared with the profile of the pod at the container', () => {
    const { spec } = defaulted({
      containers: [container],
      securityContext: { appArmorProfile: { type: 'RuntimeDefault' } },
    });
    expect(validateProfilesMatch({ [key]: 'unconfined' }, spec!, SPEC).map(formatFieldError)).toEqual([
      'spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match',
    ]);
  });

  it('may name an ephemeral container', () => {
    const spec = { containers: [{ ...container, name: 'a' }], ephemeralContainers: [container] };
    const annotations = { [key]: 'unconfined' };
    expect(validatePodAnnotations({ annotations, spec }, FieldPath.of('annotations'), POD)).toEqual([]);
  });
});
