import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import { compare } from './compare.js';
import { fieldSetOf } from './field-set-of.js';
import { toFieldsV1 } from './fields-v1.js';
import { managerFrom } from './manager-name.js';
import { parentEntries, scaleEntries } from './scale-ownership.js';
import { type TrackedWrite, trackUpdate } from './track-update.js';
import { resetFieldSet } from './system-fields.js';
import { keepUnchangedTimes } from './unchanged-times.js';

@ApiType({ name: 'test.v1.Port' })
class Port {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32', { always: true }) port: number;
  @Field(3, 'string', { default: 'TCP' }) protocol?: string;
}

@ApiType({ name: 'test.v1.Reference', mapType: 'atomic' })
class Reference {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'test.v1.Spec' })
class Spec {
  @Field(1, 'int32', { pointer: true }) replicas?: number;
  @Field(2, Port, { list: true, listType: 'map', listMapKeys: ['port', 'protocol'] }) ports?: Port[];
  @Field(3, 'string', { list: true }) args?: string[];
  @Field(4, Reference, { pointer: true }) whole?: Reference;
  @Field(5, Reference, { pointer: true, mapType: 'granular' }) parts?: Reference;
  @Field(6, 'string', { map: true }) options?: Record<string, string>;
  @Field(7, 'rawExtension') data?: unknown;
}

@ApiType({ name: 'test.v1.Thing' })
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, Spec) spec: Spec;
  @Field(3, Spec, { pointer: true }) status?: Spec;
}

const type = shapeOf(Thing);
type Body = { metadata?: object; spec?: object; status?: object };
type Options = Partial<TrackedWrite>;

function thing(body: Body): ApiObject {
  return type.decode({ ...body, metadata: { name: 'a', ...body.metadata } }) as unknown as ApiObject;
}

function write(body: Body, options: Options = {}): ApiObject {
  const object = thing(body);
  trackUpdate({ type, apiVersion: 'v1', object, manager: 'm', subresource: '', now: 1_700_000_000_500, ...options });
  return object;
}

function stored(object: ApiObject): ApiObject {
  return { ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion: '5' } };
}

const entriesOf = (object: ApiObject): ManagedFieldsEntry[] => object.metadata.managedFields ?? [];
const fieldsOf = (object: ApiObject): unknown[] => entriesOf(object).map((e) => [e.manager, e.fieldsV1]);

describe('trackUpdate()', () => {
  it('gives the creator every field that is set', () => {
    const object = write({
      metadata: { labels: { a: 'b' } },
      spec: { ports: [{ port: 80 }], args: ['x'], whole: { name: 'n' }, parts: { name: 'n' }, data: { x: { y: 1 } } },
    });
    expect(entriesOf(object)).toEqual([
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2023-11-14T22:13:20Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
          'f:spec': {
            'f:args': {},
            'f:data': {},
            'f:parts': { '.': {}, 'f:name': {} },
            'f:ports': { '.': {}, 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
            'f:whole': {},
          },
        },
      },
    ]);
  });

  it('moves changed fields to the writer and drops removed ones', () => {
    const live = stored(write({ spec: { replicas: 1, options: { a: '1', b: '1' } } }));
    const object = write({ spec: { replicas: 2, options: { a: '1' } } }, { live, manager: 'other' });
    expect(fieldsOf(object)).toEqual([
      ['m', { 'f:spec': { 'f:options': { '.': {}, 'f:a': {} } } }],
      ['other', { 'f:spec': { 'f:replicas': {} } }],
    ]);
  });

  it('writes the set of a manager that changes its own fields as it was, with a new time', () => {
    const live = stored(write({ spec: { replicas: 1, options: { a: '1' } } }));
    const object = write({ spec: { replicas: 2, options: { a: '2' } } }, { live, now: 1_800_000_000_000 });
    expect(entriesOf(object)[0].fieldsV1).toBe(entriesOf(live)[0].fieldsV1);
    expect(entriesOf(object)[0].time).toBe('2027-01-15T08:00:00Z');
  });

  it('keeps entries and times of a write that changes nothing', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const object = write({ spec: { replicas: 1 } }, { live, now: 1_800_000_000_000 });
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  it('does not renew the time of an owner that only removes', () => {
    const live = stored(write({ spec: { replicas: 1, args: ['x'] } }));
    const object = write({ spec: { replicas: 1 } }, { live, now: 1_800_000_000_000 });
    expect(entriesOf(object)[0].time).toBe('2023-11-14T22:13:20Z');
  });

  it('drops owners that own nothing any more', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    expect(fieldsOf(write({}, { live, manager: 'other' }))).toEqual([]);
  });

  it('ignores fields the endpoint resets', () => {
    const resetFields = resetFieldSet(['status']);
    const object = write({ spec: { replicas: 1 }, status: { replicas: 1 } }, { resetFields });
    expect(fieldsOf(object)).toEqual([['m', { 'f:spec': { 'f:replicas': {} } }]]);
  });

  it('keeps subresources apart', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const object = write({ spec: { replicas: 1 }, status: { replicas: 1 } }, { live, subresource: 'status' });
    expect(entriesOf(object).map((e) => e.subresource)).toEqual([undefined, 'status']);
  });

  it('owns duplicates as one', () => {
    const live = stored(write({ spec: { ports: [{ port: 1 }] } }));
    const object = write({ spec: { ports: [{ port: 1 }, { port: 1, name: 'x' }] } }, { live, manager: 'other' });
    expect(fieldsOf(object)).toEqual([
      ['m', { 'f:spec': { 'f:ports': {} } }],
      ['other', { 'f:spec': { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': {} } } }],
    ]);
  });

  it('does not start tracking a stored object', () => {
    const live = { ...thing({}), metadata: { name: 'a', uid: 'u' } };
    expect(write({ spec: { replicas: 1 } }, { live }).metadata.managedFields).toBeUndefined();
  });

  it('forgets all owners when asked to', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const object = write({ metadata: { managedFields: [{}] }, spec: { replicas: 1 } }, { live });
    expect(object.metadata.managedFields).toBeUndefined();
  });

  it('forgets none when a write of a subresource asks to', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const body = { metadata: { managedFields: [{}] }, spec: { replicas: 1 } };
    expect(fieldsOf(write(body, { live, subresource: 'status' }))).toEqual(fieldsOf(live));
  });

  it('starts again with the fields changed beside that', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const object = write({ metadata: { managedFields: [{}] }, spec: { replicas: 2 } }, { live });
    expect(object.metadata.managedFields).toMatchObject([
      { manager: 'm', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
    ]);
  });

  it.each([
    [[{ manager: 'x', operation: 'Steal', apiVersion: 'v1', fieldsType: 'FieldsV1' }]],
    [[{ manager: 'x', operation: 'Update', fieldsType: 'FieldsV1' }]],
    [[{ manager: 'x', operation: 'Update', apiVersion: 'v1' }]],
    [[{ manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV2' }]],
    [[{ manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { a: 1 } }]],
    [[]],
  ])('keeps the live owners when %j is sent', (managedFields) => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const object = write({ metadata: { managedFields }, spec: { replicas: 1 } }, { live });
    expect(object.metadata.managedFields).toEqual(live.metadata.managedFields);
  });

  it('accepts owners the client sends, but not through a subresource', () => {
    const live = stored(write({ spec: { replicas: 1 } }));
    const managedFields = [
      { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
    ];
    const body = { metadata: { managedFields }, spec: { replicas: 1 } };
    expect(fieldsOf(write(body, { live }))).toEqual([['x', { 'f:spec': {} }]]);
    expect(fieldsOf(write(body, { live, subresource: 'status' }))).toEqual(fieldsOf(live));
  });

  it('drops owners in unknown versions and converts for known ones', () => {
    const live = stored(write({ spec: { replicas: 1, args: ['x'] } }, { apiVersion: 'old' }));
    const object = { spec: { replicas: 2, args: ['x'] } };
    const convert = (objects: readonly ApiObject[]): ApiObject[] =>
      objects.map((o) => ({ ...o, spec: {} }) as ApiObject);
    const dropped = write(object, { live, manager: 'o', versions: { find: () => undefined, convert } });
    expect(fieldsOf(dropped)).toEqual([['o', { 'f:spec': { 'f:replicas': {} } }]]);
    expect(fieldsOf(write(object, { live, manager: 'o', versions: { find: () => ({ type }), convert } }))).toEqual([
      ['m', { 'f:spec': { 'f:args': {}, 'f:replicas': {} } }],
      ['o', { 'f:spec': { 'f:replicas': {} } }],
    ]);
  });

  it('gives owners of parts of a field the whole one, once it is atomic', () => {
    const owner = { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };
    const managedFields = [{ ...owner, fieldsV1: { 'f:spec': { 'f:whole': { 'f:name': {} } } } }];
    const live = stored(thing({ metadata: { managedFields }, spec: { whole: { name: 'n' } } }));
    expect(fieldsOf(write({ spec: { whole: { name: 'n' } } }, { live }))).toEqual([
      ['x', { 'f:spec': { 'f:whole': {} } }],
    ]);
  });

  it('merges the oldest of more than ten updates', () => {
    let live = stored(write({ spec: { options: { k0: '' } } }, { manager: 'm00' }));
    for (let i = 1; i <= 11; i++) {
      const options = Object.fromEntries(Array.from({ length: i + 1 }, (_, k) => [`k${k}`, '']));
      const manager = `m${String(i).padStart(2, '0')}`;
      live = stored(write({ spec: { options } }, { live, manager, now: 1_700_000_000_000 + i * 1000 }));
    }
    expect(entriesOf(live).map((e) => e.manager)).toEqual([
      'ancient-changes',
      ...['m03', 'm04', 'm05', 'm06', 'm07', 'm08', 'm09', 'm10', 'm11'],
    ]);
    expect(entriesOf(live)[0].fieldsV1).toEqual({
      'f:spec': { 'f:options': { '.': {}, 'f:k0': {}, 'f:k1': {}, 'f:k2': {} } },
    });
  });

  it('takes older updates into ancient changes that are there already', () => {
    const fieldsV1 = (name: string): Record<string, unknown> => ({ 'f:spec': { 'f:options': { [`f:${name}`]: {} } } });
    const names = ['aaa', 'ancient-changes', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9'];
    const managedFields = names.map((manager) => {
      const time = '2023-11-14T22:13:20Z';
      const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time };
      return { ...entry, manager, fieldsV1: fieldsV1(manager) };
    });
    const live = stored(thing({ metadata: { managedFields } }));
    const entries = entriesOf(write({ metadata: { managedFields } }, { live }));
    expect(entries.map((e) => e.manager)).toEqual(names.slice(1));
    expect(entries[0].fieldsV1).toEqual({ 'f:spec': { 'f:options': { 'f:aaa': {}, 'f:ancient-changes': {} } } });
  });

  it('leaves an object without owners when list elements are indistinguishable', () => {
    const object = write({ metadata: { finalizers: [null] } });
    object.metadata.finalizers = [null as unknown as string];
    trackUpdate({ type, apiVersion: 'v1', object, manager: 'm', subresource: '', now: 0 });
    expect(object.metadata.managedFields).toBeUndefined();
  });
});

describe('compare()', () => {
  it('follows objects of no declared type member by member', () => {
    const { added, modified, removed } = compare(
      { kind: 'deduced' },
      { a: { b: 1, c: 1 }, l: [1], k: 1 },
      { a: { b: 2, d: { e: 1 } }, l: [2], k: { x: 1 } },
    );
    expect(toFieldsV1(added)).toEqual({ 'f:a': { 'f:d': { '.': {}, 'f:e': {} } }, 'f:k': { 'f:x': {} } });
    expect(toFieldsV1(modified)).toEqual({ 'f:a': { 'f:b': {} }, 'f:k': {}, 'f:l': {} });
    expect(toFieldsV1(removed)).toEqual({ 'f:a': { 'f:c': {} } });
  });
});

describe('fieldSetOf()', () => {
  it('has leaves, list elements and map keys, but no structs on the way', () => {
    const set = fieldSetOf(type.merge, {
      spec: { ports: [{ port: 1 }], options: { a: '' }, parts: {}, args: [], whole: { name: 'x' } },
    });
    expect(toFieldsV1(set)).toEqual({
      'f:spec': {
        'f:args': {},
        'f:options': { 'f:a': {} },
        'f:parts': {},
        'f:ports': { 'k:{"port":1,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
        'f:whole': {},
      },
    });
  });
});

describe('keepUnchangedTimes()', () => {
  it('gives the old times back when nothing else differs', () => {
    const live = write({ spec: { replicas: 1 } });
    const object = write({ spec: { replicas: 1 } }, { now: 1_800_000_000_000 });
    keepUnchangedTimes(object, live);
    expect(object.metadata.managedFields).toBe(live.metadata.managedFields);
    const changed = write({ spec: { replicas: 2 } }, { now: 1_800_000_000_000 });
    keepUnchangedTimes(changed, live);
    expect(entriesOf(changed)[0].time).toBe('2027-01-15T08:00:00Z');
  });
});

describe('managerFrom()', () => {
  it.each([
    ['me', 'curl/8', 'me'],
    [undefined, 'curl/8.1 (x)', 'curl'],
    [undefined, 'se\u0000cond (x)/2', 'second (x)'],
    ['', undefined, 'unknown'],
    [undefined, '/x', 'unknown'],
    [undefined, 'x'.repeat(200), 'x'.repeat(128)],
  ])('of %j and %j is %j', (fieldManager, userAgent, manager) => {
    expect(managerFrom(fieldManager, userAgent)).toBe(manager);
  });
});

describe('scaleEntries() and parentEntries()', () => {
  const parent = write({ spec: { replicas: 1, args: ['x'] } });
  const scale = {
    parentEntries: parent.metadata.managedFields,
    apiVersion: 'v1',
    replicasPaths: { v1: ['f:spec', 'f:replicas'] },
  };

  it('shows the owners of the replicas', () => {
    expect(scaleEntries(scale)).toMatchObject([
      { manager: 'm', apiVersion: 'autoscaling/v1', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
    ]);
  });

  it('gives replicas to the manager that wrote the Scale', () => {
    const entry = { operation: 'Update', apiVersion: 'autoscaling/v1', fieldsType: 'FieldsV1', subresource: 'scale' };
    const written = [{ ...entry, manager: 's', time: 'x', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }];
    const entries = parentEntries(scale, written);
    expect(entries?.map((e) => [e.manager, e.apiVersion, e.time, e.subresource, e.fieldsV1])).toEqual([
      ['s', 'v1', undefined, 'scale', { 'f:spec': { 'f:replicas': {} } }],
      ['m', 'v1', '2023-11-14T22:13:20Z', undefined, { 'f:spec': { 'f:args': {} } }],
    ]);
  });

  it('is about the replicas alone, in versions whose replicas are known', () => {
    const of = (manager: string, apiVersion: string, field: string): ManagedFieldsEntry => ({
      ...{ manager, apiVersion, operation: 'Update', fieldsType: 'FieldsV1' },
      fieldsV1: { 'f:spec': { [field]: {} } },
    });
    const parentEntriesOf = [of('a', 'v1', 'f:args'), of('b', 'v0', 'f:replicas'), of('c', 'v1', 'f:replicas')];
    const several = { ...scale, parentEntries: parentEntriesOf };
    expect(scaleEntries(several)?.map(({ manager }) => manager)).toEqual(['c']);
    // Others keep what they own; owners in versions that are not known are dropped.
    expect(parentEntries(several, scaleEntries(several))?.map(({ manager }) => manager)).toEqual(['a', 'c']);
    expect(parentEntries(several, undefined)?.map(({ manager }) => manager)).toEqual(['a']);
  });

  it('keeps an owner of other fields beside the new owner of the replicas of the same name', () => {
    const entry = { manager: 's', operation: 'Update', fieldsType: 'FieldsV1', subresource: 'scale' };
    const args = { ...entry, apiVersion: 'v1', fieldsV1: { 'f:spec': { 'f:args': {} } } };
    const written = { ...entry, apiVersion: 'autoscaling/v1', fieldsV1: { 'f:spec': { 'f:replicas': {} } } };
    const entries = parentEntries({ ...scale, parentEntries: [args] }, [written]);
    expect(entries?.map(({ fieldsV1 }) => fieldsV1)).toEqual([args.fieldsV1, written.fieldsV1]);
  });

  it('changes nothing when the owners stay', () => {
    expect(parentEntries(scale, scaleEntries(scale))).toEqual(scale.parentEntries);
  });
});
