import { unreachable } from '../storage-error.js';
import { sqliteCode, toStorageError } from './sqlite-errors.js';

const failure = (code: unknown, more: object = {}): Error => Object.assign(new Error('driver'), { code, ...more });

describe('toStorageError()', () => {
  it('leaves storage errors as they are', () => {
    const error = unreachable('closed');
    expect(toStorageError(error, 'reading')).toBe(error);
  });

  it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB'])('reports %s as damage, with a remedy', (code) => {
    const cause = failure(undefined, { driverError: failure(code) });
    expect(toStorageError(cause, 'reading')).toMatchObject({
      code: 'Corrupt',
      message: expect.stringMatching(/^reading: driver; restore its directory from a backup/) as string,
      cause,
    });
  });

  it.each<[unknown, string]>([
    [failure('SQLITE_FULL'), 'writing: driver'],
    ['text', 'writing: text'],
    [null, 'writing: null'],
  ])('reports anything else as unreachable: %s', (cause, message) => {
    expect(toStorageError(cause, 'writing')).toMatchObject({ code: 'Unreachable', message });
  });
});

describe('sqliteCode()', () => {
  it.each<[string, unknown, string | undefined]>([
    ['of the driver', failure('SQLITE_BUSY'), 'SQLITE_BUSY'],
    ['that is wrapped', failure(5, { driverError: failure('SQLITE_BUSY') }), 'SQLITE_BUSY'],
    ['that is no text', failure(5), undefined],
    ['of a text', 'SQLITE_BUSY', undefined],
    ['of nothing', null, undefined],
  ])('finds the code of an error %s', (_name, error, code) => {
    expect(sqliteCode(error)).toBe(code);
  });
});
