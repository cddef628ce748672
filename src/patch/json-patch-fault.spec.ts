import { applyJsonPatch, tryJsonPatch } from './json-patch.js';

const DOCUMENT = { data: { a: 'secret' }, list: [1] };

/** The reason that is behind the rejection of a patch. */
function reasonFor(operation: object): string {
  try {
    applyJsonPatch(DOCUMENT, [operation]);
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
  return '';
}

describe('the reason why a JSON patch does not fit', () => {
  it.each([
    [
      { op: 'remove', path: '/data/zz' },
      "error in remove for path: '/data/zz': Unable to remove nonexistent key: zz: missing value",
    ],
    [{ op: 'test', path: '/data/a', value: 'no' }, 'testing value /data/a failed: test failed'],
    [{ op: 'test', path: '/data/a', value: null }, 'testing value /data/a failed: test failed'],
    [{ op: 'foo', path: '/a' }, 'Unexpected kind: foo'],
    [{ op: 'add', path: '/x/y', value: 1 }, 'add operation does not apply: doc is missing path: "/x/y": missing value'],
    [
      { op: 'remove', path: '/list/3' },
      "error in remove for path: '/list/3': Unable to access invalid index: 3: invalid index referenced",
    ],
    [{ op: 'add' }, 'add operation failed to decode path: missing value'],
    [
      { op: 'replace', value: 1 },
      'replace operation failed to decode path: operation missing path field: missing value',
    ],
    [{ op: 'move', path: '/a' }, 'move operation failed to decode from: operation, missing from field: missing value'],
    [{ op: 'foo' }, 'Unexpected kind: foo'],
    [{ op: 'test', path: '/x/y' }, 'test operation does not apply: is missing path: /x/y: missing value'],
    [{ op: 'replace', path: '/x/y' }, 'replace operation does not apply: doc is missing path: /x/y: missing value'],
    [
      { op: 'replace', path: '/list/3' },
      'replace operation does not apply: doc is missing key: /list/3: missing value',
    ],
    [
      { op: 'copy', from: '/x/y', path: '/a' },
      'copy operation does not apply: doc is missing from path: /x/y: missing value',
    ],
    [
      { op: 'move', from: '/data/a', path: '/x/y' },
      'move operation does not apply: doc is missing destination path: /x/y: missing value',
    ],
    [
      { op: 'move', from: '/data/zz', path: '/a' },
      "error in move for path: 'zz': Unable to remove nonexistent key: zz: missing value",
    ],
    [
      { op: 'copy', from: '/list/b', path: '/a' },
      `error in copy for from: '/list/b': strconv.Atoi: parsing "b": invalid syntax`,
    ],
    [
      { op: 'copy', from: '/data/a', path: '/list/b' },
      `error while adding value during copy: value was not a proper array index: 'b': strconv.Atoi: parsing "b": invalid syntax`,
    ],
  ])('of %j names the operation, and nothing of the document', (operation, reason) => {
    expect(reasonFor(operation)).toBe(reason);
  });

  it.each([
    [512, ''],
    [513, '...'],
  ])('shows 512 characters of a name: of %i', (length, end) => {
    const fault = `Unexpected kind: ${'z'.repeat(512)}${end}`;
    expect(reasonFor({ op: 'z'.repeat(length), path: '/data' })).toBe(fault);
  });

  it.each([
    [{ op: 'test', path: '/data/a', value: 'no' }, true],
    [{ op: 'test', path: '/x/y', value: 'no' }, false],
    [{ op: 'remove', path: '/data/zz' }, false],
  ])('says of %j that a test failed: %j', (operation, isFailedTest) => {
    expect(tryJsonPatch(DOCUMENT, [operation])).toMatchObject({ isFailedTest });
  });
});
