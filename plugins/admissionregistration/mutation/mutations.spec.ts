import { type ApiObject, ApiType, Field, ObjectMeta, StructuralShape } from '../../../src/plugin-api/index.js';
import { expressionLanguage, loadExpressionLanguage, shapeOf } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import { MutationError, applyObject, applyOperations } from './index.js';

@ApiType({ name: 'test.v1.BerthSpec' })
class BerthSpec {
  @Field(1, 'int32', { pointer: true, default: 12 }) length?: number;
  @Field(2, 'string', { map: true }) notes?: Record<string, string>;
  @Field(3, 'string', { list: true }) ships?: string[];
}

@ApiType({ name: 'test.v1.Berth' })
class Berth {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, BerthSpec, { pointer: true }) spec?: BerthSpec;
}

const shape = shapeOf(Berth);
const object = {
  apiVersion: 'harbor/v1',
  kind: 'Berth',
  metadata: { name: 'b', creationTimestamp: null },
  spec: { length: 10, notes: { a: 'b' } },
} as unknown as ApiObject;
const schema = new StructuralShape('test.v1.Dock', {
  type: 'object',
  properties: { spec: { type: 'object', properties: { length: { type: 'integer' }, notes: { type: 'object' } } } },
});

beforeAll(loadExpressionLanguage);

function valueOf(expression: string, result: 'object' | 'patches') {
  const { program, error } = new ExpressionCompiler({}).compile(expression, { result });
  if (error !== undefined) throw new Error(error);
  return program.evaluate({ find: () => expressionLanguage().valueOfJson(object) }).value;
}

const applied = (expression: string): ApiObject => applyObject(valueOf(expression, 'object'), { object, shape });
const patched = (expression: string, of = shape as Parameters<typeof applyOperations>[1]['shape']): ApiObject =>
  applyOperations(valueOf(expression, 'patches'), { object, shape: of });
const specOf = (changed: ApiObject): unknown => (changed as unknown as { spec: unknown }).spec;

describe('applyObject()', () => {
  it('merges what an expression makes', () => {
    expect(specOf(applied('Object{spec: Object.spec{notes: {"c": "d"}}}'))).toEqual({
      length: 10,
      notes: { a: 'b', c: 'd' },
    });
  });

  it.each([
    ['Object{spec: Object.spec{length: "x"}}', '.spec.length: expected numeric (int or float), got string'],
    ['Object{spec: Object.spec{ships: ["x"]}}', 'may not mutate atomic arrays, maps or structs: .spec.ships'],
    ['Object{spec: Object.other{}}', 'type mismatch: unexpected type name "Object.other", expected "Object.spec"'],
    ['Object{spec: {1: 2}}', 'invalid return type: *dynamic.ObjectVal'],
  ])('fails for %s', (expression, message) => {
    expect(() => applied(expression)).toThrow(MutationError);
    expect(() => applied(expression)).toThrow(message);
  });
});

describe('applyOperations()', () => {
  it('applies the operations that an expression makes', () => {
    const operations = 'JSONPatch{op: "move", from: "/spec/notes/a", path: "/spec/notes/b"}';
    const value = 'JSONPatch{op: "add", path: "/spec/ships", value: ["x", string(object.metadata.name)]}';
    expect(specOf(patched(`[${operations}, ${value}]`))).toEqual({ length: 10, notes: { b: 'b' }, ships: ['x', 'b'] });
  });

  it('takes a value that is not given as null, and an object for one', () => {
    expect(specOf(patched('[JSONPatch{op: "add", path: "/spec/notes/c"}]'))).toEqual({
      length: 10,
      notes: { a: 'b', c: '' },
    });
    expect(specOf(patched('[JSONPatch{op: "replace", path: "/spec", value: Object.spec{length: 3}}]'))).toEqual({
      length: 3,
    });
  });

  it('leaves the object alone where it is not as tested', () => {
    const test = '[JSONPatch{op: "test", path: "/spec/length", value: 5}, JSONPatch{op: "remove", path: "/spec"}]';
    expect(patched(test)).toBe(object);
  });

  it('gives an object its kind and version again', () => {
    const { kind, apiVersion, metadata } = patched('[JSONPatch{op: "replace", path: "", value: {}}]');
    expect([kind, apiVersion, metadata]).toEqual(['Berth', 'harbor/v1', { creationTimestamp: null }]);
  });

  it.each([
    ['[JSONPatch{op: "remove", path: "/spec/none"}]', "JSON Patch: error in remove for path: '/spec/none'"],
    ['[JSONPatch{op: "nothing", path: "/spec"}]', 'JSON Patch: Unexpected kind: nothing'],
    ['[JSONPatch{op: "move", path: "/spec"}]', 'failed to decode from: operation, missing from field'],
    ['[JSONPatch{op: "add", path: "/spec", value: {1: 2}}]', `could not marshal to JSON: unsupported type conversion`],
    ['[JSONPatch{op: "add", path: "/spec", value: Object.a{b: Object.c{}}}]', 'type mismatch: unexpected type name'],
  ])('fails for %s', (expression, message) => {
    expect(() => patched(expression)).toThrow(MutationError);
    expect(() => patched(expression)).toThrow(message);
  });

  it.each([
    [
      '[JSONPatch{op: "add", path: "/spec/x", value: 1}, JSONPatch{op: "add", path: "/y", value: 1}]',
      'strict decoding error: unknown field "spec.x", unknown field "y"',
    ],
    [
      '[JSONPatch{op: "add", path: "/spec/length", value: "x"}]',
      'json: cannot unmarshal string into Go struct field BerthSpec.spec.length of type int32',
    ],
  ])('ends the request for %s', (expression, message) => {
    expect(() => patched(expression)).toThrow(
      expect.objectContaining({ message: `Internal error occurred: ${message}` }) as Error,
    );
  });

  it('drops what a schema does not have, and refuses objects of no kind', () => {
    expect(specOf(patched('[JSONPatch{op: "add", path: "/spec/x", value: 1}]', schema))).toEqual({
      length: 10,
      notes: {},
    });
    expect(() => patched('[JSONPatch{op: "remove", path: "/kind"}]', schema)).toThrow("Object 'Kind' is missing");
  });
});
