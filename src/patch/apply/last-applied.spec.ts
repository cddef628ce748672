import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import { KUBECTL, LAST_APPLIED, lastAppliedFields, updateLastApplied } from './last-applied.js';

@ApiType({ name: 'test.v1.LastApplied' })
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string', { map: true }) data?: Record<string, string>;
  @Field(3, 'string', { list: true, listType: 'set' }) tags?: string[];
}

const type = shapeOf(Thing).merge;
const live = (annotation: string | undefined, more: object = {}): ApiObject =>
  ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'a', ...(annotation !== undefined && { annotations: { [LAST_APPLIED]: annotation } }) },
    data: { a: '1', b: '2' },
    ...more,
  }) as unknown as ApiObject;
const pathsOf = (object: ApiObject): string[] =>
  [...lastAppliedFields(type, object, 'v1').paths()].map((path) => path.join(' ')).sort();

describe('lastAppliedFields()', () => {
  const configuration = { apiVersion: 'v1', kind: 'Thing', data: { a: '1', b: 'old', c: '3' } };

  it('are those that still have the value that was applied', () => {
    expect(pathsOf(live(JSON.stringify(configuration)))).toEqual(['f:data f:a']);
  });

  it.each<[string, string | undefined]>([
    ['no annotation', undefined],
    ['an empty one', ''],
    ['one that is no JSON', '{'],
    ['one that is no object', '[]'],
    ['one of null', 'null'],
    ['one of another version', JSON.stringify({ ...configuration, apiVersion: 'v2' })],
    ['one without a version', JSON.stringify({ ...configuration, apiVersion: undefined })],
    ['one that does not fit the type', JSON.stringify({ ...configuration, data: { a: 5 } })],
    ['one with unknown members', JSON.stringify({ ...configuration, colour: 'red' })],
  ])('does not exist with %s', (_what, annotation) => expect(pathsOf(live(annotation))).toEqual([]));

  it('are not found where elements of the live object cannot be distinguished', () => {
    const object = live(JSON.stringify({ ...configuration, tags: ['x'] }), { tags: [null] });
    expect(pathsOf(object)).toEqual([]);
  });

  it('is for kubectl', () => expect(KUBECTL).toBe('kubectl'));
});

describe('updateLastApplied()', () => {
  const updated = (annotations: Record<string, string> | undefined, configuration: object): unknown => {
    const object = { metadata: { name: 'a', annotations } } as unknown as ApiObject;
    updateLastApplied(object, configuration as Record<string, unknown>);
    return object.metadata.annotations;
  };

  it('leaves objects without the annotation', () => {
    expect(updated(undefined, { a: 1 })).toBeUndefined();
    expect(updated({ a: 'b' }, { a: 1 })).toEqual({ a: 'b' });
  });

  it('writes the configuration in order, without the annotation itself', () => {
    const metadata = { name: 'a', annotations: { [LAST_APPLIED]: 'old', x: 'y' } };
    const configuration = { kind: 'Thing', data: [{ z: null, b: 2 ** 53, a: 'q' }], apiVersion: 'v1', metadata };
    expect(updated({ [LAST_APPLIED]: 'old', a: 'b' }, configuration)).toEqual({
      a: 'b',
      [LAST_APPLIED]:
        '{"apiVersion":"v1","data":[{"a":"q","b":9007199254740992,"z":null}],"kind":"Thing",' +
        '"metadata":{"annotations":{"x":"y"},"name":"a"}}\n',
    });
    expect(metadata.annotations).toHaveProperty([LAST_APPLIED]);
  });

  it.each<[object]>([[{ metadata: 'a' }], [{ metadata: { annotations: null } }], [{}]])(
    'writes %j as it is',
    (given) => {
      expect(updated({ [LAST_APPLIED]: 'old' }, given)).toEqual({ [LAST_APPLIED]: `${JSON.stringify(given)}\n` });
    },
  );

  it('leaves the annotation out where all annotations are too large with it', () => {
    const most = 256 * 1024;
    const text = `${JSON.stringify({ a: 1 })}\n`;
    const rest = most - Buffer.byteLength(LAST_APPLIED) - text.length - 'é'.length - 1;
    expect(updated({ [LAST_APPLIED]: 'old', é: 'x'.repeat(rest) }, { a: 1 })).toHaveProperty([LAST_APPLIED], text);
    expect(updated({ [LAST_APPLIED]: 'old', é: 'x'.repeat(rest + 1) }, { a: 1 })).not.toHaveProperty([LAST_APPLIED]);
  });
});
