import {
  ArrayMaxSize,
  ArrayMinSize,
  IsDefined,
  IsEnum,
  IsIn,
  IsNotEmpty,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { compileType } from './compiled-type.js';
import { ApiType, Field } from './decorators.js';
import { isRequired, listSchema, valueSchema } from './field-rules.js';
import type { FieldRules, StructField } from './struct-layout.js';
import type { FieldOptions, FieldType } from './type-metadata.js';

interface Declared {
  readonly type?: FieldType;
  readonly options?: FieldOptions;
}

/** A field with rules, as it is compiled. */
function fieldWith(rules: readonly PropertyDecorator[], { type = 'string', options }: Declared = {}): StructField {
  class Whole {
    readonly part?: unknown;
  }
  for (const decorate of [Field(1, type, options), ...rules]) decorate(Whole.prototype, 'part');
  ApiType({ name: 'com.example.v1.Whole' })(Whole);
  return compileType(Whole).field('part')!;
}

enum Tide {
  High = 'High',
  Low = 'Low',
}

describe('the rules of a field', () => {
  it.each<[string, readonly PropertyDecorator[], FieldRules | undefined]>([
    ['no rule', [], undefined],
    ['@IsDefined()', [IsDefined()], { isRequired: true }],
    ['@IsNotEmpty()', [IsNotEmpty()], { isRequired: true, isNotEmpty: true }],
    ['@IsIn() of texts', [IsIn(['a', 'b'])], { values: ['a', 'b'] }],
    ['@IsIn() of numbers', [IsIn([1, 2])], {}],
    ['@IsEnum()', [IsEnum(Tide)], { values: ['High', 'Low'] }],
    ['@Min() and @Max()', [Min(0), Max(5)], { minimum: 0, maximum: 5 }],
    ['@MinLength() and @MaxLength()', [MinLength(1), MaxLength(63)], { minLength: 1, maxLength: 63 }],
    ['@Length()', [Length(2, 3)], { minLength: 2, maxLength: 3 }],
    ['@Length() without an end', [Length(2)], { minLength: 2 }],
    ['@Matches()', [Matches(/^[a-z]+$/)], { pattern: '^[a-z]+$' }],
    ['@Matches() with flags', [Matches(/^[a-z]+$/i)], {}],
    ['@Matches() in words of JavaScript', [Matches(/^(?!x)[a-z]+$/)], {}],
    ['@ArrayMinSize() and @ArrayMaxSize()', [ArrayMinSize(1), ArrayMaxSize(2)], { minItems: 1, maxItems: 2 }],
  ])('are in terms of JSON Schema: %s', (_name, rules, expected) => {
    expect(fieldWith(rules).rules).toEqual(expected);
  });
});

describe('the published schema of a field', () => {
  it('has the values that are declared, or else those of a rule', () => {
    expect(valueSchema(fieldWith([IsIn(['a', 'b'])]))).toEqual({ enum: ['a', 'b'] });
    expect(valueSchema(fieldWith([IsIn(['a', 'b'])], { options: { enum: ['a'] } }))).toEqual({ enum: ['a'] });
    expect(valueSchema(fieldWith([]))).toEqual({});
  });

  it('has a least length where a text may not be empty', () => {
    expect(valueSchema(fieldWith([IsNotEmpty()]))).toEqual({ minLength: 1 });
    expect(valueSchema(fieldWith([IsNotEmpty(), MinLength(3)]))).toEqual({ minLength: 3 });
    expect(valueSchema(fieldWith([IsNotEmpty()], { type: 'int32' }))).toEqual({});
    expect(valueSchema(fieldWith([IsNotEmpty()], { options: { list: true } }))).toEqual({});
    expect(valueSchema(fieldWith([IsNotEmpty()], { options: { map: true } }))).toEqual({});
  });

  it('has the bounds of a list apart from those of an element', () => {
    const field = fieldWith([MaxLength(3, { each: true }), ArrayMaxSize(2)], { options: { list: true } });
    expect([valueSchema(field), listSchema(field)]).toEqual([{ maxLength: 3 }, { maxItems: 2 }]);
  });

  it.each<[string, readonly PropertyDecorator[], FieldOptions, boolean]>([
    ['nothing says so', [], {}, false],
    ['it is declared', [], { required: true }, true],
    ['a rule says so', [IsDefined()], {}, true],
    ['a default stands in for it', [IsDefined()], { default: 'a' }, false],
    ['the declaration denies it', [IsDefined()], { required: false }, false],
  ])('requires it or not where %s', (_name, rules, options, expected) => {
    expect(isRequired(fieldWith(rules, { options }))).toBe(expected);
  });
});
