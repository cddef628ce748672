import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import { StorageObjectInUseAdmission } from './storage-in-use.admission.js';

const finalizersAfter = (resource: string, finalizers?: string[], subresource = ''): string[] | undefined => {
  const object = { metadata: { name: 'x', finalizers } };
  const admission = new StorageObjectInUseAdmission();
  const named = { group: '', version: 'v1', resource };
  if (!admission.handles('CREATE', { ...named, subresource })) return finalizers;
  const attributes = { operation: 'CREATE', resource: named, subresource, object };
  admission.admit(attributes as unknown as AdmissionAttributes);
  return object.metadata.finalizers;
};

describe('StorageObjectInUseAdmission', () => {
  it('gives volumes and claims their finalizer, once', () => {
    expect(finalizersAfter('persistentvolumes')).toEqual(['kubernetes.io/pv-protection']);
    expect(finalizersAfter('persistentvolumeclaims', ['a/b'])).toEqual(['a/b', 'kubernetes.io/pvc-protection']);
    const present = ['kubernetes.io/pvc-protection', 'a/b'];
    expect(finalizersAfter('persistentvolumeclaims', present)).toEqual(present);
  });

  it('leaves everything else alone', () => {
    expect(finalizersAfter('pods')).toBeUndefined();
    expect(finalizersAfter('persistentvolumes', undefined, 'status')).toBeUndefined();
  });

  it('has nothing to do with updates', () => {
    const volumes = { group: '', version: 'v1', resource: 'persistentvolumes', subresource: '' };
    expect(new StorageObjectInUseAdmission().handles('CREATE', volumes)).toBe(true);
    expect(new StorageObjectInUseAdmission().handles('UPDATE', volumes)).toBe(false);
  });
});
