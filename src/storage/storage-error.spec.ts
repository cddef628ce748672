import { StorageError, hasStorageErrorCode, keyExists, keyNotFound, unreachable } from './storage-error.js';

describe('StorageError', () => {
  it('has a name, and what is known of the key', () => {
    const error = keyExists('/r/a', 7);
    expect(error).toMatchObject({ name: 'StorageError', code: 'KeyExists', key: '/r/a', revision: 7 });
    expect(keyNotFound('/r/b')).toMatchObject({ key: '/r/b', revision: undefined });
  });

  it('has a cause where there is one', () => {
    const cause = new Error('full');
    expect(unreachable('closed', cause).cause).toBe(cause);
    expect('cause' in unreachable('closed')).toBe(false);
  });

  it('is recognized by its code', () => {
    expect(hasStorageErrorCode(new StorageError('Timeout', ''), 'Timeout')).toBe(true);
    expect(hasStorageErrorCode(new StorageError('Timeout', ''), 'Corrupt')).toBe(false);
    expect(hasStorageErrorCode({ code: 'Timeout' }, 'Timeout')).toBe(false);
  });
});
