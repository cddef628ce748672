import { type StatusError } from '../../apimachinery/index.js';
import { StorageError } from '../../storage/index.js';
import { ResolvedKind } from '../kinds/resolved-kind.js';
import { Thing, thing } from '../../../test/support/registry-store.js';
import { checkNewMetadata, checkUpdatedMetadata, checkUpdatedMetadataAgain } from './metadata-checks.js';
import { fromStorageError, orStatusError } from './storage-errors.js';
import { APISERVER_USER, controllerContext, systemContext } from '../kinds/store-context.js';

const THINGS = { group: 'test.example.com', resource: 'things' };
const translated = (code: StorageError['code'], revision?: number): StatusError['status'] => {
  const error = Object.assign(new StorageError(code, 'why'), { revision });
  return (fromStorageError(error, THINGS, 'a') as StatusError).status;
};

describe('fromStorageError()', () => {
  it.each<[StorageError['code'], number, string, string]>([
    ['KeyNotFound', 404, 'NotFound', 'things.test.example.com "a" not found'],
    ['KeyExists', 409, 'AlreadyExists', 'things.test.example.com "a" already exists'],
    ['Conflict', 409, 'Conflict', 'the object has been modified'],
    ['Compacted', 410, 'Expired', 'The resourceVersion for the provided list is too old.'],
    ['TooLargeRevision', 504, 'Timeout', 'Timeout: Too large resource version: 0, current: 7'],
    ['Timeout', 504, 'Timeout', 'the store did not answer in time'],
    ['Unreachable', 500, 'InternalError', 'the store cannot be used at the moment'],
    ['Corrupt', 500, 'InternalError', 'the stored data is damaged'],
  ])('of %s is a %d', (code, status, reason, message) => {
    expect(translated(code, 7)).toMatchObject({
      code: status,
      reason,
      message: expect.stringContaining(message) as string,
    });
  });

  it('says when to try again, and what is wrong with a version', () => {
    expect(translated('Timeout').details).toMatchObject({ retryAfterSeconds: 1 });
    expect(translated('TooLargeRevision')).toMatchObject({
      message: 'Timeout: Too large resource version: 0, current: 0',
      details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
    });
    expect(translated('Unreachable').details).toMatchObject({
      causes: [{ message: 'the store cannot be used at the moment' }],
    });
  });

  it('passes on what is no error of the store', async () => {
    const error = new Error('other');
    expect(fromStorageError(error, THINGS, 'a')).toBe(error);
    await expect(orStatusError(Promise.reject(error), THINGS)).rejects.toBe(error);
    expect(await orStatusError(Promise.resolve(5), THINGS)).toBe(5);
    const lost = Promise.reject(new StorageError('KeyNotFound', 'why'));
    await expect(orStatusError(lost, THINGS, 'a')).rejects.toMatchObject({ code: 404 });
  });
});

describe('checks of metadata', () => {
  const names = {
    kind: 'Thing',
    plural: 'things',
    namespaced: true,
    storageVersion: 'v1',
    nameRule: () => ['bad name'],
  };
  const kind = new ResolvedKind('test.example.com', { ...names, versions: [{ name: 'v1', type: Thing }] });
  const objectOf = (name: string, more: object = {}): Thing => {
    const object = thing(name);
    return { ...object, metadata: { ...object.metadata, namespace: 'ns', ...more } };
  };
  const old = objectOf('a', { uid: 'u', resourceVersion: '1' });
  const renamed = objectOf('b', { uid: 'u', resourceVersion: '1' });
  const fieldsOf = (errors: readonly { field: string }[]): string[] => errors.map(({ field }) => field);

  it('of a new object ask for a good name, of a changed one for the same', () => {
    expect(fieldsOf(checkNewMetadata(kind, old))).toEqual(['metadata.name']);
    expect(fieldsOf(checkUpdatedMetadata(kind, old, old))).toEqual([]);
    expect(fieldsOf(checkUpdatedMetadata(kind, renamed, old))).toEqual(['metadata.name']);
    const finalizer = objectOf('a', { uid: 'u', resourceVersion: '1', finalizers: ['plain'] });
    expect(fieldsOf(checkUpdatedMetadata(kind, finalizer, old))).toEqual([]);
    expect(fieldsOf(checkNewMetadata(kind, finalizer))).toContain('metadata.finalizers[0]');
  });

  it('are repeated for the change, the object, or both', () => {
    const states = { object: renamed, old };
    const again = (part?: 'change' | 'object'): number =>
      checkUpdatedMetadataAgain(kind, states, { apiVersion: undefined, part }).length;
    expect([again(), again('change'), again('object')]).toEqual([2, 1, 1]);
  });

  it.each([
    {},
    { finalizers: ['plain', 'example.com/f'] },
    { generateName: 'a-' },
    { labels: { a: 'b' }, annotations: { 'example.com/a': 'b' } },
  ])('find the same in what generic rules have passed as without them (%j)', (more) => {
    const object = objectOf('a', { uid: 'u', resourceVersion: '1', ...more });
    expect(checkUpdatedMetadata(kind, object, old)).toEqual([]);
    for (const part of [undefined, 'change', 'object'] as const) {
      const again = (hasPassed: boolean) =>
        checkUpdatedMetadataAgain(kind, { object, old }, { apiVersion: undefined, part, hasPassed });
      expect(again(true)).toEqual(again(false));
    }
  });
});

describe('contexts of the server', () => {
  it('name the component that writes, unless the caller does', () => {
    expect(systemContext('ns')).toEqual({ user: APISERVER_USER, namespace: 'ns', fieldManager: 'kube-apiserver' });
    expect(controllerContext()).toMatchObject({ namespace: '', fieldManager: 'kube-controller-manager' });
    expect(controllerContext('ns', { fieldManager: 'x', dryRun: true })).toMatchObject({
      fieldManager: 'x',
      dryRun: true,
    });
    expect(systemContext('', { user: { name: 'u', groups: [] } }).user.name).toBe('u');
  });
});
