import { FeatureGates, type StrategyContext } from '../../../src/plugin-api/index.js';
import { shapeOf, formatFieldError, goQuantity } from '../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { podColumns, podRowConditions } from './pod.columns.js';
import { podStrategy } from './pod.strategy.js';
import { Pod, type PodSpec } from './shape/pod.v1.js';
import { podWarnings } from './warnings/pod.warnings.js';
import { qosClassOf } from './qos-class.js';

/** Gates of features that no setting disables any more. */
const GRADUATED = FeatureGates.of({ AllBeta: false });
const ON = new Set(['MatchLabelKeysInPodAffinity', 'RelaxedEnvironmentVariableValidation', 'SidecarContainers']);
const context: StrategyContext = {
  user: { name: 'tester', groups: [] },
  namespace: 'ns',
  subresource: '',
  dryRun: false,
  isEnabled: (gate) => ON.has(gate) || GRADUATED.enabled(gate),
};

function podOf(spec: PodSpec, metadata: Pod['metadata'] = {}): Pod {
  const pod: Pod = structuredClone({ metadata: { name: 'p', namespace: 'ns', ...metadata }, spec });
  shapeOf(Pod).applyDefaults(pod);
  return pod;
}

function created(spec: PodSpec, metadata?: Pod['metadata']): Pod {
  const pod = podOf(spec, metadata);
  podStrategy.prepareForCreate!(pod, context);
  return pod;
}

const container = { name: 'c', image: 'img:1' };

describe('defaults of a pod', () => {
  it.each([
    ['img', 'Always'],
    ['img:latest', 'Always'],
    ['registry:5000/img', 'Always'],
    ['img:1', 'IfNotPresent'],
    [`img@sha256:${'a'.repeat(64)}`, 'IfNotPresent'],
    ['Not An Image', 'IfNotPresent'],
  ])('pulls %s %s', (image, policy) => {
    expect(podOf({ containers: [{ name: 'c', image }] }).spec!.containers![0].imagePullPolicy).toBe(policy);
  });

  it('requests what is limited and publishes ports of the host network', () => {
    const pod = podOf({
      hostNetwork: true,
      containers: [{ ...container, resources: { limits: { cpu: '1' } }, ports: [{ containerPort: 80 }] }],
    });
    expect(pod.spec!.containers![0]).toMatchObject({
      resources: { requests: { cpu: '1' } },
      ports: [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }],
    });
  });
});

describe('amounts of a pod in errors', () => {
  it('are shown as they were written, requests that are taken from limits included', () => {
    const [thing, other] = ['example.com/thing', 'example.com/other'];
    const resources = { limits: { [thing]: '1.5', [other]: '1.5' }, requests: { [other]: '1.50' } };
    const pod = decodeAs(Pod, {
      metadata: { name: 'p', namespace: 'ns' },
      spec: { containers: [{ ...container, resources }] },
    });
    shapeOf(Pod).applyDefaults(pod);
    podStrategy.prepareForCreate!(pod, context);
    const found = podStrategy.validate!(pod, context).map(formatFieldError);
    const at = (list: string, name: string) => `spec.containers[0].resources.${list}[${name}]: Invalid value: `;
    expect(found.filter((text) => text.endsWith('must be an integer'))).toEqual(
      expect.arrayContaining([
        `${at('requests', thing)}${goQuantity('1.5').text}: must be an integer`,
        `${at('requests', other)}${goQuantity('1.50').text}: must be an integer`,
      ]),
    );
  });
});

describe('rules for a new pod', () => {
  it.each<[string, PodSpec, string[]]>([
    ['no containers', {}, ['spec.containers: Required value']],
    [
      'a name with dots',
      { containers: [{ ...container, name: 'a.b' }] },
      ['spec.containers[0].name: Invalid value: "a.b": must not contain dots'],
    ],
    [
      'a mount of nothing',
      { containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
      ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    ],
    [
      'two handlers',
      { containers: [{ ...container, livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }] },
      ['spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type'],
    ],
    [
      'more requested than allowed',
      { containers: [{ ...container, resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
      ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [
      'two sources of a volume',
      { containers: [container], volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] },
      ['spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      'a node while gated',
      { containers: [container], nodeName: 'n', schedulingGates: [{ name: 'g' }] },
      ['spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared'],
    ],
    [
      'a toleration without key',
      { containers: [container], tolerations: [{ operator: 'Equal' }] },
      [
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ],
    ],
    [
      'Windows options on Linux',
      { containers: [container], os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
      ['spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod'],
    ],
  ])('refuse %s', (_name, spec, expected) => {
    expect(podStrategy.validate!(created(spec), context).map(formatFieldError)).toEqual(expected);
  });

  it('accept a small pod', () => {
    expect(podStrategy.validate!(created({ containers: [container] }), context)).toEqual([]);
  });
});

describe('changes of a pod', () => {
  const update = (change: (pod: Pod) => void): string[] => {
    const old = created({ containers: [container], activeDeadlineSeconds: 10 }, { resourceVersion: '1' });
    const next = structuredClone(old);
    change(next);
    return podStrategy.validateUpdate!(next, old, context).map((error) => `${error.field}: ${error.reason}`);
  };

  it.each<[string, (pod: Pod) => void, string[]]>([
    ['image', (pod) => (pod.spec!.containers![0].image = 'img:2'), []],
    ['toleration', (pod) => (pod.spec!.tolerations = [{ key: 'a', operator: 'Exists' }]), []],
    ['deadline lowered', (pod) => (pod.spec!.activeDeadlineSeconds = 5), []],
    [
      'deadline raised',
      (pod) => (pod.spec!.activeDeadlineSeconds = 50),
      ['spec.activeDeadlineSeconds: FieldValueInvalid'],
    ],
    ['node', (pod) => (pod.spec!.nodeName = 'n'), ['spec: FieldValueForbidden']],
    [
      'gates',
      (pod) => (pod.spec!.schedulingGates = [{ name: 'g' }]),
      ['spec.schedulingGates[0].name: FieldValueForbidden'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(update(change)).toEqual(expected);
  });

  it('neither add nor remove containers', () => {
    const errors = update((pod) => pod.spec!.containers!.push({ ...pod.spec!.containers![0], name: 'd' }));
    expect(errors).toEqual(['spec.containers: FieldValueForbidden']);
  });
});

describe('what is set for a new pod', () => {
  it('starts as pending, and reports its gates', () => {
    const { status } = created({ containers: [container], schedulingGates: [{ name: 'g' }] });
    expect(status).toMatchObject({
      phase: 'Pending',
      qosClass: 'BestEffort',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    });
  });

  it('resolves label keys of affinity terms', () => {
    const term = { topologyKey: 'z', labelSelector: { matchLabels: { a: 'b' } }, matchLabelKeys: ['rev', 'absent'] };
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const pod = created({ containers: [container], affinity }, { labels: { rev: '7' } });
    expect(pod.spec!.affinity!.podAffinity!.requiredDuringSchedulingIgnoredDuringExecution![0].labelSelector).toEqual({
      matchLabels: { a: 'b' },
      matchExpressions: [{ key: 'rev', operator: 'In', values: ['7'] }],
    });
  });

  it('keeps AppArmor annotations and fields in step', () => {
    const key = 'container.apparmor.security.beta.kubernetes.io/c';
    const fromField = created({
      containers: [{ ...container, securityContext: { appArmorProfile: { type: 'Unconfined' } } }],
    });
    expect(fromField.metadata.annotations).toEqual({ [key]: 'unconfined' });
    const fromAnnotation = created({ containers: [container] }, { annotations: { [key]: 'localhost/x' } });
    expect(fromAnnotation.spec!.containers![0].securityContext).toEqual({
      appArmorProfile: { type: 'Localhost', localhostProfile: 'x' },
    });
  });

  it('warns of AppArmor annotations without a field, whether they can be read or not, before the pod is checked', () => {
    const prefix = 'container.apparmor.security.beta.kubernetes.io/';
    const annotations = { [`${prefix}a`]: 'odd', [`${prefix}b`]: 'unconfined', [`${prefix}c`]: 'localhost/' };
    const pod = podOf({ containers: ['a', 'b', 'c'].map((name) => ({ ...container, name })) }, { annotations });
    const warnings: string[] = [];
    podStrategy.prepareForCreate!(pod, { ...context, warn: (text) => warnings.push(text) });
    expect(warnings).toEqual(
      ['a', 'b', 'c'].map(
        (name) =>
          `metadata.annotations[${prefix}${name}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
      ),
    );
    expect(pod.spec!.containers!.map((c) => c.securityContext?.appArmorProfile)).toEqual([
      undefined,
      { type: 'Unconfined' },
      undefined,
    ]);
  });

  it('copies an AppArmor annotation only where it differs from the profile of the pod', () => {
    const key = 'container.apparmor.security.beta.kubernetes.io/c';
    const securityContext = { appArmorProfile: { type: 'RuntimeDefault' } };
    const profileOf = (annotation: string): unknown =>
      created({ containers: [container], securityContext }, { annotations: { [key]: annotation } }).spec!.containers![0]
        .securityContext?.appArmorProfile;
    expect(profileOf('runtime/default')).toBeUndefined();
    expect(profileOf('unconfined')).toEqual({ type: 'Unconfined' });
  });

  it('drops image volumes and their mounts while the gate is off', () => {
    const { spec } = created({
      containers: [{ ...container, volumeMounts: [{ name: 'i', mountPath: '/i' }] }],
      volumes: [{ name: 'i', image: { reference: 'x' } }],
    });
    expect(spec!.volumes).toEqual([]);
    expect(spec!.containers![0].volumeMounts).toEqual([]);
  });
});

describe('qosClassOf()', () => {
  const both = { cpu: '1', memory: '1Gi' };
  it.each([
    [{}, 'BestEffort'],
    [{ requests: { cpu: '1' } }, 'Burstable'],
    [{ requests: both, limits: both }, 'Guaranteed'],
    [{ requests: { cpu: '500m', memory: '1Gi' }, limits: both }, 'Burstable'],
  ])('%j is %s', (resources, expected) => {
    expect(qosClassOf({ containers: [{ ...container, resources }] })).toBe(expected);
  });

  it.each([
    [{ requests: both, limits: both }, 'Guaranteed'],
    [{ limits: { cpu: '1' } }, 'Burstable'],
    [{ requests: { 'example.com/gpu': '1' } }, 'BestEffort'],
  ])('of a pod that asks for %j as a whole is %s', (resources, expected) => {
    expect(qosClassOf({ containers: [container], resources })).toBe(expected);
  });
});

describe('gracePeriodFor()', () => {
  const scheduled = { containers: [container], nodeName: 'n', terminationGracePeriodSeconds: 30 };
  it.each([
    [scheduled, 'Running', undefined, 30],
    [scheduled, 'Running', 5, 5],
    [scheduled, 'Running', -1, 1],
    [scheduled, 'Failed', 5, 0],
    [{ containers: [container] }, 'Pending', 5, 0],
  ])('%#', (spec, phase, gracePeriodSeconds, expected) => {
    const pod = { ...podOf(spec), status: { phase } };
    expect(podStrategy.gracePeriodFor!(pod, { gracePeriodSeconds })).toBe(expected);
  });
});

describe('the table of pods', () => {
  const columns = podColumns.filter(({ until }) => until === undefined).slice(1, 4);
  const cells = (pod: Pod): unknown[] => columns.map((column) => column.cell(pod, Date.now()));
  const one = { name: 'c', ready: false, restartCount: 0, image: '', imageID: '' };
  it.each([
    [{ phase: 'Pending' }, ['0/1', 'Pending', '0']],
    [
      { phase: 'Running', containerStatuses: [{ ...one, ready: true, state: { running: {} } }] },
      ['1/1', 'Running', '0'],
    ],
    [
      {
        phase: 'Running',
        containerStatuses: [{ ...one, restartCount: 4, state: { waiting: { reason: 'CrashLoopBackOff' } } }],
      },
      ['0/1', 'CrashLoopBackOff', '4'],
    ],
    [
      { phase: 'Pending', initContainerStatuses: [{ ...one, name: 'i', state: { terminated: { exitCode: 2 } } }] },
      ['0/1', 'Init:ExitCode:2', '0'],
    ],
    [{ phase: 'Failed', reason: 'Evicted' }, ['0/1', 'Evicted', '0']],
  ])('words %j', (status, expected) => {
    expect(cells({ ...podOf({ containers: [container] }), status })).toEqual(expected);
  });

  it('marks pods that have ended', () => {
    expect(podRowConditions({ metadata: {}, status: { phase: 'Succeeded' } })).toHaveLength(1);
    expect(podRowConditions({ metadata: {}, status: { phase: 'Running' } })).toEqual([]);
  });
});

describe('podWarnings()', () => {
  it('warns about doubtful names, repeated variables and overlapping paths', () => {
    const pod = podOf(
      {
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
            ],
          },
        ],
        volumes: [
          {
            name: 'v',
            projected: {
              sources: [
                { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
                { serviceAccountToken: { path: 'p/q' } },
              ],
            },
          },
        ],
      },
      { name: 'a.b' },
    );
    expect(podWarnings(pod)).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      'volume "v" (Projected): overlapping paths: "p/q" (ServiceAccountToken) with "p" (Secret "s")',
      'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
    ]);
  });
});

describe('fields of a pod in older releases', () => {
  it.each([
    ['1.17', []],
    ['1.20', ['overhead', 'setHostnameAsFQDN', 'preemptionPolicy', 'topologySpreadConstraints', 'startupProbe']],
    ['1.25', ['overhead', 'setHostnameAsFQDN', 'preemptionPolicy', 'topologySpreadConstraints', 'startupProbe', 'os']],
  ])('of %s are %j', (release, names) => {
    const gates = FeatureGates.of({}, { release });
    const startupProbe = { tcpSocket: { port: 1 } };
    const pod = podOf({
      ...{ overhead: { cpu: '1' }, setHostnameAsFQDN: true, preemptionPolicy: 'Never', os: { name: 'linux' } },
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
      schedulingGates: [{ name: 'g' }],
      containers: [{ name: 'c', image: 'i', startupProbe }],
    });
    podStrategy.prepareForCreate!(pod, { ...context, isEnabled: (gate) => gates.enabled(gate) });
    const present = Object.keys({ ...pod.spec, ...pod.spec!.containers![0] });
    const gated = ['overhead', 'setHostnameAsFQDN', 'preemptionPolicy', 'topologySpreadConstraints', 'startupProbe'];
    expect([...gated, 'os', 'schedulingGates'].filter((name) => present.includes(name))).toEqual(names);
  });
});
