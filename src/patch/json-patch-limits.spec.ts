import { MAX_JSON_PATCH_OPERATIONS, MAX_MOVED_ELEMENTS } from '../apimachinery/index.js';
import { readOperations } from './json-patch-operations.js';
import { tryJsonPatch } from './json-patch.js';

describe('tryJsonPatch()', () => {
  /** Elements that each operation at the head of the list moves. */
  const LENGTH = 1_000_000;
  const list = Array.from({ length: LENGTH }, () => 0);
  const times = (count: number, operation: object) => Array.from({ length: count }, () => operation as { op: string });
  const MOST = MAX_MOVED_ELEMENTS / LENGTH;

  it.each<[string, number, object, boolean]>([
    ['removed from the end', MOST + 10, { op: 'remove', path: '/l/-1' }, true],
    ['added at the end', MOST + 10, { op: 'add', path: '/l/-', value: 0 }, true],
    ['removed from the head', MOST, { op: 'remove', path: '/l/0' }, true],
    ['removed from the head', MOST + 1, { op: 'remove', path: '/l/0' }, false],
    ['added at the head', MOST - 1, { op: 'add', path: '/l/0', value: 0 }, true],
    ['added at the head', MOST + 1, { op: 'add', path: '/l/0', value: 0 }, false],
    ['replaced', MOST + 10, { op: 'replace', path: '/l/0', value: 1 }, true],
    ['set as members', MOST + 10, { op: 'add', path: '/0', value: 1 }, true],
  ])('bounds how many elements move: %s %d times', (_name, count, operation, isAllowed) => {
    const { fault } = tryJsonPatch({ l: list }, times(count, operation));
    if (isAllowed) expect(fault).toBeUndefined();
    else expect(fault).toContain('too many elements are moved');
  });
});

describe('readOperations()', () => {
  const operations = (count: number) => Array.from({ length: count }, () => ({ op: 'test', path: '/a', value: 1 }));

  it.each([false, true])('takes ten thousand operations at most, strict: %j', (isStrict) => {
    expect(readOperations(operations(MAX_JSON_PATCH_OPERATIONS), { isStrict })).toHaveLength(MAX_JSON_PATCH_OPERATIONS);
    const tooMany = expect.objectContaining({ status: expect.objectContaining({ code: 413 }) as unknown }) as unknown;
    let fault: unknown;
    try {
      readOperations(operations(MAX_JSON_PATCH_OPERATIONS + 1), { isStrict });
    } catch (error) {
      fault = error;
    }
    expect(fault).toEqual(tooMany);
  });
});
