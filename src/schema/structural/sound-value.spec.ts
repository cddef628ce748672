import fc from 'fast-check';
import type { JsonSchema } from './json-schema.js';
import { isSound } from './sound-value.js';
import { faultsOf } from './validate-value.js';
import { compileCheck } from './value-check.js';

const limit = fc.constantFrom(undefined, undefined, undefined, -1, 0, 1, 2, 2.5, 2 ** 53);
const size = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2, 3);
const type = fc.constantFrom(undefined, 'string', 'integer', 'number', 'boolean', 'array', 'object');
const text = fc.constantFrom('', 'a', 'b1', 'aaaa', '😀', '😀😀', '10.0.0.1');
const scalar = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -0, 1, 2.5, -1, 2 ** 53, 1e300, 2 ** 63, 5n, 2n ** 62n),
);
const name = fc.constantFrom('a', 'b', '__proto__', 'toString');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key, maxLength: 3 }).map((entries) => {
      return JSON.parse(`{${entries.map(([key, of]) => `${JSON.stringify(key)}:${plain(of)}`).join(',')}}`) as object;
    }),
  ),
}));

/** Values inside of objects: numbers beyond 64 bits and bigints stand in lists and alone. */
function plain(of: unknown): string {
  return JSON.stringify(of, (_name, each: unknown) => (typeof each === 'bigint' ? Number(each) : each));
}

const none = fc.constant(undefined);

/** Schemas with as many levels of schemas inside. */
function schemas(levels: number): fc.Arbitrary<JsonSchema> {
  const inner = levels === 0 ? undefined : schemas(levels - 1);
  const maybe = <T>(make: (of: fc.Arbitrary<JsonSchema>) => fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    inner ? fc.oneof(none, none, make(inner)) : none;
  const record = fc.record({
    type,
    nullable: fc.boolean(),
    format: fc.constantFrom(undefined, undefined, 'int32', 'ipv4', 'date', 'unheard-of'),
    enum: fc.option(fc.array(scalar, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 1 }),
    ...{ minimum: limit, maximum: limit, multipleOf: limit },
    ...{ exclusiveMinimum: fc.boolean(), exclusiveMaximum: fc.boolean() },
    ...{ minLength: size, maxLength: size, pattern: fc.constantFrom(undefined, undefined, '^a*$', '(') },
    ...{ minItems: size, maxItems: size, minProperties: size, maxProperties: size },
    required: fc.option(fc.array(name, { maxLength: 2 }), { nil: undefined, freq: 1 }),
    'x-kubernetes-int-or-string': fc.constantFrom(undefined, undefined, undefined, true),
    items: maybe((of) => of),
    properties: maybe((of) => fc.dictionary(name, of, { maxKeys: 2 })),
    additionalProperties: maybe((of) => of),
    anyOf: maybe((of) => fc.array(of, { maxLength: 2 })),
    allOf: maybe((of) => fc.array(of, { maxLength: 2 })),
    not: maybe((of) => of),
  });
  return record as fc.Arbitrary<JsonSchema>;
}

const schema = schemas(2);

describe('isSound()', () => {
  it('is true of no value that has a fault', () => {
    let sound = 0;
    fc.assert(
      fc.property(schema, value, (of, each) => {
        const check = compileCheck(of);
        if (!isSound(check, each)) return;
        sound++;
        expect(faultsOf(check, each)).toEqual([]);
      }),
      { numRuns: 12_000, seed: 1 },
    );
    expect(sound).toBeGreaterThan(400);
  });

  it.each<[JsonSchema, unknown]>([
    [{ type: 'string', maxLength: 2, pattern: '^a' }, 'ab'],
    [{ type: 'string', minLength: 1, maxLength: 1 }, '😀'],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 3],
    [{ type: 'number', minimum: 1 }, 1.5],
    [{ enum: ['a', 2], type: 'integer' }, 2],
    [{ type: 'string', nullable: true }, null],
    [{ type: 'array', maxItems: 1, items: { type: 'boolean' } }, [true]],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'string' } }, { a: 'x' }],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'x'],
  ])('is true by %j of %j', (of, each) => {
    expect(isSound(compileCheck(of), each)).toBe(true);
    expect(faultsOf(compileCheck(of), each)).toEqual([]);
  });

  it.each<[JsonSchema, unknown]>([
    [{ type: 'string', enum: ['a'] }, 'b'],
    [{ type: 'string', enum: ['a'], nullable: true }, null],
    [{ type: 'string' }, null],
    [{ type: 'string', format: 'ipv4' }, '10.0.0.300'],
    [{ type: 'object', required: ['a'] }, { b: 1 }],
    [{ type: 'object', minProperties: 1 }, {}],
    [{ type: 'object', maxProperties: 0 }, { a: 1 }],
    [{ type: 'array', minItems: 1 }, []],
    [{ type: 'integer', maximum: 1, exclusiveMaximum: true }, 1],
    [{ type: 'object', allOf: [{ type: 'object', required: ['a'] }] }, {}],
    [{ anyOf: [{ type: 'string' }] }, 1],
  ])('is false by %j of %j, which has a fault', (of, each) => {
    expect(isSound(compileCheck(of), each)).toBe(false);
    expect(faultsOf(compileCheck(of), each)).not.toEqual([]);
  });
});
