import { applyJsonPatch } from './json-patch.js';

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
  ])('of %j names the operation, and nothing of the document', (operation, reason) => {
    expect(reasonFor(operation)).toBe(reason);
  });

  it('shows no long name', () => {
    expect(reasonFor({ op: 'remove', path: `/data/${'z'.repeat(10_000)}` }).length).toBeLessThan(1200);
  });
});
