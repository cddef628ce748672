import { type StrategyContext } from '../../src/plugin-api/index.js';
import { shapeOf, formatFieldError } from '../../src/plugin-api/built-in.js';
import { validateControllerRevisionUpdate } from './controller-revision/controller-revision.validation.js';
import { daemonSetStrategy } from './daemon-set/daemon-set.strategy.js';
import { DaemonSet } from './daemon-set/daemon-set.v1.js';
import { deploymentStrategy } from './deployment/deployment.strategy.js';
import { Deployment, type DeploymentSpec } from './deployment/deployment.v1.js';
import { statefulSetStrategy } from './stateful-set/stateful-set.strategy.js';
import { StatefulSet } from './stateful-set/stateful-set.v1.js';

const context: StrategyContext = {
  user: { name: 'tester', groups: [] },
  namespace: 'ns',
  subresource: '',
  dryRun: false,
  isEnabled: () => false,
};
const selector = { matchLabels: { a: 'b' } };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'img:1' }] } };

function deploymentOf(change: Partial<DeploymentSpec>): Deployment {
  const deployment: Deployment = {
    metadata: { name: 'd', namespace: 'ns', resourceVersion: '1' },
    spec: { selector, template: structuredClone(template), ...change },
  };
  shapeOf(Deployment).applyDefaults(deployment);
  return deployment;
}

describe('rules for deployments', () => {
  it.each<[Partial<DeploymentSpec>, string[]]>([
    [{}, []],
    [{ replicas: -1 }, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
    [
      { selector: { matchLabels: { a: 'c' } } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    [
      { selector: {} },
      [
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
      ],
    ],
    [
      { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      { progressDeadlineSeconds: 5, minReadySeconds: 5 },
      ['spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds'],
    ],
  ])('judge %j', (change, expected) => {
    expect(deploymentStrategy.validate!(deploymentOf(change), context).map(formatFieldError)).toEqual(expected);
  });

  const rolledBackTo = (revision: string): Deployment => {
    const deployment = deploymentOf({});
    deployment.metadata.annotations = { 'deprecated.deployment.rollback.to': revision };
    return deployment;
  };

  it('show an empty selector as it was given', () => {
    const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: {}, matchExpressions: [] }, template } };
    const deployment = shapeOf(Deployment).decode(body) as unknown as Deployment;
    shapeOf(Deployment).applyDefaults(deployment);
    expect(deploymentStrategy.validate!(deployment, context).map(formatFieldError)).toEqual([
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{}, MatchExpressions:[]v1.LabelSelectorRequirement{}}: empty selector is invalid for deployment',
    ]);
  });

  it('judge the revision to return to', () => {
    const errorsOf = (revision: string): string[] =>
      deploymentStrategy.validate!(rolledBackTo(revision), context).map(formatFieldError);
    expect(errorsOf('3')).toEqual([]);
    expect(errorsOf('-1')).toEqual(['spec.rollback.version: Invalid value: -1: must be greater than or equal to 0']);
  });

  it('do not read a revision that is no number', () => {
    expect(() => shapeOf(Deployment).applyDefaults(rolledBackTo('last'))).toThrow(
      'failed to parse annotation[deprecated.deployment.rollback.to]=last as int64: strconv.ParseInt: parsing "last": invalid syntax',
    );
  });

  it('keep the selector', () => {
    const other = { matchLabels: { a: 'b', c: 'd' } };
    const labelled = { ...template, metadata: { labels: { a: 'b', c: 'd' } } };
    const errors = deploymentStrategy.validateUpdate!(
      deploymentOf({ selector: other, template: labelled }),
      deploymentOf({}),
      context,
    );
    expect(errors.map((error) => error.field)).toEqual(['spec.selector']);
  });
});

describe('daemon sets', () => {
  const setOf = (image: string): DaemonSet => {
    const set: DaemonSet = {
      metadata: { name: 's' },
      spec: { selector, template: { ...template, spec: { containers: [{ name: 'c', image }] } } },
    };
    shapeOf(DaemonSet).applyDefaults(set);
    return set;
  };
  const generationOf = (set: DaemonSet): string | undefined =>
    set.metadata.annotations?.['deprecated.daemonset.template.generation'];

  it('have limits of a rolling update that are 0 where their strategy does not use them', () => {
    const updates = [{ type: 'OnDelete', rollingUpdate: {} }, { type: 'OnDelete' }, { rollingUpdate: {} }, undefined];
    const defaulted = updates.map((updateStrategy) => {
      const set: DaemonSet = { metadata: { name: 's' }, spec: { selector, template, updateStrategy } };
      shapeOf(DaemonSet).applyDefaults(set);
      return set.spec!.updateStrategy!.rollingUpdate;
    });
    const usual = { maxUnavailable: 1, maxSurge: 0 };
    expect(defaulted).toEqual([{ maxUnavailable: 0, maxSurge: 0 }, undefined, usual, usual]);
  });

  it.each([
    ['', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    ['9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ])('are not read with the count %j', (count, message) => {
    const set = setOf('img:1');
    set.metadata.annotations = { 'deprecated.daemonset.template.generation': count };
    expect(() => shapeOf(DaemonSet).applyDefaults(set)).toThrow(message);
  });

  it('count changes of the template in an annotation', () => {
    const old = setOf('img:1');
    daemonSetStrategy.prepareForCreate!(old, context);
    expect(generationOf(old)).toBe('1');
    const [same, other] = [setOf('img:1'), setOf('img:2')];
    daemonSetStrategy.prepareForUpdate!(same, old, context);
    daemonSetStrategy.prepareForUpdate!(other, old, context);
    expect([generationOf(same), generationOf(other)]).toEqual(['1', '2']);
  });
});

describe('daemon sets', () => {
  it('warn of their template when it changes, which its generation counts', () => {
    const setOf = (
      spec: Partial<NonNullable<DaemonSet['spec']>>,
      nodeSelector?: Record<string, string>,
    ): DaemonSet => ({
      metadata: { name: 'd' },
      spec: { selector, template: { ...template, spec: { ...template.spec, nodeSelector } }, ...spec },
    });
    const doubtful = { 'beta.kubernetes.io/os': 'linux' };
    const warned = (next: DaemonSet, old: DaemonSet): number =>
      daemonSetStrategy.warningsOnUpdate!(next, old, context).length;
    expect(warned(setOf({}, doubtful), setOf({}))).toBe(1);
    expect(warned(setOf({ minReadySeconds: 5 }, doubtful), setOf({}, doubtful))).toBe(0);
    expect(warned(setOf({}), setOf({}, doubtful))).toBe(0);
  });
});

describe('stateful sets', () => {
  it('warn of claims for parts of a byte, and not of endless histories', () => {
    const claim = { metadata: { name: 'c' }, spec: { resources: { requests: { storage: '1500m' } } } };
    const set: StatefulSet = {
      metadata: { name: 's' },
      spec: {
        selector,
        serviceName: 's',
        template: structuredClone(template),
        volumeClaimTemplates: [claim],
        revisionHistoryLimit: -1,
      },
    };
    const fraction = '[storage]: fractional byte value "1500m" is invalid, must be an integer';
    const warningsOn = (subresource: string): string[] =>
      statefulSetStrategy.warningsOnUpdate!(set, set, { ...context, subresource });
    expect(statefulSetStrategy.warningsOnCreate!(set, context)).toEqual([
      `spec.volumeClaimTemplates[0].resources.requests${fraction}`,
    ]);
    expect(warningsOn('')).toEqual([`spec.volumeClaimTemplates[0].Spec.resources.requests${fraction}`]);
    expect(warningsOn('status')).toEqual([]);
  });

  it('change only where it is allowed', () => {
    const setOf = (serviceName: string, replicas: number): StatefulSet => {
      const set: StatefulSet = {
        metadata: { name: 's', resourceVersion: '1' },
        spec: { selector, template: structuredClone(template), serviceName, replicas },
      };
      shapeOf(StatefulSet).applyDefaults(set);
      return set;
    };
    const update = (next: StatefulSet): string[] =>
      statefulSetStrategy.validateUpdate!(next, setOf('x', 1), context).map((error) => error.field);
    expect(update(setOf('x', 3))).toEqual([]);
    expect(update(setOf('y', 1))).toEqual(['spec']);
  });
});

describe('controller revisions', () => {
  it.each([
    [{ a: 2 }, '[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x32, 0x7d}'],
    [undefined, '[]uint8(nil)'],
  ])('keep their data; %j is shown in bytes', (data, shown) => {
    const metadata = { name: 'r', resourceVersion: '1' };
    const errors = validateControllerRevisionUpdate(
      { metadata, revision: 1, data },
      { metadata, revision: 1, data: { a: 1 } },
    );
    expect(errors.map(formatFieldError)).toEqual([
      `data: Invalid value: runtime.RawExtension{Raw:${shown}, Object:runtime.Object(nil)}: field is immutable`,
    ]);
  });
});
