import type { ApiObject } from '../../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, StructuralShape } from '../../../schema/index.js';
import type { KindDefinition } from '../../kinds/kind-definition.js';
import { movedFields } from '../../kinds/moved-fields.js';
import { ResolvedKind } from '../../kinds/resolved-kind.js';
import { inRequested, statesOfRules, structuralErrors, versionErrors } from './structural-rules.js';

@ApiType({ name: 'test.v3.Rope' })
class Rope {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

/** Ropes whose size, under some name, has bounds. */
function shape(name: string, member: string, bounds: object): StructuralShape {
  const size = { type: 'integer', ...bounds };
  const spec = { type: 'object', properties: { [member]: size } };
  return new StructuralShape(name, { type: 'object', properties: { spec } });
}

const [V1, V2, V3, V4] = ['v1', 'v2', 'v3', 'v4'].map((name) => `test.example.com/${name}`);
const conversion = movedFields({ 'spec.length': 'spec.size' });

function kindWith(more: Partial<KindDefinition> = {}): ResolvedKind {
  const versions = [
    { name: 'v1', type: shape('test.v1.Rope', 'size', { minimum: 5, maximum: 10 }) },
    { name: 'v2', type: shape('test.v2.Rope', 'length', { maximum: 8 }), conversion },
    { name: 'v3', type: Rope, conversion: movedFields({}) },
    { name: 'v4', type: Rope, conversion: movedFields({}), validate: () => [] },
  ];
  const names = { kind: 'Rope', plural: 'ropes', namespaced: true, storageVersion: 'v1' };
  return new ResolvedKind('test.example.com', { ...names, worksIn: 'storageVersion', ...more, versions } as never);
}

const kind = kindWith();
const rope = (spec: object): ApiObject => ({ kind: 'Rope', metadata: { name: 'r' }, spec }) as ApiObject;

describe('statesOfRules()', () => {
  const [object, old] = [rope({ size: 7 }), rope({ size: 6 })];

  it('do not exist for the working version, and for one without rules', () => {
    expect(statesOfRules(kind, V1, { object, old })).toBeUndefined();
    expect(statesOfRules(kind, undefined, { object, old })).toBeUndefined();
    expect(statesOfRules(kind, V3, { object, old })).toBeUndefined();
  });

  it('are in the requested version, with the stored one where a schema compares with it', () => {
    expect(statesOfRules(kind, V2, { object, old })).toMatchObject({
      object: { apiVersion: V2, spec: { length: 7 } },
      old: { apiVersion: V2, spec: { length: 6 } },
    });
    expect(statesOfRules(kind, V2, { object })).toMatchObject({ object: { spec: { length: 7 } }, old: undefined });
    expect(statesOfRules(kind, V4, { object, old })).toMatchObject({ object: { apiVersion: V4 }, old: undefined });
  });
});

describe('structuralErrors()', () => {
  const fieldsOf = (apiVersion: string | undefined, size: number): string[] => {
    const states = { object: rope({ size }) };
    const requested = statesOfRules(kind, apiVersion, states) as { object: ApiObject } | undefined;
    return structuralErrors(kind, { apiVersion, states, requested }).map(({ field }) => field);
  };

  it.each<[string | undefined, number, string[]]>([
    [V1, 7, []],
    [V1, 20, ['spec.size']],
    [undefined, 1, ['spec.size']],
    [V3, 20, ['spec.size']],
    [V2, 7, []],
    [V2, 9, ['spec.length']],
    // Both versions refuse it, and one says so.
    [V2, 20, ['spec.length']],
    // Only the storage version refuses it, in the words of the requested one.
    [V2, 1, ['spec.length']],
  ])('for %s of the size %i are at %j', (apiVersion, size, fields) =>
    expect(fieldsOf(apiVersion, size)).toEqual(fields),
  );

  it('are those of the working version where a version has no states of its own', () => {
    const states = { object: rope({ size: 20 }) };
    const errors = structuralErrors(kind, { apiVersion: V2, states, requested: undefined });
    expect(errors.map(({ field }) => field)).toEqual(['spec.length']);
  });
});

describe('inRequested()', () => {
  const object = rope({ size: 1 });
  const error = { type: 'FieldValueInvalid', field: 'spec.size', detail: 'no', badValue: 1 } as never;

  it('names fields as the requested version does, and leaves the rest of an error', () => {
    expect(inRequested(kind, { apiVersion: V2, object }, [error])).toEqual([
      { ...(error as object), field: 'spec.length' },
    ]);
    expect(inRequested(kind, { apiVersion: V2, object }, [])).toEqual([]);
  });

  it('leaves fields of the working version, and of one that does not name them', () => {
    expect(inRequested(kind, { apiVersion: V1, object }, [error])).toEqual([error]);
    expect(inRequested(kindWith({ worksIn: 'requestedVersion' }), { apiVersion: V2, object }, [error])).toEqual([
      error,
    ]);
  });
});

describe('versionErrors()', () => {
  it('do not exist without states or a function of the version', () => {
    const states = { object: rope({}) };
    expect(versionErrors(kind, { apiVersion: V4, states, requested: undefined })).toEqual([]);
    expect(versionErrors(kind, { apiVersion: V2, states, requested: states })).toEqual([]);
  });
});
