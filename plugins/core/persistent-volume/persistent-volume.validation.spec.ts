import { formatFieldError } from '../../../src/plugin-api/index.js';
import type { PersistentVolume, PersistentVolumeSpec } from './persistent-volume.v1.js';
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

describe('validatePersistentVolumeUpdate()', () => {
  it('lets old label names be replaced by the new ones, and nothing else', () => {
    const old = volume(onNode('beta.kubernetes.io/os'));
    expect(validatePersistentVolumeUpdate(volume(onNode('kubernetes.io/os')), old, RULES)).toEqual([]);
    const [error] = validatePersistentVolumeUpdate(volume(onNode('kubernetes.io/arch')), old, RULES);
    expect(error.field).toBe('nodeAffinity');
    expect(error.message).toMatch(/: field is immutable, except for updating from beta label to GA$/);
  });
});
