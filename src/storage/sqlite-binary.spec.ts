import { explainBinaryFault, loadWithBinary } from './sqlite-binary.js';
import { StorageError } from './storage-error.js';

const REMEDY = 'npm rebuild sqlite3 downloads it from GitHub, or compiles it';

describe('explainBinaryFault()', () => {
  it.each<[string, Error, string]>([
    ['missing', new Error('Could not locate the bindings file. Tried:\n → /a\n → /b'), 'has no binary for'],
    [
      'of another platform',
      Object.assign(new Error('/a/node_sqlite3.node: invalid ELF header\nmore'), { code: 'ERR_DLOPEN_FAILED' }),
      'cannot be loaded on',
    ],
  ])('says in one line what to do about a binary that is %s', (_what, fault, expected) => {
    const explained = explainBinaryFault(fault) as Error;
    expect(explained).toBeInstanceOf(StorageError);
    expect(explained.message).toContain(`${expected} ${process.platform}-${process.arch}`);
    expect(explained.message).toContain(REMEDY);
    expect(explained.message).not.toContain('\n');
    expect(explained.cause).toBe(fault);
  });

  it('leaves other errors', () => {
    const fault = new Error('something else');
    expect(explainBinaryFault(fault)).toBe(fault);
    expect(explainBinaryFault('text')).toBe('text');
  });
});

describe('loadWithBinary()', () => {
  it('explains why nothing was loaded, and returns what was', async () => {
    const fault = new Error('Could not locate the bindings file. Tried:');
    await expect(loadWithBinary(() => Promise.reject(fault))).rejects.toThrow(REMEDY);
    expect(await loadWithBinary(() => Promise.resolve(1))).toBe(1);
  });
});
