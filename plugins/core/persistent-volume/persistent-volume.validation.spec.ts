import { type StrategyContext } from '../../../src/plugin-api/index.js';
import { checkAs, formatFieldError } from '../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { persistentVolumeStrategy } from './persistent-volume.strategy.js';
import { PersistentVolume, type PersistentVolumeSpec, type VolumeNodeAffinity } from './persistent-volume.v1.js';
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './persistent-volume.validation.js';

const RULES = { hasAttributesClass: false, canChangeAttributesClass: false };

function volume(spec: PersistentVolumeSpec): PersistentVolume {
  const metadata = { name: 'v', resourceVersion: '1' };
  return { metadata, spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...spec } };
}

function onNode(key: string): PersistentVolumeSpec {
  const matchExpressions = [{ key, operator: 'In', values: ['a'] }];
  return { local: { path: '/x' }, nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } };
}

describe('validatePersistentVolume()', () => {
  it.each<[string, PersistentVolumeSpec, string[]]>([
    [
      'a local volume without a place',
      { local: { path: '/x' } },
      ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
    ],
    [
      'a local volume without constraints',
      { local: { path: '/x' }, nodeAffinity: {} },
      ['spec.nodeAffinity.required: Required value: must specify required node constraints'],
    ],
    [
      'an iSCSI disk, portal first and names last',
      {
        iscsi: {
          targetPortal: 'x'.repeat(70),
          iqn: '',
          lun: 0,
          chapAuthSession: true,
          secretRef: {},
          initiatorName: 'other',
        },
      },
      [
        `spec.iscsi.targetportal: Invalid value: "${'x'.repeat(70)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
        'spec.iscsi.iqn: Required value',
        'spec.iscsi.secretRef.name: Required value',
        'spec.iscsi.initiatorname: Invalid value: "other": must be valid format',
      ],
    ],
  ])('refuses %s', (_name, spec, expected) => {
    expect(validatePersistentVolume(volume(spec), RULES).map(formatFieldError)).toEqual(expected);
  });
});

describe('the capacity of a volume', () => {
  it.each<[string, object, string]>([
    ['none', {}, 'core.ResourceList(nil)'],
    ['null', { capacity: null }, 'core.ResourceList(nil)'],
    ['an empty one', { capacity: {} }, 'core.ResourceList{}'],
  ])('is shown as it was given: %s', (_name, capacity, shown) => {
    const sent = {
      metadata: { name: 'v' },
      spec: { accessModes: ['ReadWriteOnce'], nfs: { server: 's', path: '/' }, ...capacity },
    };
    expect(validatePersistentVolume(decodeAs(PersistentVolume, sent), RULES).map(formatFieldError)).toEqual([
      'spec.capacity: Required value',
      `spec.capacity: Unsupported value: ${shown}: supported values: "storage"`,
    ]);
  });
});

describe('the time of the last change of phase', () => {
  const [sent, last] = ['2024-01-01T00:00:00Z', '2023-01-01T00:00:00Z'];
  const context = { subresource: 'status', isEnabled: () => false } as unknown as StrategyContext;
  const after = (phase: string, lastPhaseTransitionTime?: string): string | undefined => {
    const next = { metadata: {}, status: { phase, lastPhaseTransitionTime } };
    const old = { metadata: {}, status: { phase: 'Pending', lastPhaseTransitionTime: last } };
    persistentVolumeStrategy.prepareForUpdate!(next, old, context);
    return next.status.lastPhaseTransitionTime;
  };

  it.each<[string, string, string | undefined, string]>([
    ['stays where the phase does and the client says nothing', 'Pending', undefined, last],
    ["is the client's where the phase stays", 'Pending', sent, sent],
    ["is the client's where the phase changes too", 'Bound', sent, sent],
  ])('%s', (_name, phase, given, expected) => {
    expect(after(phase, given)).toBe(expected);
  });

  it.each([undefined, last])('is now where the phase changes and the client says nothing new: %s', (given) => {
    expect(Date.parse(after('Bound', given)!)).toBeGreaterThan(Date.parse(sent));
  });
});

describe('validatePersistentVolumeUpdate()', () => {
  it('lets old label names be replaced by the new ones, and nothing else', () => {
    const old = volume(onNode('beta.kubernetes.io/os'));
    expect(validatePersistentVolumeUpdate(volume(onNode('kubernetes.io/os')), old, RULES)).toEqual([]);
    const [error] = validatePersistentVolumeUpdate(volume(onNode('kubernetes.io/arch')), old, RULES);
    expect(error.field).toBe('nodeAffinity');
    expect(error.message).toMatch(/: field is immutable, except for updating from beta label to GA$/);
  });

  it.each<[string, VolumeNodeAffinity | undefined, string]>([
    ['no affinity', undefined, '"null"'],
    ['no constraints', {}, 'core.VolumeNodeAffinity{Required:(*core.NodeSelector)(nil)}'],
  ])('shows what would come in place of an affinity: %s', (_name, nodeAffinity, shown) => {
    const old = volume(onNode('zone'));
    const errors = validatePersistentVolumeUpdate(volume({ local: { path: '/x' }, nodeAffinity }), old, RULES);
    expect(errors.filter(({ field }) => field === 'nodeAffinity').map(({ message }) => message)).toEqual([
      `Invalid value: ${shown}: field is immutable, except for updating from beta label to GA`,
    ]);
  });

  it('shows it in JSON since 1.34, with every member', () => {
    const old = volume(onNode('zone'));
    const next = volume(onNode('rack'));
    const [error] = checkAs('1.34', () => validatePersistentVolumeUpdate(next, old, RULES));
    expect(error.message).toContain(
      '{"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"rack","Operator":"In","Values":["a"]}],"MatchFields":null}]}}',
    );
  });
});
