import { describeApplyContract } from '../../../test/contract/apply.contract.js';
import { describeOwnershipModel } from '../../../test/contract/ownership-model.contract.js';
import { applyConfiguration } from './apply-configuration.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, type ObjectShape, shapeOf, StructuralShape } from '../../schema/index.js';

@ApiType({ name: 'test.v1.Part' })
class Part {
  @Field(1, 'int32', { pointer: true }) id?: number;
  @Field(2, 'string', { openapiDefault: 'std' }) kind?: string;
  @Field(3, 'string') note?: string;
}

@ApiType({ name: 'test.v1.Ref', mapType: 'atomic' })
class Ref {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'test.v1.GadgetSpec' })
class GadgetSpec {
  @Field(1, 'int32', { pointer: true, default: 1 }) replicas?: number;
  @Field(2, 'string', { list: true }) plain?: string[];
  @Field(3, 'string', { list: true, listType: 'set' }) tags?: string[];
  @Field(4, Part, { list: true, listType: 'map', listMapKeys: ['id', 'kind'] }) parts?: Part[];
  @Field(5, 'string', { map: true }) grains?: Record<string, string>;
  @Field(6, 'string', { map: true, mapType: 'atomic' }) bundle?: Record<string, string>;
  @Field(7, Ref, { pointer: true }) ref?: Ref;
  @Field(8, 'intOrString', { pointer: true }) port?: number | string;
  @Field(9, 'bool', { pointer: true }) active?: boolean;
}

@ApiType({ name: 'test.v1.GadgetStatus' })
class GadgetStatus {
  @Field(1, 'string') phase?: string;
}

@ApiType({ name: 'test.v1.Gadget' })
class Gadget {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, GadgetSpec, { pointer: true }) spec?: GadgetSpec;
  @Field(3, GadgetStatus, { pointer: true }) status?: GadgetStatus;
}

const schema = new StructuralShape('test.v1.SchemaGadget', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer', default: 1 },
        plain: { type: 'array', items: { type: 'string' } },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['id', 'kind'],
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              kind: { type: 'string', default: 'std' },
              note: { type: 'string' },
            },
          },
        },
        grains: { type: 'object', additionalProperties: { type: 'string' } },
        bundle: { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
        ref: { type: 'object', properties: { name: { type: 'string' } }, 'x-kubernetes-map-type': 'atomic' },
        port: { 'x-kubernetes-int-or-string': true },
        active: { type: 'boolean' },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
});

describeApplyContract('a class', shapeOf(Gadget));
describeApplyContract('a schema', schema);
describe('applyConfiguration()', () => {
  it.each([
    [2_147_483_648, -2_147_483_648],
    [4_294_967_297, 1],
    [9_007_199_254_740_993n, 1],
    [1e20, 0],
  ])('leaves of an integer too wide for its field, %s, what fits: %s', (replicas, kept) => {
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { replicas } };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration };
    const object = applyConfiguration({ ...application, manager: 'm', force: false, subresource: '', now: 0 });
    expect(object).toMatchObject({ spec: { replicas: kept } });
  });

  it('words what only the decoder can judge as the reference does', () => {
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { replicas: 2.5 } };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration };
    expect(() => applyConfiguration({ ...application, manager: 'm', force: false, subresource: '', now: 0 })).toThrow(
      'failed to convert new object (/g; /v1, Kind=Gadget) to proper version: unable to convert unstructured object to ' +
        '/v1, Kind=Gadget: cannot convert float64 to int32',
    );
  });
});

describe('applyConfiguration() to an object of several owners', () => {
  const applied = (
    manager: string,
    spec: object,
    live?: ApiObject,
    more: { force?: boolean; now?: number } = {},
  ): ApiObject => {
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration, live };
    return applyConfiguration({ ...application, manager, force: false, subresource: '', now: 0, ...more });
  };
  const managersOf = ({ metadata }: ApiObject): string[] =>
    (metadata.managedFields ?? []).map(({ manager }) => manager!);

  it('leaves nothing of an owner that loses all it has', () => {
    const object = applied('b', { replicas: 2 }, applied('a', { replicas: 1 }), { force: true });
    expect(managersOf(object)).toEqual(['b']);
  });

  it('drops owners of versions that are not known any more', () => {
    const live = applied('a', { replicas: 1 });
    live.metadata.managedFields!.push({
      ...live.metadata.managedFields![0],
      manager: 'old',
      operation: 'Update',
      apiVersion: 'v0',
    });
    expect(managersOf(applied('b', { active: true }, live))).toEqual(['a', 'b', 'old']);
    const configuration = { apiVersion: 'v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { active: true } };
    const application = { type: shapeOf(Gadget), apiVersion: 'v1', kind: 'Gadget', configuration, live, manager: 'b' };
    const versions = { find: () => undefined, convert: (objects: readonly ApiObject[]) => objects };
    const object = applyConfiguration({ ...application, force: false, subresource: '', now: 0, versions } as never);
    expect(managersOf(object)).not.toContain('old');
  });

  it('lists conflicts by owner, and names each owner once', () => {
    const live = applied('b', { active: true }, applied('a', { replicas: 2, port: 1 }));
    expect(() => applied('c', { replicas: 3, port: 2, active: false }, live)).toThrow(
      'Apply failed with 3 conflicts: conflicts with "a":\n- .spec.port\n- .spec.replicas\nconflicts with "b":\n- .spec.active',
    );
  });

  it('keeps the time of an entry where the object stays as it is', () => {
    const live = applied('b', { port: 1 }, applied('a', { replicas: 2, port: 1 }));
    const object = applied('a', { replicas: 2 }, live, { now: 5000 });
    const entry = object.metadata.managedFields!.find(({ manager }) => manager === 'a')!;
    expect([entry.time, entry.fieldsV1]).toEqual(['1970-01-01T00:00:00Z', { 'f:spec': { 'f:replicas': {} } }]);
    const changed = applied('a', { replicas: 3 }, live, { now: 5000 });
    expect(changed.metadata.managedFields!.find(({ manager }) => manager === 'a')!.time).toBe('1970-01-01T00:00:05Z');
  });

  it('cannot merge into a live object whose elements are not distinct', () => {
    const live = {
      apiVersion: 'v1',
      kind: 'Gadget',
      metadata: { name: 'g' },
      spec: { tags: [null] },
    } as unknown as ApiObject;
    expect(() => applied('a', { tags: ['x'] }, live)).toThrow(
      "failed to create typed live object (/g; /v1, Kind=Gadget): associative list without keys has an element that's an explicit null",
    );
  });
});

describe('applyConfiguration() of a null', () => {
  const configuration = {
    apiVersion: 'v1',
    kind: 'Gadget',
    metadata: { name: 'g' },
    spec: { tags: null, replicas: null },
  };
  const apply = (type: ObjectShape) =>
    applyConfiguration({
      ...{ type, apiVersion: 'v1', kind: 'Gadget', configuration, live: undefined, manager: 'a' },
      ...{ force: false, subresource: '', now: 0 },
    });

  it('keeps it for validation where a schema gives the shape, and defaults what has a default', () => {
    const object = apply(schema) as ApiObject & { spec: object };
    expect(object.spec).toEqual({ tags: null, replicas: 1 });
    const [{ field, message }] = schema.validate(object);
    expect([field, message]).toEqual(['spec.tags', expect.stringContaining('must be of type array: "null"')]);
  });

  it('drops it where a class does', () => {
    expect((apply(shapeOf(Gadget)) as ApiObject & { spec: object }).spec).not.toHaveProperty('tags');
  });
});

describe('Applies and updates in any order', () => {
  describeOwnershipModel('a class', shapeOf(Gadget));
  describeOwnershipModel('a schema', schema);
});
