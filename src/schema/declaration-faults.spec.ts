import {
  ArrayMaxSize,
  IsDefined,
  IsIn,
  IsOptional,
  IsPositive,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidatorConstraint,
} from 'class-validator';
import { findDeclarationFaults } from './declaration-faults.js';
import { ApiType, Field } from './decorators.js';
import { AtLeast } from './field-checks.js';
import { ObjectMeta } from './meta.v1.js';
import type { FieldOptions, FieldType } from './type-metadata.js';

@ApiType({ name: 'com.example.v1.Part' })
class Part {
  @Field(1, 'string') name?: string;
}

class Plain {
  name?: string;
}

/** A type with one field. */
function typeWith(number: number, type: FieldType, options?: FieldOptions): object {
  class Whole {
    readonly part?: unknown;
  }
  ApiType({ name: 'com.example.v1.Whole' })(Whole);
  Field(number, type, options)(Whole.prototype, 'part');
  return Whole;
}

const faultsOf = (type: object): string[] =>
  findDeclarationFaults(type).map((fault) => fault.replace('com.example.v1.Whole.part: ', ''));

describe('findDeclarationFaults()', () => {
  it.each([0, -1, 1.5, 19_000, 19_999, 2 ** 29])('refuses %d as a field number', (number) => {
    expect(faultsOf(typeWith(number, 'string'))).toEqual([
      `${number} is no protobuf field number; use one from 1 to 536870911, not 19000 to 19999`,
    ]);
  });

  it.each([1, 18_999, 20_000, 2 ** 29 - 1])('takes %d as a field number', (number) => {
    expect(faultsOf(typeWith(number, 'string'))).toEqual([]);
  });

  it.each<[string, FieldType, FieldOptions | undefined, string]>([
    ['a scalar type nobody knows', 'varint' as never, undefined, 'its type "varint" is unknown; use string'],
    ['the name of an inherited member as a type', 'toString' as never, undefined, 'its type "toString" is unknown'],
    ['a class without @ApiType', Plain, undefined, 'its type Plain carries no @ApiType; decorate the class'],
    ['such a class given late', () => Plain, undefined, 'its type Plain carries no @ApiType'],
    ['a type that is not there', undefined as never, undefined, 'its type is not defined yet; give it as () => Type'],
    ['keys its elements lack', Part, { list: true, listType: 'map', listMapKeys: ['id'] }, 'no field "id"'],
    ['keys of texts', 'string', { list: true, listType: 'map', listMapKeys: ['id'] }, 'no field "id"'],
    ['a map list without keys', Part, { list: true, listType: 'map' }, 'listType map and listMapKeys go together'],
    ['a list type on no list', Part, { listType: 'set' }, 'only lists have a listType; say list: true'],
    ['a merge key its elements lack', Part, { list: true, patchMergeKey: 'id' }, 'no field "id"'],
    ['a text for a number', 'int32', { default: '1' }, 'its default "1" is not int32'],
    ['the name of a type in TypeScript', 'number' as never, undefined, "is unknown; use 'int32', 'int64' or 'double'"],
    ['a class of JavaScript', String as never, undefined, "its type String does not exist for fields; write 'string'"],
    ['the type of a list', ['string'] as never, undefined, 'give the type of its elements, and list: true'],
    ['a fraction for a whole number', 'int64', { default: 1.5 }, 'its default 1.5 is not int64'],
    ['no quantity', 'quantity', { default: 'much' }, 'its default "much" is not quantity'],
    ['a value for a list', 'string', { list: true, default: 'a' }, 'its default "a" is not a list'],
    ['a list of others', 'string', { list: true, default: [1] }, 'its default [1] is not a list'],
    ['a value for a map', 'string', { map: true, default: 'a' }, 'its default "a" is not a map'],
    ['a text for an object', Part, { default: 'a' }, 'its default "a" is not an object'],
  ])('names %s', (_what, type, options, fault) => {
    expect(faultsOf(typeWith(1, type, options))).toEqual([expect.stringContaining(fault)]);
  });

  it.each<[string, FieldType, FieldOptions]>([
    ['defaults of the type', 'int32', { default: 1 }],
    ['lists with keys', Part, { list: true, listType: 'map', listMapKeys: ['name'], patchMergeKey: 'name' }],
    ['objects', Part, { default: {} }],
    ['maps', 'string', { map: true, default: { a: 'b' } }],
  ])('finds nothing wrong with %s', (_what, type, options) => {
    expect(faultsOf(typeWith(1, type, options))).toEqual([]);
  });

  it('looks into the types inside, once each', () => {
    @ApiType({ name: 'com.example.v1.Inner' })
    class Inner {
      @Field(0, 'string') text?: string;
      @Field(2, () => Inner, { pointer: true }) next?: Inner;
    }
    @ApiType({ name: 'com.example.v1.Outer' })
    class Outer {
      @Field(1, Inner) first?: Inner;
      @Field(2, Inner, { list: true }) others?: Inner[];
    }
    expect(findDeclarationFaults(Outer)).toEqual([expect.stringMatching(/^com\.example\.v1\.Inner\.text: 0 is no/)]);
  });

  it('names structs that contain themselves without end', () => {
    @ApiType({ name: 'T' })
    class Round {
      @Field(1, () => Through) through: unknown;
    }
    @ApiType({ name: 'U' })
    class Through {
      @Field(1, Round) round: Round;
      @Field(2, () => Through, { list: true }) others: Through[];
    }
    expect(findDeclarationFaults(Round)).toEqual([
      'T.through: its type contains the class again, and a struct is always there, without end; give it pointer: true',
      'U.round: its type contains the class again, and a struct is always there, without end; give it pointer: true',
    ]);
  });

  it('names defaults that a rule of the field refuses', () => {
    @ApiType({ name: 'T' })
    class Refused {
      @Field(1, 'int32', { default: 5 }) @Min(10) count?: number;
      @Field(2, 'string', { list: true, default: ['a'] }) @IsIn(['b'], { each: true }) letters?: string[];
      @Field(3, 'int32', { default: 5 }) @Max(10) kept?: number;
    }
    expect(findDeclarationFaults(Refused)).toEqual([
      expect.stringMatching(
        /^T\.count: its default is refused by a rule of the field: Invalid value: 5: must be .*10; give/,
      ),
      expect.stringMatching(/^T\.letters: its default is refused by a rule of the field: Unsupported value: "a"/),
    ]);
  });

  it('names rules of one value at lists and maps', () => {
    @ApiType({ name: 'T' })
    class Ruled {
      @Field(1, 'string', { list: true }) @IsIn(['a']) texts?: string[];
      @Field(2, 'int32', { map: true }) @Min(1) numbers?: Record<string, number>;
      @Field(3, 'string', { list: true }) @ArrayMaxSize(2) @IsIn(['a'], { each: true }) right?: string[];
    }
    expect(findDeclarationFaults(Ruled).sort()).toEqual([
      'T.numbers: the rule min is for one value, not for a map; give it { each: true }',
      'T.texts: the rule isIn is for one value, not for a list; give it { each: true }',
    ]);
  });

  it('names rules of another type than the values of a field have', () => {
    @ApiType({ name: 'T' })
    class Ruled {
      @Field(1, 'string') @Min(1) text?: string;
      @Field(2, 'int32') @MaxLength(3) count?: number;
      @Field(3, 'quantity', { list: true }) @Max(3, { each: true }) amounts?: string[];
      @Field(4, ObjectMeta) @Matches(/a/) struct?: ObjectMeta;
      @Field(5, () => ObjectMeta) @IsPositive() later?: ObjectMeta;
    }
    expect(findDeclarationFaults(Ruled).sort()).toEqual([
      'T.amounts: the rule max is for numbers, and fields of type quantity have none; remove it',
      'T.count: the rule maxLength is for texts, and fields of type int32 have none; remove it',
      'T.later: the rule isPositive is for numbers, and a struct has none; remove it',
      'T.struct: the rule matches is for texts, and a struct has none; remove it',
      'T.text: the rule min is for numbers, and fields of type string have none; remove it',
    ]);
  });

  it('accepts rules of the type that the values of a field may have', () => {
    @ApiType({ name: 'T' })
    class Ruled {
      @Field(1, 'string') @MaxLength(3) @IsDefined() text?: string;
      @Field(2, 'double') @Min(1) @IsDefined() count?: number;
      @Field(3, 'intOrString') @Min(1) port?: number | string;
      @Field(4, 'json') @MinLength(2) any?: unknown;
      @Field(5, 'int32', { list: true }) @Min(1, { each: true }) numbers?: number[];
      @Field(6, ObjectMeta, { or: 'texts' }) @MinLength(1) either?: unknown;
    }
    expect(findDeclarationFaults(Ruled)).toEqual([]);
  });

  it('looks into the class that another one extends', () => {
    @ApiType()
    class Parent {
      @Field(0, 'string') text?: string;
    }
    @ApiType({ name: 'Heir' })
    class Heir extends Parent {}
    expect(findDeclarationFaults(Heir)).toEqual([expect.stringMatching(/^Parent\.text: 0 is no protobuf/)]);
  });

  it('names rules that would not be held', () => {
    @ValidatorConstraint({ async: true })
    class AskSomebody {
      validate(): Promise<boolean> {
        return Promise.resolve(false);
      }
    }
    @ApiType({ name: 'T' })
    class Ruled {
      @Field(1, 'int32') @Min(1, { groups: ['create'] }) grouped?: number;
      @Field(2, 'int32') @ValidateIf(() => true) @Min(1) sometimes?: number;
      @Field(3, 'int32') @Validate(AskSomebody) asked?: number;
      @Min(1) forgotten?: number;
      @Field(4, 'int32') @IsOptional() @Min(1) right?: number;
      @Field(5, 'string') @IsIn(['a'], { each: true }) each?: string;
    }
    expect(findDeclarationFaults(Ruled).sort()).toEqual([
      'T.asked: rules cannot be asynchronous; use validateAsync of the strategy',
      'T.forgotten: has a rule but no @Field; add one',
      'T.grouped: rules cannot have groups; leave them out, or check in the strategy',
      'T.sometimes: ValidateIf is not supported; check in the strategy',
    ]);
  });

  it('names rules of built-in types that stand beside no field', () => {
    @ApiType({ name: 'T' })
    class Ruled {
      @AtLeast(1) forgotten?: number;
      @Field(1, 'int32') @AtLeast(1) right?: number;
    }
    expect(findDeclarationFaults(Ruled)).toEqual(['T.forgotten: has a rule but no @Field; add one']);
  });
});

describe('@ApiType and @Field', () => {
  it('say so when they are called as standard decorators', () => {
    const called = (decorator: unknown, kind: string): unknown =>
      (decorator as (value: unknown, context: object) => unknown)(kind === 'class' ? Plain : undefined, { kind });
    expect(() => called(Field(1, 'string'), 'field')).toThrow('@Field was called as a standard decorator');
    expect(() => called(ApiType(), 'class')).toThrow('compile with "experimentalDecorators": true');
  });
});
