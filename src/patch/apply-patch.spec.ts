import fc from 'fast-check';
import { StatusError } from '../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../schema/index.js';
import {
  type PatchMediaType,
  type PatchOutcome,
  JSON_PATCH,
  MERGE_PATCH,
  STRATEGIC_MERGE_PATCH,
} from './apply-patch.js';
import { applyPatch } from './apply-patch.js';
import { formatGoValue } from './go-value.js';

@ApiType({ name: 'test.v1.Item' })
class Item {
  @Field(1, 'string') name?: string;
  @Field(2, 'string') image?: string;
  @Field(3, Item, { list: true, patchStrategy: ['merge'], patchMergeKey: 'name' }) items?: Item[];
}

@ApiType({ name: 'test.v1.Thing' })
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, Item, { list: true, patchStrategy: ['merge'], patchMergeKey: 'name' }) items?: Item[];
  @Field(3, 'string', { list: true }) args?: string[];
  @Field(4, 'string', { map: true }) options?: Record<string, string>;
  @Field(5, Item, { pointer: true, patchStrategy: ['retainKeys'] }) item?: Item;
  @Field(6, 'int32', { pointer: true }) count?: number;
  @Field(7, 'bytes') bytes?: string;
}

const type = shapeOf(Thing);
const REJECTED = 'the server rejected our request due to an error in our request';

function outcome(mediaType: PatchMediaType, document: unknown, patch: unknown, ignore = false): PatchOutcome {
  const text = typeof patch === 'string' ? patch : JSON.stringify(patch);
  const fieldValidation = ignore ? 'Ignore' : 'Warn';
  const before = structuredClone(document);
  const result = applyPatch({ mediaType, type, document, patch: text, fieldValidation });
  expect(document).toEqual(before);
  return result;
}

function failureOf(run: () => unknown): [number, string | undefined] {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return [error.code, error.status.message];
    throw error;
  }
  return [200, undefined];
}

describe('JSON patch', () => {
  const live = { data: { k: 'v' }, list: ['a', 'b'], big: 9007199254740993n };
  const patched = (...operations: object[]): unknown => outcome(JSON_PATCH, live, operations).value;

  it.each([
    [{ op: 'add', path: '/data/x', value: 1 }, { data: { k: 'v', x: 1 } }],
    [{ op: 'add', path: '/data/x' }, { data: { k: 'v', x: null } }],
    [{ op: 'replace', path: '/data/none', value: 1 }, { data: { k: 'v', none: 1 } }],
    [{ op: 'copy', from: '/data/none', path: '/data/x' }, { data: { k: 'v', x: null } }],
    [{ op: 'copy', from: '/big', path: '/data/x' }, { data: { k: 'v', x: 9007199254740993n } }],
    [{ op: 'move', from: '/list/1', path: '/list/0' }, { list: ['b', 'a'] }],
    [{ op: 'add', path: '/list/-', value: 'c' }, { list: ['a', 'b', 'c'] }],
    [{ op: 'add', path: '/list/2', value: 'c' }, { list: ['a', 'b', 'c'] }],
    [{ op: 'remove', path: '/list/-1' }, { list: ['a'] }],
    [{ op: 'add', path: '/data/a~1b~01', value: 1 }, { data: { k: 'v', 'a/b~1': 1 } }],
    [{ op: 'add', path: 'data/k', value: 1 }, { k: 1 }],
    [{ op: 'test', path: '/data/none', value: null }, {}],
    [{ op: 'test', path: '/list', value: ['a', 'b'] }, {}],
    [{ op: 'replace', path: '', value: 'text' }, {}],
    [{ op: 'add', path: '/list/-1', value: 'c' }, { list: ['a', 'b', 'c'] }],
    [{ op: 'add', path: '/list/-3', value: 'c' }, { list: ['c', 'a', 'b'] }],
    [{ op: 'add', path: '/list/+1', value: 'c' }, { list: ['a', 'c', 'b'] }],
    [{ op: 'replace', path: '/list/-2', value: 'c' }, { list: ['c', 'b'] }],
    [{ op: 'test', path: '/list/-1', value: 'b' }, {}],
  ])('applies %j', (operation, change) => {
    expect(patched(operation)).toEqual({ ...live, ...change });
  });

  it.each([
    [{ op: 'remove', path: '/data/none' }],
    [{ op: 'add', path: '/none/x', value: 1 }],
    [{ op: 'add', path: '/data/k/x', value: 1 }],
    [{ op: 'add', path: '/list/3', value: 1 }],
    [{ op: 'replace', path: '/list/2', value: 1 }],
    [{ op: 'remove', path: '/list/-3' }],
    [{ op: 'remove', path: '/list/-' }],
    [{ op: 'add', path: '/list/x', value: 1 }],
    [{ op: 'test', path: '/list/2', value: null }],
    [{ op: 'test', path: '/list/-3', value: null }],
    [{ op: 'copy', from: '/list/2', path: '/data/x' }],
    [{ op: 'test', path: '/data/k/x', value: null }],
    [{ op: 'test', path: '/data/k/x/y', value: null }],
    [{ op: 'add', path: '/list/', value: 1 }],
    [{ op: 'replace', path: '/list/', value: 1 }],
    [{ op: 'remove', path: '/list/1.0' }],
    [{ op: 'remove', path: '/list/0x1' }],
    [{ op: 'remove', path: '/list/ 1' }],
    [{ op: 'add', path: '/list/-4', value: 1 }],
    [{ op: 'replace', path: '/list/-3', value: 1 }],
    [{ op: 'test', path: '/data/k', value: null }],
    [{ op: 'test', path: '/data/none', value: 'v' }],
    [{ op: 'test', path: '', value: {} }],
    [{ op: 'add', path: '/big/x/y', value: 1 }],
    [{ op: 'test', path: '/data/k', value: 'w' }],
    [{ op: 'test', path: '/data/k' }],
    [{ op: 'add', path: '', value: {} }],
    [{ op: 'remove', path: '' }],
    [{ op: 'merge', path: '/data' }],
    [{ op: 'move', path: '/data/x' }],
    [{ op: 'add', path: '/__proto__/x', value: 1 }],
    [{ op: 'add', path: '/__proto__', value: { x: 1 } }],
    [{}],
  ])('rejects %j', (operation) => {
    expect(failureOf(() => patched(operation))).toEqual([422, REJECTED]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([[{ a: 1 }], [{}]])('replaces the whole by %j, which the next operation changes', (value) => {
    expect(patched({ op: 'replace', path: '', value })).toEqual(value);
    const next = patched({ op: 'replace', path: '', value }, { op: 'add', path: '/b', value: 'x' });
    expect(next).toEqual({ ...value, b: 'x' });
  });

  it('changes what earlier operations have reached', () => {
    const add = { op: 'add', path: '/data/x', value: 1 };
    expect(patched(add, { op: 'replace', path: '/data', value: 'text' })).toEqual({ ...live, data: 'text' });
    expect(patched(add, { op: 'remove', path: '/data' })).toEqual({ list: live.list, big: live.big });
    expect(patched(add, { op: 'move', from: '/data', path: '/moved' })).toEqual({
      list: live.list,
      big: live.big,
      moved: { k: 'v', x: 1 },
    });
    const copied = patched({ op: 'copy', from: '/data', path: '/other' }, { op: 'add', path: '/other/x', value: 1 });
    expect(copied).toEqual({ ...live, other: { k: 'v', x: 1 } });
  });

  it('rejects operations that move too many elements of lists, from the front and not from the end', () => {
    const long = { list: Array.from({ length: 20_000 }, (_, i) => i) };
    const many = (path: string) => Array.from({ length: 5_000 }, () => ({ op: 'add', path, value: 0 }));
    expect(failureOf(() => outcome(JSON_PATCH, long, many('/list/0')))).toEqual([422, REJECTED]);
    expect(failureOf(() => outcome(JSON_PATCH, long, many('/list/-')))).toEqual([200, undefined]);
    const alike = [{ op: 'add', path: '/other', value: 1 }, ...many('/list/0')];
    expect(failureOf(() => outcome(JSON_PATCH, long, alike))).toEqual([422, REJECTED]);
    const removals = many('/list/0').map(({ path }) => ({ op: 'remove', path }));
    expect(failureOf(() => outcome(JSON_PATCH, long, removals))).toEqual([422, REJECTED]);
  });

  it.each(['[null]', '[{"op":"add","path":5}]', '[{"op":7,"path":"/x"}]', '[{"op":"copy","from":1,"path":"/x"}]'])(
    'rejects %s where fields are not validated',
    (text) => expect(failureOf(() => outcome(JSON_PATCH, live, text, true))).toEqual([422, REJECTED]),
  );

  it.each([
    ['{}', 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    ['["add"]', 'error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp'],
    [
      '[{"op":"add","path":5}]',
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.path of type string',
    ],
    ['', 'error decoding patch: unexpected end of JSON input'],
  ])('does not read %j', (text, message) => {
    expect(failureOf(() => outcome(JSON_PATCH, live, text))).toEqual([400, message]);
  });

  it('takes a whole number with a fraction for no integer, and quotes it so', () => {
    const { value, describe: answer } = outcome(JSON_PATCH, live, '[{"op":"add","path":"/big","value":1.0}]');
    expect(() => shapeOf(Thing).decode({ count: (value as { big: unknown }).big })).toThrow('number 1.0 into');
    expect(answer('').status.message).toContain('\\"big\\":1.0');
  });

  it('takes null for no operations, and a limited number of them', () => {
    expect(outcome(JSON_PATCH, live, 'null').value).toEqual(live);
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/k', value: 'v' }));
    expect(failureOf(() => outcome(JSON_PATCH, live, many.slice(1)))).toEqual([200, undefined]);
    const limit = 'The allowed maximum operations in a JSON patch is 10000, got 10001';
    expect(failureOf(() => outcome(JSON_PATCH, live, many))).toEqual([413, `Request entity too large: ${limit}`]);
  });

  it('reports unknown and repeated members', () => {
    const { problems } = outcome(JSON_PATCH, live, '[{"op":"test","op":"add","path":"/x","PATH":1}]');
    expect(problems).toEqual(['json patch duplicate field "[0].op"', 'json patch unknown field "[0].PATH"']);
  });
});

describe('the copies of a JSON patch', () => {
  const copies = (count: number): object[] =>
    Array.from({ length: count }, (_, i) => ({ op: 'copy', from: '/options', path: `/options/copy${i}` }));

  it('add no more than a limit in sum, however they double', () => {
    const small = { options: { text: 'x'.repeat(100) } };
    expect(() => outcome(JSON_PATCH, small, copies(10))).not.toThrow();
    expect(() => outcome(JSON_PATCH, small, copies(26))).toThrow('the server rejected our request');
  });

  it('add no more than a limit in sum, however large each is', () => {
    const large = { options: { text: 'x'.repeat(1_000_000) } };
    const apart = Array.from({ length: 300 }, (_, i) => ({ op: 'copy', from: '/options/text', path: `/c${i}` }));
    expect(() => outcome(JSON_PATCH, large, apart.slice(0, 3))).not.toThrow();
    expect(() => outcome(JSON_PATCH, large, apart)).toThrow('the server rejected our request');
  });
});

describe('merge patch', () => {
  it('merges objects, takes nulls out and replaces the rest', () => {
    const live = { b: { x: 1, y: 2 }, list: [1], a: 1 };
    const patch = { b: { x: null, z: { deep: null, kept: 1 } }, list: [{ n: null, m: 1 }, null], a: { n: null } };
    const { value } = outcome(MERGE_PATCH, live, patch);
    expect(value).toEqual({ a: {}, b: { y: 2, z: { kept: 1 } }, list: [{ m: 1 }, null] });
    expect(Object.keys(value as object)).toEqual(['a', 'b', 'list']);
  });

  it('treats names of the prototype as data', () => {
    const { value } = outcome(MERGE_PATCH, {}, '{"__proto__":{"x":1},"constructor":{"y":1}}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    [
      '[]',
      false,
      400,
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    ['null', false, 400, 'Invalid JSON Patch'],
    ['{', false, 400, 'error decoding patch: unexpected end of JSON input'],
    ['{', true, 400, 'Invalid JSON Patch'],
    ['1', true, 400, 'Invalid JSON Patch'],
    [
      '[]',
      true,
      422,
      ' "" is invalid: patch: Invalid value: "[]": couldn\'t get version/kind; json parse error: json: cannot unmarshal ' +
        'array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
        'Kind string "json:\\"kind,omitempty\\"" }',
    ],
  ])('refuses %j (ignoring: %j)', (text, ignore, code, message) => {
    expect(failureOf(() => outcome(MERGE_PATCH, {}, text, ignore))).toEqual([code, message]);
  });

  it('quotes the whole document when it does not fit', () => {
    const { describe: answer } = outcome(MERGE_PATCH, { a: '<' }, { b: 1 });
    expect(answer('why').status.message).toBe(
      ' "" is invalid: patch: Invalid value: "{\\"a\\":\\"\\\\u003c\\",\\"b\\":1}": why',
    );
  });
});

describe('strategic merge patch', () => {
  const item = (name: string, image?: string): object => (image === undefined ? { name } : { name, image });
  const live = {
    metadata: { finalizers: ['f/a', 'f/b'] },
    items: [item('a', '1'), item('b', '1'), item('c', '1')],
    args: ['x'],
    options: { k: 'v', l: 'w' },
    item: { name: 'n', image: 'i' },
  };
  const patched = (patch: object): unknown => outcome(STRATEGIC_MERGE_PATCH, live, patch).value;

  it.each([
    [{ items: [item('b', '2')] }, { items: [item('a', '1'), item('b', '2'), item('c', '1')] }],
    [{ items: [item('d')] }, { items: [item('d'), item('a', '1'), item('b', '1'), item('c', '1')] }],
    [{ items: [{ name: 'a', $patch: 'delete' }] }, { items: [item('b', '1'), item('c', '1')] }],
    [{ items: [item('x'), { $patch: 'replace' }] }, { items: [item('x')] }],
    [
      { '$setElementOrder/items': [item('c'), item('a'), item('b')] },
      { items: [item('c', '1'), item('a', '1'), item('b', '1')] },
    ],
    [
      { '$setElementOrder/items': [item('c'), item('d'), item('a')], items: [item('d', '2')] },
      { items: [item('b', '1'), item('c', '1'), item('d', '2'), item('a', '1')] },
    ],
    [{ args: ['y'] }, { args: ['y'] }],
    [{ options: { k: null, m: 'x' } }, { options: { l: 'w', m: 'x' } }],
    [{ options: { $patch: 'replace', m: 'x' } }, { options: { m: 'x' } }],
    [{ options: { $patch: 'delete' } }, { options: {} }],
    [{ options: null }, { options: undefined }],
    [{ item: { $retainKeys: ['name'], name: 'm' } }, { item: { name: 'm' } }],
    [{ metadata: { finalizers: ['f/c'] } }, { metadata: { finalizers: ['f/c', 'f/a', 'f/b'] } }],
    [{ metadata: { '$deleteFromPrimitiveList/finalizers': ['f/a'] } }, { metadata: { finalizers: ['f/b'] } }],
    [{ metadata: { '$deleteFromPrimitiveList/finalizers': 'f/a' } }, {}],
    [{ metadata: { labels: { $patch: 'nuke', a: null, b: '1' } } }, {}],
  ])('applies %j', (patch, change) => {
    expect(patched(patch)).toEqual({ ...live, ...change });
  });

  it.each([
    [{ items: [{ image: 'x' }] }, 'map: map[image:x] does not contain declared merge key: name'],
    [{ items: [{ name: 'a', $patch: 'up' }] }, 'unknown patch type: up in map: map[$patch:up name:a]'],
    [{ options: { $patch: 'merge' } }, 'unknown patch type: merge in map: map[$patch:merge]'],
    [{ options: { $patch: null } }, 'unknown patch type: %!s(<nil>) in map: map[$patch:<nil>]'],
    [{ options: { $patch: 5 } }, 'unknown patch type: %!s(int64=5) in map: map[$patch:5]'],
    [{ options: { $patch: ['a', true] } }, 'unknown patch type: [a %!s(bool=true)] in map: map[$patch:[a true]]'],
    [{ metadata: { finalizers: [1] } }, 'list element types are not identical: [[f/a f/b] [1]]'],
    [
      { items: [null] },
      'list element types are not identical: [[map[image:1 name:a] map[image:1 name:b] map[image:1 name:c]] [<nil>]]',
    ],
    [
      { '$setElementOrder/items': [item('a')], items: [item('b', '2')] },
      "The order in patch list:\n[map[image:2 name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    ],
    [{ '$setElementOrder/items': ['a'] }, 'value for key 0 is not a map'],
    [{ '$setElementOrder/items': 'x' }, 'expected a []interface {}, but received a string'],
    [{ item: { $retainKeys: ['name'], image: 'x' } }, 'invalid patch format of retainKeys'],
  ])('refuses %j', (patch, message) => {
    expect(failureOf(() => patched(patch))).toEqual([400, message]);
  });

  it.each([
    [{ count: 'three' }, 'unrecognized type: int32'],
    [{ items: [{ name: 5 }] }, 'cannot convert int64 to string'],
    [{ items: { a: 1 } }, 'cannot restore slice from map'],
    [{ item: [] }, 'cannot restore struct from: slice'],
    [{ options: 1 }, 'cannot restore map from int64'],
    [{ bytes: '%' }, 'error decoding from json: illegal base64 data at input byte 0'],
    [{ args: ['x'] }, 'the decoding error'],
  ])('words the fault of %j', (patch, fault) => {
    const answer = outcome(STRATEGIC_MERGE_PATCH, live, patch).describe('the decoding error');
    expect(answer.code).toBe(422);
    expect(answer.status.message).toBe(` "" is invalid: patch: Invalid value: "${formatGoValue(patch)}": ${fault}`);
  });

  it.each([
    [{ $patch: 'replace', count: 'three' }, 'map[count:three]'],
    [{ $retainKeys: ['count'], count: 'three' }, 'map[count:three]'],
    [{ count: 'three', options: { $patch: 'replace', a: '1' } }, 'map[count:three options:map[a:1]]'],
    [
      { count: 'three', items: [{ $patch: 'delete', name: 'a' }] },
      'map[count:three items:[map[$patch:delete name:a]]]',
    ],
  ])('shows of a patch %j what is left when its directives are carried out', (patch, shown) => {
    const { status } = outcome(STRATEGIC_MERGE_PATCH, live, patch).describe('the decoding error');
    expect(status.message).toContain(`patch: Invalid value: "${shown}": `);
  });

  it('resets managed fields by an empty list of them', () => {
    expect(patched({ metadata: { managedFields: [] } })).toMatchObject({ metadata: { managedFields: [{}] } });
    expect(patched({ metadata: { labels: {} } })).not.toHaveProperty('metadata.managedFields');
  });

  it.each([
    ['"a"', 400, 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    ['[]', 400, 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['{"kind":5}', 422, ' "" is invalid: patch: Invalid value: "map[kind:5]": cannot convert int64 to string'],
  ])('refuses %s', (patch, code, message) => {
    expect(failureOf(() => outcome(STRATEGIC_MERGE_PATCH, live, patch))).toEqual([code, message]);
  });

  it('refuses patches with more values than any object has', () => {
    const patch = `{"args":[${'1,'.repeat(150_000)}1]}`;
    expect(failureOf(() => outcome(STRATEGIC_MERGE_PATCH, live, patch))[0]).toBe(413);
  });

  it('changes nothing when the patch is empty', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string()), (value, finalizers) => {
        const document = { metadata: { finalizers }, options: value };
        expect(outcome(STRATEGIC_MERGE_PATCH, document, {}).value).toEqual(document);
        expect(outcome(STRATEGIC_MERGE_PATCH, document, 'null').value).toEqual(document);
      }),
    );
  });
});

describe('long lists', () => {
  const named = (count: number, of = (i: number): string => `n${i}`): object[] =>
    Array.from({ length: count }, (_, i) => ({ name: of(i) }));

  it('merge by looking at each element a few times', () => {
    let reads = 0;
    const counted = named(2_000).map((element) => {
      const { name } = element as { name: string };
      return Object.defineProperty({}, 'name', { enumerable: true, get: () => (reads++, name) });
    });
    outcome(STRATEGIC_MERGE_PATCH, { items: counted }, { items: named(2_000, (i) => `n${3_000 - i}`) });
    expect(reads).toBeLessThan(100_000);
  });
});

describe('formatGoValue()', () => {
  it.each([
    [{ b: [1, 'x', null], a: { c: true } }, 'map[a:map[c:true] b:[1 x <nil>]]'],
    [[2.5, 1e-7, 1234567.5, 12345678901234567890n], '[2.5 1e-07 1.2345675e+06 12345678901234567890]'],
    [{}, 'map[]'],
  ])('of %j', (value, text) => {
    expect(formatGoValue(value)).toBe(text);
  });
});
