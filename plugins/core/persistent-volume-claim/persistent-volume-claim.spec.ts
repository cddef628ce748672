import { FieldPath } from '../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import type { PersistentVolumeClaim } from './persistent-volume-claim.v1.js';
import { validateClaimSpec, validateClaimUpdate } from './persistent-volume-claim.validation.js';

const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

describe('validateClaimSpec()', () => {
  it.each([
    [
      {},
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
    ],
    [
      { ...spec, accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    [
      { ...spec, resources: { requests: { storage: '0' } } },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      { ...spec, dataSource: { kind: 'Pod', name: 'x' } },
      [`spec.dataSource: Invalid value: "Pod": must be 'PersistentVolumeClaim' when referencing the default apiGroup`],
    ],
  ])('refuses %j', (value, expected) => {
    expect(validateClaimSpec(value, FieldPath.of('spec')).map(formatFieldError)).toEqual(expected);
  });
});

describe('validateClaimUpdate()', () => {
  const bound = (storage: string, storageClassName?: string): PersistentVolumeClaim => ({
    metadata: { name: 'c', namespace: 'ns', resourceVersion: '1' },
    spec: { ...spec, volumeName: 'v', storageClassName, resources: { requests: { storage } } },
    status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  });
  const rules = { canChangeAttributesClass: false, canShrink: true };
  const fields = (next: PersistentVolumeClaim, old: PersistentVolumeClaim): string[] =>
    validateClaimUpdate(next, old, rules).map((error) => error.field);

  it('lets a bound claim grow, and shrink to more than it has', () => {
    expect(fields(bound('5Gi'), bound('1Gi'))).toEqual([]);
    expect(fields(bound('2Gi'), bound('5Gi'))).toEqual([]);
    expect(fields(bound('1Gi'), bound('5Gi'))).toEqual(['spec.resources.requests.storage']);
  });

  it('lets a class be set once', () => {
    expect(fields(bound('1Gi', 'fast'), bound('1Gi'))).toEqual([]);
    expect(fields(bound('1Gi', 'slow'), bound('1Gi', 'fast'))).toEqual(['spec']);
  });

  it('reports a changed class annotation as a member of the annotations', () => {
    const next = bound('1Gi');
    next.metadata.annotations = { 'volume.beta.kubernetes.io/storage-class': 'fast' };
    expect(fields(next, bound('1Gi'))).toEqual(['metadata.annotations.volume.beta.kubernetes.io/storage-class']);
  });

  it.each<[string, string | undefined, string[]]>([
    ['Pending', 'b', ['spec']],
    ['Bound', 'b', []],
    ['Bound', undefined, ['spec', 'spec.volumeAttributesClassName']],
    ['Bound', '', ['spec.volumeAttributesClassName']],
  ])('lets a %s claim change its attributes class to %p', (phase, volumeAttributesClassName, expected) => {
    const [next, old] = [bound('1Gi'), bound('1Gi')];
    next.status!.phase = phase;
    old.spec!.volumeAttributesClassName = 'a';
    if (volumeAttributesClassName !== undefined) next.spec = { ...next.spec, volumeAttributesClassName };
    const errors = validateClaimUpdate(next, old, {
      ...rules,
      canChangeAttributesClass: true,
      hasAttributesClass: true,
    });
    expect(errors.map((error) => error.field)).toEqual(expected);
  });
});
