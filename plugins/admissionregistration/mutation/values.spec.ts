import { ForeignValue, expressionLanguage, loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import { nativeObject } from './native-value.js';
import { patchValue } from './patch-value.js';
import type { Value } from './foreign-value.js';
import { typeNameFault } from './type-names.js';
import { checkValueSize } from './value-size.js';

type StructValue = Parameters<typeof nativeObject>[0];

const OBJECT = { data: { a: 'b', none: null, unset: undefined }, list: [1, { x: 1.5 }], wide: 9007199254740993n };

beforeAll(loadExpressionLanguage);

/** A value that is shown by the name of its type. */
function foreign(type: string): ForeignValue {
  return new ForeignValue(type, { text: type, syntax: type }, type);
}

function evaluated(expression: string, result: 'object' | 'patches' = 'object') {
  const { program, error } = new ExpressionCompiler({}).compile(expression, { result });
  if (error !== undefined) throw new Error(error);
  const { valueOfJson } = expressionLanguage();
  return program.evaluate({ find: (name) => (name === 'object' ? valueOfJson(OBJECT) : undefined) }).value;
}

/** The member `x` of an object that an expression makes. */
function memberOf(expression: string): unknown {
  return nativeObject(evaluated(`Object{x: ${expression}}`) as StructValue).x;
}

/** The value of the operation of a patch that an expression makes. */
function valueOf(expression: string): unknown {
  const [operation] = evaluated(`[JSONPatch{value: ${expression}}]`, 'patches') as unknown as StructValue[];
  return patchValue(operation.find('value') ?? null);
}

describe('nativeObject()', () => {
  it.each<[string, unknown]>([
    ['1', 1],
    ['1.5', 1.5],
    ['2u', 2],
    ['9007199254740993', 9007199254740993n],
    ['"a"', 'a'],
    ['true', true],
    ['[1, 2]', [1, 2]],
    ['{"a": "b"}', { a: 'b' }],
    ['Object.x{y: Object.x.y{z: 1}}', { y: { z: 1 } }],
    ['[Object.x{y: 1}]', [{ y: 1 }]],
    ['{"a": Object.x{y: 1}}', { a: { y: 1 } }],
    ['object.data', { a: 'b', none: null }],
    ['object.list', [1, { x: 1.5 }]],
    ['object.list + [2]', [1, { x: 1.5 }, 2]],
    ['[object.data]', [{ a: 'b', none: null }]],
    ['{?"q": optional.none(), "r": 1}', { r: 1 }],
    ['optional.of(1)', 1],
    ['optional.none()', null],
    ['type(1)', 'int'],
    ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
  ])('has of %s %j', (expression, value) => {
    expect(memberOf(expression)).toEqual(value);
  });

  it.each<[string, ForeignValue]>([
    ['null', new ForeignValue('structpb.NullValue', { text: 'NULL_VALUE', syntax: '0' }, null)],
    ['object.data.none', new ForeignValue('structpb.NullValue', { text: 'NULL_VALUE', syntax: '0' }, null)],
    ['b"ab"', new ForeignValue('[]uint8', { text: '[97 98]', syntax: '[]byte{0x61, 0x62}' }, 'YWI=')],
    ['duration("90s")', new ForeignValue('time.Duration', { text: '90s', syntax: '90000000000' }, '90s')],
    [
      'timestamp("2024-01-02T03:04:05Z")',
      new ForeignValue(
        'time.Time',
        { text: '2024-01-02 03:04:05 +0000 UTC', syntax: '2024-01-02T03:04:05Z' },
        '2024-01-02T03:04:05Z',
      ),
    ],
    ['quantity("1")', foreign('kubernetes.Quantity')],
  ])('has of %s a value that JSON has none for', (expression, value) => {
    expect(memberOf(expression)).toEqual(value);
  });

  it.each<[string, string, string, unknown]>([
    ['{"a": {"b": "c", "a": "1"}}', 'map[a:1 b:c]', 'map[ref.Val]ref.Val{"a":"1", "b":"c"}', { b: 'c', a: '1' }],
    ['{"a": {1u: null}}', 'map[1:0]', 'map[ref.Val]ref.Val{1:0}', { 1: expect.any(ForeignValue) as unknown }],
    ['{"a": ["b", "c"]}', '[b c]', '[]ref.Val{"b", "c"}', ['b', 'c']],
    ['{"a": [[1.0, 2.5], [3.0]]}', '[[1, 2.5] [3]]', '[]ref.Val{[1, 2.5], [3]}', expect.any(Array)],
  ])('shows in %s what is in another one as %s', (expression, text, syntax, plain) => {
    expect((memberOf(expression) as { a: ForeignValue }).a).toMatchObject({ text, syntax, plain });
  });

  it('refuses maps whose keys are no names', () => {
    expect(() => memberOf('{1: "a"}')).toThrow('invalid return type: *dynamic.ObjectVal');
  });
});

describe('patchValue()', () => {
  it.each<[string, unknown]>([
    ['1', 1],
    ['2u', 2],
    ['9007199254740993', '9007199254740993'],
    ['object.wide', '9007199254740993'],
    ['1.5', 1.5],
    ['null', null],
    ['[1, 2]', [1, 2]],
    ['{"a": {"b": [null]}}', { a: { b: [null] } }],
    ['object.data', { a: 'b', none: null }],
    ['b"ab"', 'YWI='],
    ['duration("90s")', '90s'],
    ['timestamp("2024-01-02T03:04:05Z")', '2024-01-02T03:04:05Z'],
    ['optional.of("a")', 'a'],
    ['Object.spec{n: 9007199254740993, b: b"a", l: [1], m: {"a": 1}}', { n: 2 ** 53, b: 'YQ==', l: [1], m: { a: 1 } }],
    ['[Object.spec{a: object.list}]', [{ a: [1, { x: 1.5 }] }]],
    ['Object.spec{a: optional.none()}', { a: null }],
  ])('makes of %s %j', (expression, value) => {
    expect(valueOf(expression)).toEqual(value);
  });

  it.each([
    ['{1: "a"}', `unsupported type conversion from 'int' to string`],
    ['optional.none()', 'optional.none() dereference'],
    ['Object.spec{a: null}', 'proto: invalid type: structpb.NullValue'],
    ['Object.spec{a: {"b": {"c": 1}}}', 'proto: invalid type: map[ref.Val]ref.Val'],
    ['Object.spec{a: {1: 1}}', 'invalid return type: *dynamic.ObjectVal'],
    [
      '1.0 / 0.0',
      'json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value cannot have +Inf value',
    ],
    ['type(1)', `unsupported type conversion from 'type' to 'structpb.Value'`],
  ])('refuses %s: %s', (expression, reason) => {
    expect(() => valueOf(expression)).toThrow(
      new Error(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${reason}`),
    );
  });
});

describe('typeNameFault()', () => {
  it.each([
    'Object{spec: Object.spec{a: Object.spec.a{}}}',
    'Object{spec: {"any": Object.spec{}}}',
    'Object{spec: [[Object.spec{}]]}',
    'Object{spec: object.data}',
  ])('finds none in %s', (expression) => {
    expect(typeNameFault(evaluated(expression) as StructValue)).toBeUndefined();
  });

  it.each([
    ['Object{spec: Object.data{}}', ['Object.data', 'Object.spec']],
    ['Object{spec: [Object.spec{a: Object.a{}}]}', ['Object.a', 'Object.spec.a']],
    ['Object{spec: {"a": Object{}}}', ['Object', 'Object.spec']],
    ['Object{a: Object{}, b: Object{}}', ['Object', 'Object.a', 'Object', 'Object.b']],
  ])('finds in %s those of %j', (expression, names) => {
    const faults = Array.from({ length: names.length / 2 }, (_, i) => {
      const [given, wanted] = names.slice(2 * i, 2 * i + 2);
      return `unexpected type name "${given}", expected "${wanted}", which matches field name path from root Object type`;
    });
    expect(typeNameFault(evaluated(expression) as StructValue)).toBe(`type mismatch: ${faults.join('\n')}`);
  });
});

describe('checkValueSize()', () => {
  /** A list that contains one list twice, and so on. */
  const doubled = (times: number): Value => {
    const { ArrayList } = expressionLanguage();
    let value: Value = 'x';
    for (let i = 0; i < times; i++) value = new ArrayList([value, value]);
    return value;
  };

  it.each<[string, () => Value]>([
    ['values', () => doubled(60)],
    ['characters', () => new (expressionLanguage().ArrayList)(['x'.repeat(2_000_000), 'x'.repeat(2_000_000)])],
    ['elements', () => new (expressionLanguage().ArrayList)(Array.from({ length: 200_000 }, () => null))],
  ])('refuses a value of too many %s', (_, make) => {
    expect(() => checkValueSize(make())).toThrow('the value has more than 150000 values or 3145728 characters');
  });

  it('accepts what an object may have', () => {
    expect(() => checkValueSize(doubled(10))).not.toThrow();
    expect(() => checkValueSize(evaluated('Object{x: {"a": ["b", "c"]}}'))).not.toThrow();
  });
});
