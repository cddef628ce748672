import { FieldPath } from '../../../../src/plugin-api/index.js';
import { checkAs, formatFieldError } from '../../../../src/plugin-api/built-in.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { validatePodSpec } from './pod-spec.js';

const container = { name: 'c', image: 'x', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' };
const spec = (more: object, ofContainer: object = {}): PodSpec =>
  ({
    ...{ terminationGracePeriodSeconds: 30, restartPolicy: 'Never', dnsPolicy: 'Default' },
    containers: [{ ...container, ...ofContainer }],
    ...more,
  }) as unknown as PodSpec;

function errorsOf(release: string, pod: PodSpec, isEnabled = (_gate: string): boolean => true): string[] {
  const rules = { isEnabled, isPod: true };
  return checkAs(release, () => validatePodSpec(pod, FieldPath.of('spec'), { rules }).map(formatFieldError));
}

const restart = (action: string, operator: string, values: number[] = [1]): object => ({
  ...{ action, exitCodes: { operator, values } },
});
const resize = [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }];
const file = (more: object): object => ({
  env: [{ name: 'A', valueFrom: { fileKeyRef: { key: 'A', volumeName: 'v', path: 'a.env', ...more } } }],
});
const ON_LINUX = { os: { name: 'linux' } };
const ON_WINDOWS = { os: { name: 'windows' } };
const FIRST = 'spec.containers[0]';
const FILE = `${FIRST}.env[0].valueFrom.fileKeyRef`;

describe('The rules for pods after 1.32', () => {
  it.each<[string, string, PodSpec, string[]]>([
    [
      'policies of containers',
      '1.33',
      spec({}, { restartPolicy: 'Never' }),
      [`${FIRST}.restartPolicy: Forbidden: may not be set for non-init containers`],
    ],
    ['policies of containers', '1.35', spec({}, { restartPolicy: 'Never' }), []],
    [
      'stop signals without an operating system',
      '1.33',
      spec({}, { lifecycle: { stopSignal: 'SIGTERM' } }),
      [`${FIRST}.lifecycle.stopSignal: Forbidden: may not be set for containers with empty \`spec.os.name\``],
    ],
    ['stop signals of Linux', '1.33', spec(ON_LINUX, { lifecycle: { stopSignal: 'SIGRTMIN+15' } }), []],
    [
      'stop signals of Linux on Windows',
      '1.33',
      spec(ON_WINDOWS, { lifecycle: { stopSignal: 'SIGUSR1' } }),
      [`${FIRST}.lifecycle.stopSignal: Unsupported value: "SIGUSR1": supported values: "SIGKILL", "SIGTERM"`],
    ],
    [
      'unknown policies',
      '1.35',
      spec({}, { restartPolicy: 'Foo' }),
      [`${FIRST}.restartPolicy: Unsupported value: "Foo": supported values: "Always", "Never", "OnFailure"`],
    ],
    [
      'rules without a policy',
      '1.35',
      spec({}, { restartPolicyRules: [restart('Restart', 'In')] }),
      [`${FIRST}.restartPolicy: Required value: must specify restartPolicy when restart rules are used`],
    ],
    [
      'rules of which nothing is known',
      '1.36',
      spec({}, { restartPolicy: 'Never', restartPolicyRules: [{}, restart('Foo', 'Bar')] }),
      [
        `${FIRST}.restartPolicyRules[0].action: Unsupported value: "": supported values: "Restart", "RestartAllContainers"`,
        `${FIRST}.restartPolicyRules[0].exitCodes: Required value: must be specified`,
        `${FIRST}.restartPolicyRules[1].action: Unsupported value: "Foo": supported values: "Restart", "RestartAllContainers"`,
        `${FIRST}.restartPolicyRules[1].exitCodes.operator: Unsupported value: "Bar": supported values: "In", "NotIn"`,
      ],
    ],
    [
      'many rules and exit codes',
      '1.35',
      spec(
        {},
        { restartPolicy: 'Never', restartPolicyRules: Array.from({ length: 21 }, () => restart('Restart', 'In')) },
      ),
      [`${FIRST}.restartPolicyRules: Too many: 21: must have at most 20 items`],
    ],
    [
      'resized init containers',
      '1.32',
      spec({ initContainers: [{ ...container, name: 'i', resizePolicy: resize }] }),
      [expect.stringContaining('must not be set for init containers') as string],
    ],
    [
      'resized init containers',
      '1.33',
      spec({ initContainers: [{ ...container, name: 'i', resizePolicy: resize }] }),
      [],
    ],
    [
      'long host names of a shared host',
      '1.35',
      spec({ hostnameOverride: 'a'.repeat(65), setHostnameAsFQDN: true }),
      [
        'spec.hostnameOverride: Too long: may not be more than 64 bytes',
        'spec.hostnameOverride: Forbidden: may not be set when setHostnameAsFQDN is true',
      ],
    ],
    ['files in empty volumes', '1.35', spec({ volumes: [{ name: 'v', emptyDir: {} }] }, file({})), []],
    ['files nowhere', '1.35', spec({}, file({})), [`${FILE}.volumeName: Not found: "v"`]],
    [
      'files of which nothing is said',
      '1.35',
      spec({}, file({ key: '', volumeName: '', path: '' })),
      [
        `${FILE}.key: Required value`,
        `${FILE}.volumeName: Required value`,
        `${FILE}.path: Required value`,
        `${FILE}.volumeName: Not found: ""`,
      ],
    ],
    [
      'less for the pod than for its containers',
      '1.34',
      spec(
        { resources: { requests: { cpu: '50m', 'example.com/gpu': '1' }, limits: { memory: '1Mi' } } },
        { resources: { requests: { cpu: '100m' }, limits: { memory: '2Mi' } } },
      ),
      [
        'spec.resources.requests[example.com/gpu]: Unsupported value: "example.com/gpu": supported values: "cpu", "hugepages-", "memory"',
        'spec.resources.limits: Required value: Limit must be set for non overcommitable resources',
        'spec.resources.requests[cpu]: Invalid value: "50m": must be greater than or equal to aggregate container requests of 100m',
        'spec.resources.containers[0][memory].limits: Invalid value: "2Mi": must be less than or equal to pod limits of 1Mi',
      ],
    ],
  ])('of %s, in %s', (_what, release, pod, expected) => {
    expect(errorsOf(release, pod)).toEqual(expected);
  });
});
