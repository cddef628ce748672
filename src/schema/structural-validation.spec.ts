import { ArrayMaxSize, IsDefined, IsIn, IsNotEmpty, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { formatFieldError } from '../apimachinery/index.js';
import { compileType } from './compiled-type.js';
import { decode } from './decode.js';
import { ApiType, Field } from './decorators.js';
import { validateStructure } from './structural-validation.js';

@ApiType()
class Inner {
  @Field(1, 'int32')
  @Min(1)
  @Max(9)
  size?: number;

  @Field(2, () => Inner, { list: true })
  inner?: Inner[];
}

@ApiType()
class Outer {
  @Field(1, 'string')
  @IsDefined()
  kind?: string;

  @Field(2, 'string')
  @IsOptional()
  @IsNotEmpty()
  @MaxLength(3)
  name?: string;

  @Field(3, 'string', { list: true })
  @IsIn(['a', 'b'], { each: true })
  @ArrayMaxSize(2)
  words?: string[];

  @Field(4, Inner)
  one?: Inner;

  @Field(5, Inner, { map: true })
  many?: Record<string, Inner>;

  @Field(6, 'string')
  @Matches(/^x/, { message: 'must start with x' })
  mark?: string;
}

const errorsOf = (value: Outer): string[] => validateStructure(compileType(Outer), value).map(formatFieldError);

describe('validateStructure()', () => {
  it.each<{ title: string; value: Outer; errors: string[] }>([
    { title: 'nothing wrong', value: { kind: 'k', name: 'n', words: ['a'], one: { size: 1 }, mark: 'x' }, errors: [] },
    { title: 'only presence is asked of unset fields', value: {}, errors: ['kind: Required value'] },
    { title: 'empty', value: { kind: 'k', name: '' }, errors: ['name: Required value'] },
    { title: 'too long', value: { kind: 'k', name: 'long' }, errors: ['name: Too long: may not be more than 3 bytes'] },
    {
      title: 'elements one by one',
      value: { kind: 'k', words: ['c', 'a'] },
      errors: ['words[0]: Unsupported value: "c": supported values: "a", "b"'],
    },
    {
      title: 'the list as a whole',
      value: { kind: 'k', words: ['a', 'b', 'a'] },
      errors: ['words: Too many: 3: must have at most 2 items'],
    },
    {
      title: 'members at any depth',
      value: { kind: 'k', one: { inner: [{ size: 10 }] }, many: { far: { size: 0 } } },
      errors: [
        'one.inner[0].size: Invalid value: 10: must be less than or equal to 9',
        'many[far].size: Invalid value: 0: must be greater than or equal to 1',
      ],
    },
    { title: 'own messages', value: { kind: 'k', mark: 'y' }, errors: ['mark: Invalid value: "y": must start with x'] },
  ])('reports $title', ({ value, errors }) => {
    expect(errorsOf(value)).toEqual(errors);
  });
});

@ApiType({ name: 'com.example.v1.Port' })
class Port {
  @Field(1, 'int32') port?: number;
  @Field(2, 'string', { default: 'TCP' }) protocol?: string;
}

@ApiType({ name: 'com.example.v1.Kept' })
class Kept {
  @Field(1, 'quantity') @IsDefined() amount?: string;
  @Field(2, Port) @IsDefined() port?: Port;
  @Field(3, 'string', { list: true, listType: 'set' }) words?: string[];
  @Field(4, Port, { list: true, listType: 'map', listMapKeys: ['port', 'protocol'] }) ports?: Port[];
  @Field(5, 'int32') @Max(5, { message: '$property of $target is $value, over $constraint1' }) size?: number;
  @Field(6, 'time') at?: string;
}

describe('types of plugins', () => {
  const errors = (value: object): string[] => {
    const type = compileType(Kept);
    return validateStructure(type, decode(type, value)).map(formatFieldError);
  };
  const kept = { amount: '1', port: { port: 1 } };

  it('write nothing for what is unset', () => {
    expect(decode(compileType(Kept), {})).toEqual({ port: {} });
  });

  it.each<{ title: string; value: object; expected: string[] }>([
    { title: 'nothing wrong', value: kept, expected: [] },
    {
      title: 'quantities and structs that are not there',
      value: {},
      expected: ['amount: Required value', 'port: Required value'],
    },
    {
      title: 'elements of a set that are there twice',
      value: { ...kept, words: ['a', 'b', 'a', 'a'] },
      expected: ['words[2]: Duplicate value: "a"', 'words[3]: Duplicate value: "a"'],
    },
    {
      title: 'elements that share their keys, given or by default',
      value: { ...kept, ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }, { port: 1, protocol: 'TCP' }] },
      expected: ['ports[2]: Duplicate value: {"port":1,"protocol":"TCP"}'],
    },
    {
      title: 'in words with the values in their places',
      value: { ...kept, size: 7 },
      expected: ['size: Invalid value: 7: size of Kept is 7, over 5'],
    },
  ])('include $title', ({ value, expected }) => {
    expect(errors(value)).toEqual(expected);
  });
});
